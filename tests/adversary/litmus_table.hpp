// What a few operations of a few agents may leave: by the device API, and on each kind of machine. Written by hand from the
// rules cited, which stand in litmus_table.cpp.
#pragma once

#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "tests/adversary/placing.hpp"

namespace gin::adversary {

struct LitmusTest {
  const char* name;
  const char* script;
  std::string contract;              ///< outcomes, with blanks between
  std::string machine[keeps_count];  ///< in the order of Keeps; of stores of lanes and packets for pointer only
};

/// What GoogleTest prints of one that fails.
inline std::ostream& operator<<(std::ostream& out, const LitmusTest& test) {
  return out << test.script;
}

const std::vector<LitmusTest>& litmus_table();

/// Its outcomes by those rules.
std::set<std::string> allowed(const LitmusTest& test, Keeps keeps, scenario::Adversary adversary);

}  // namespace gin::adversary
