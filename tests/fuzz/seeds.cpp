#include "tests/fuzz/seeds.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace gin::fuzz {

Seeds seeds_of_this_run(std::uint64_t count) {
  if (GTEST_FLAG_GET(shuffle)) {
    const auto repetition = static_cast<std::uint64_t>(testing::UnitTest::GetInstance()->random_seed());
    return {.first = repetition * count, .count = count};
  }
  const std::int32_t chosen = GTEST_FLAG_GET(random_seed);
  if (chosen > 0) return {.first = static_cast<std::uint64_t>(chosen), .count = 1};
  return {.first = 1, .count = count};
}

std::string repeat_command(const std::string& binary, const std::string& seed) {
  const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
  return fmt::format("{} --gtest_filter={}.{} --gtest_random_seed={}", binary, test.test_suite_name(), test.name(),
                     seed);
}

}  // namespace gin::fuzz
