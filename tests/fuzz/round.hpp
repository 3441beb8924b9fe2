// One try with one seed. However it fails, also by a crash, the command that repeats it is printed.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>

namespace gin::fuzz {

/// Lives as long as one seed is tried, inside a test.
class Round {
 public:
  explicit Round(std::uint64_t seed);
  ~Round();
  Round(const Round&) = delete;
  Round& operator=(const Round&) = delete;

 private:
  testing::ScopedTrace trace_;
};

}  // namespace gin::fuzz
