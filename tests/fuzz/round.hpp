// One try with one seed. However it fails, also by a crash, the command that repeats it is printed.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>

namespace gin::fuzz {

/// The seeds that a test tries. By default 1 to `count`; `--gtest_random_seed=N` alone tries N, and with
/// `--gtest_shuffle` each repetition tries `count` others.
struct Seeds {
  std::uint64_t first = 1;
  std::uint64_t count = 0;
};
Seeds seeds_of_this_run(std::uint64_t count);

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
