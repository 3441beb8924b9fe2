// Values of an axis as integers: whole ones as they are, decimals at one scale, everything else refused.
#include "reports/base/ladder.hpp"

#include <gtest/gtest.h>

namespace gin::reports {
namespace {

TEST(Ladder, WholeNumbersStandOnThemselves) {
  const auto ladder = ladder_of({"8", "64", "100000000000000"});
  ASSERT_TRUE(ladder.has_value());
  EXPECT_EQ(ladder->rungs, (std::vector<std::int64_t>{8, 64, 100'000'000'000'000}));
  EXPECT_EQ(value_text(ladder->share(2'133'333)), "213");
}

TEST(Ladder, DecimalsShareOneScale) {
  const auto ladder = ladder_of({"0.25", "1.5", "2"});
  ASSERT_TRUE(ladder.has_value());
  EXPECT_EQ(ladder->rungs, (std::vector<std::int64_t>{25, 150, 200}));
  EXPECT_EQ(ladder->per_unit, 100);
  EXPECT_EQ(value_text(ladder->share(1'500'000)), "1.50");
  EXPECT_EQ(value_text(ladder->share(2'000'000)), "2");
}

TEST(Ladder, NamesAndNumbersTooLargeOrTooFineAreNone) {
  for (const char* odd : {"warp", "", "100000000000001", "99999999999999999999", "1.2345678", "1e3", "-8"})
    EXPECT_FALSE(ladder_of({"8", odd}).has_value()) << odd;
  EXPECT_FALSE(ladder_of({"100000000000000", "0.5"}).has_value());
  EXPECT_FALSE(ladder_of({}).has_value());
}

}  // namespace
}  // namespace gin::reports
