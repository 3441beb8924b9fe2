// Where the same programs run: a backend, the PEs and their paths, and how hard the run is pressed.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "core/scenario/scenario.hpp"
#include "core/trace/result.hpp"
#include "tests/fuzz/draft.hpp"

namespace gin::differential {

struct Placing {
  std::string name;
  std::string backend = {};
  std::int64_t nodes = 4;
  std::int64_t pes_per_node = 1;
  scenario::Paths paths = {scenario::Path::proxy, scenario::Path::proxy};
  std::int64_t agents = 2;
  std::int64_t workers = 1;
  const char* device = "auto";  ///< of a backend that opens one
  const char* profile = "dgx-h100-cx7";
  const char* stack = "lean";
  fuzz::Signals signals = fuzz::Signals::strong;  ///< as the stack promises
  Overrides overrides = {};                       ///< of the stack
  Overrides machine = {};                         ///< of the profile
  scenario::TestOptions test = {};

  fuzz::Shape shape() const {
    return {static_cast<std::uint32_t>(nodes * pes_per_node), static_cast<std::uint32_t>(agents)};
  }
};
const std::vector<Placing>& placings();

/// What every other placing of as many PEs and agents is compared with: virtual time, path proxy, the same stack.
Placing emulated_like(const Placing& placing);

/// What GoogleTest prints of a placing when a test fails.
inline std::ostream& operator<<(std::ostream& out, const Placing& placing) {
  return out << placing.name;
}

/// What runs there after one start: programs one after the other, or one program again and again.
struct Course {
  std::uint64_t first = 1;  ///< seed
  std::uint64_t programs = 1;
  bool same = false;
  std::uint64_t spoiled = 0;  ///< seed of a program after which a byte is spoiled; 0: none
  std::uint64_t seed(std::uint64_t program) const { return same ? first : first + program; }
};
trace::Row row_of(const Placing& placing, const Course& course);
/// The course as runs: one, or where a NIC's counters would go on from one program to the next, one for each program.
std::vector<Course> runs_of(const Placing& placing, const Course& course);

}  // namespace gin::differential
