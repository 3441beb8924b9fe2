// The seeds that a test tries, and how to try one of them again.
#pragma once

#include <cstdint>
#include <string>

namespace gin::fuzz {

/// By default 1 to `count`; `--gtest_random_seed=N` alone tries N, and with `--gtest_shuffle` each repetition tries
/// `count` others.
struct Seeds {
  std::uint64_t first = 1;
  std::uint64_t count = 0;
};
Seeds seeds_of_this_run(std::uint64_t count);

/// The running test with one seed.
std::string repeat_command(const std::string& binary, const std::string& seed);

}  // namespace gin::fuzz
