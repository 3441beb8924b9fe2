// Numbers on axes, and what a content policy calls a script by.
#include "reports/figures/parts.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "reports/page/content_hash.hpp"

namespace gin::reports {
namespace {

using Numbers = std::vector<std::int64_t>;

TEST(FigureParts, NumbersOnAnAxisAreRoundAndFew) {
  EXPECT_EQ(round_numbers(1'200, 2'100), (Numbers{1'200, 1'400, 1'600, 1'800, 2'000}));
  EXPECT_EQ(round_numbers(6, 70), (Numbers{7, 10, 20, 30, 50, 70}));
  EXPECT_EQ(round_numbers(1, 500), (Numbers{1, 2, 5, 10, 20, 50, 100, 200, 500}));
  EXPECT_EQ(round_numbers(1, 1'000'000), (Numbers{1, 10, 100, 1'000, 10'000, 100'000, 1'000'000}));
}

TEST(FigureParts, AnAxisOfOneNumberAndOfTheLargestEnds) {
  EXPECT_EQ(round_numbers(5, 5), Numbers{5});
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(round_numbers(1, most).size(), 19U);
  EXPECT_LE(round_numbers(most - 1, most).size(), 2U);
}

TEST(ContentHash, IsWhatBrowsersCompute) {
  EXPECT_EQ(content_hash(""), "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='");
  EXPECT_EQ(content_hash("abc"), "'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0='");
}

}  // namespace
}  // namespace gin::reports
