// What a target throws when the code under test broke a promise. Left alone it ends a libFuzzer process, which then
// keeps the input; the replay test catches it and prints the seed.
#pragma once

#include <stdexcept>
#include <string>

namespace gin::fuzz {

class Finding : public std::logic_error {
 public:
  explicit Finding(const std::string& what) : std::logic_error(what) {}
};

inline void must(bool holds, const std::string& promise) {
  if (!holds) throw Finding("broken: " + promise);
}

}  // namespace gin::fuzz
