// Numbers in reports: three digits, rounded half up, the same on every machine.
#include "reports/base/format.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace gin::reports {
namespace {

TEST(Format, DurationsHaveThreeDigitsAndTheUnitThatKeepsThemBelowAThousand) {
  EXPECT_EQ(short_text(Duration{0}), "0 ps");
  EXPECT_EQ(short_text(Duration{999}), "999 ps");
  EXPECT_EQ(short_text(Duration{1'000}), "1.00 ns");
  EXPECT_EQ(short_text(nanoseconds(812)), "812 ns");
  EXPECT_EQ(short_text(Duration{4'030'000}), "4.03 us");
  EXPECT_EQ(short_text(Duration{1'240'000'000}), "1.24 ms");
  EXPECT_EQ(short_text(Duration{12'000'000'000'000}), "12.0 s");
}

TEST(Format, RoundingCarriesIntoTheNextDigitAndTheNextUnit) {
  EXPECT_EQ(short_text(Duration{9'994}), "9.99 ns");
  EXPECT_EQ(short_text(Duration{9'995}), "10.0 ns");
  EXPECT_EQ(short_text(Duration{99'950}), "100 ns");
  EXPECT_EQ(short_text(Duration{999'499}), "999 ns");
  EXPECT_EQ(short_text(Duration{999'500}), "1.00 us");
}

TEST(Format, TheLongestDurationStillPrints) {
  EXPECT_EQ(short_text(Duration{std::numeric_limits<std::int64_t>::max()}), "9223372 s");
}

TEST(Format, ExactDurationsShowEveryPicosecond) {
  EXPECT_EQ(exact_text(Duration{7}), "0.007 ns");
  EXPECT_EQ(exact_text(Duration{812'000}), "812.000 ns");
  EXPECT_EQ(exact_text(Duration{4'030'125}), "4,030.125 ns");
  EXPECT_EQ(exact_text(Duration{1'234'567'890'123}), "1,234,567,890.123 ns");
}

TEST(Format, WholeAmountsOfDataAreWrittenWithoutDecimals) {
  EXPECT_EQ(short_text(Bytes{0}), "0 B");
  EXPECT_EQ(short_text(Bytes{1'023}), "1023 B");
  EXPECT_EQ(short_text(Bytes{65'536}), "64 KiB");
  EXPECT_EQ(short_text(Bytes{1'536}), "1.50 KiB");
  EXPECT_EQ(short_text(Bytes{(1 << 20) - 1}), "1.00 MiB");
}

TEST(Format, RatiosKeepDigitsWhereTheyAreSmallAndDropThemWhereTheyAreLarge) {
  EXPECT_EQ(ratio_text({183, 100}), "1.83");
  EXPECT_EQ(ratio_text({54, 100}), "0.54");
  EXPECT_EQ(ratio_text({54, 1'000}), "0.054");
  EXPECT_EQ(ratio_text({1'244, 100}), "12.4");
  EXPECT_EQ(ratio_text({12'351, 1}), "12351");
  EXPECT_EQ(ratio_text({1, 0}), "-");
}

TEST(Format, SharesNeverClaimNothingOrAllWhereThereIsSomething) {
  EXPECT_EQ(share_text({0, 1'000}), "0 %");
  EXPECT_EQ(share_text({1, 1'000}), "<1 %");
  EXPECT_EQ(share_text({295, 1'000}), "30 %");
  EXPECT_EQ(share_text({999, 1'000}), ">99 %");
  EXPECT_EQ(share_text({1'000, 1'000}), "100 %");
  EXPECT_EQ(share_text({0, 0}), "-");
}

TEST(Format, ListsReadAsInASentence) {
  EXPECT_EQ(listed({}), "");
  EXPECT_EQ(listed({"a"}), "a");
  EXPECT_EQ(listed({"a", "b"}), "a and b");
  EXPECT_EQ(listed({"a", "b", "c"}), "a, b and c");
}

TEST(Format, OnlyPlainNumbersAreNumeric) {
  EXPECT_TRUE(numeric("65536"));
  EXPECT_TRUE(numeric("0.5"));
  EXPECT_FALSE(numeric(""));
  EXPECT_FALSE(numeric("4k"));
  EXPECT_FALSE(numeric("1.2.3"));
}

TEST(Format, LongTextBreaksAtSpacesButNotBetweenNumberAndUnit) {
  EXPECT_EQ(wrapped("short enough"), "short enough");
  const std::string word(92, 'x');
  EXPECT_EQ(wrapped(word + " 1234567"), word + " 1234567");
  EXPECT_EQ(wrapped(word + " 12345678"), word + "\n12345678");
  EXPECT_EQ(wrapped(word + " 14.03 us of", "  "), word + "\n  14.03 us of");
}

TEST(Format, RatesAreInPowersOfTen) {
  EXPECT_EQ(short_rate(0), "0 B/s");
  EXPECT_EQ(short_rate(999), "999 B/s");
  EXPECT_EQ(short_rate(1'000), "1.00 kB/s");
  EXPECT_EQ(short_rate(46'540'000'000), "46.5 GB/s");
  EXPECT_EQ(short_rate(9'999'999'999'999), "10.0 TB/s");
  EXPECT_EQ(short_rate(std::numeric_limits<std::int64_t>::max()), "9223372 TB/s");
}

TEST(Format, FractionsOfWideNumbersKeepTheirRatio) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(ratio_text(fraction_of(static_cast<__int128>(most) * 6, static_cast<__int128>(most) * 4)), "1.50");
  EXPECT_EQ(fraction_of(3, 2).part, 3);
  EXPECT_EQ(scaled({3, 2}, 1'000), 1'500);
  EXPECT_EQ(scaled({most, 1}, 1'000), most);
  EXPECT_EQ(scaled({7, 0}, 1'000), 0);
}

}  // namespace
}  // namespace gin::reports
