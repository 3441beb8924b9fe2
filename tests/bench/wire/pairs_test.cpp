#include "tests/bench/wire/pairs.hpp"

#include <gtest/gtest.h>

namespace gin::bench {
namespace {

constexpr RawFigures reference{0.24, 4.8, 26.0};
constexpr RawFigures quiet{0.25, 4.8, 26.0};
constexpr RawFigures busy{1.0, 1.0, 4.0};

Pairs three_quiet_of_four(bool even_if_busy) {
  Pairs pairs(&reference, even_if_busy);
  pairs.add(quiet, {0.5, 2.4, 13.0});
  pairs.add(busy, {0.25, 4.8, 26.0});
  pairs.add(quiet, {0.375, 3.6, 13.0});
  pairs.add(quiet, {0.375, 3.6, 13.0});
  return pairs;
}

TEST(Pairs, OnlyThoseCountWhoseRawFigureIsNearItsReference) {
  const Pairs pairs = three_quiet_of_four(false);
  EXPECT_EQ(pairs.words(Figure::half_round_trip), "raw 0.25 us, ginlab 0.375 us: 1.50 times; 3 of 4 pairs quiet");
  EXPECT_EQ(pairs.words(Figure::bandwidth), "raw 26 GB/s, ginlab 13 GB/s: 0.50 of raw; 3 of 4 pairs quiet");
}

TEST(Pairs, WhoAsksForItGetsAllOfThem) {
  EXPECT_EQ(three_quiet_of_four(true).words(Figure::message_rate),
            "raw 4.8 Mmsg/s, ginlab 3.6 Mmsg/s: 0.75 of raw; 3 of 4 pairs quiet, all counted");
}

TEST(Pairs, TwoQuietOnesAreTooFew) {
  Pairs pairs(&reference, false);
  for (const RawFigures& raw : {quiet, quiet, busy}) pairs.add(raw, quiet);
  EXPECT_EQ(pairs.words(Figure::message_rate),
            "no ratio: machine too busy, 2 of 3 pairs quiet; raw message rate is 1 Mmsg/s, over 25 % worse than "
            "4.8 Mmsg/s");
}

TEST(Pairs, WhereNobodyKnowsWhatIsQuietEveryPairCounts) {
  Pairs pairs(nullptr, false);
  pairs.add(busy, busy);
  EXPECT_EQ(pairs.words(Figure::message_rate), "raw 1 Mmsg/s, ginlab 1 Mmsg/s: 1.00 of raw; 1 of 1 pairs quiet");
}

}  // namespace
}  // namespace gin::bench
