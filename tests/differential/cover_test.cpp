// The covering array itself: it stands for the product in which every two levels meet, and is much shorter.
#include "tests/differential/cover.hpp"

#include <gtest/gtest.h>

#include <set>
#include <tuple>

namespace gin::differential {
namespace {

using Pair = std::tuple<std::size_t, int, std::size_t, int>;

std::set<Pair> pairs_of(const std::vector<Levels>& combinations) {
  std::set<Pair> pairs;
  for (const Levels& levels : combinations)
    for (std::size_t i = 0; i < levels.size(); ++i)
      for (std::size_t j = i + 1; j < levels.size(); ++j) pairs.insert({i, levels[i], j, levels[j]});
  return pairs;
}

TEST(Cover, EveryTwoLevelsThatMeetInTheProductMeetInTheArray) {
  EXPECT_EQ(pairs_of(test::covering_array(full_product())), pairs_of(full_product()));
}

TEST(Cover, IsAFewOfMany) {
  EXPECT_GT(full_product().size(), 3000U);
  EXPECT_LT(test::covering_array(full_product()).size(), 60U);
}

TEST(Cover, HasEveryNameOnce) {
  std::set<std::string> names;
  for (const Levels& levels : full_product()) names.insert(placing_of(levels).name);
  EXPECT_EQ(names.size(), full_product().size());
}

}  // namespace
}  // namespace gin::differential
