#include "core/base/digest.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace gin {
namespace {

// Published test vectors of xxh64 with seed 0.
TEST(Digest, GivesThePublishedValues) {
  Digest empty;
  EXPECT_EQ(hex16(empty.value()), "ef46db3751d8e999");
  Digest abc;
  abc.add_bytes("abc", 3);
  EXPECT_EQ(hex16(abc.value()), "44bc2cf5ad770999");
}

TEST(Digest, ANumberIsItsEightBytesLeastSignificantFirst) {
  Digest number;
  number.add_u64(0x0807060504030201U);
  Digest bytes;
  bytes.add_bytes("\x01\x02\x03\x04\x05\x06\x07\x08", 8);
  EXPECT_EQ(number.value(), bytes.value());
}

TEST(Digest, HowTheBytesAreCutMakesNoDifference) {
  const std::string text(1000, 'g');
  Digest whole;
  whole.add_bytes(text.data(), text.size());
  Digest parts;
  parts.add_bytes(text.data(), 1);
  parts.add_bytes(nullptr, 0);
  parts.add_bytes(text.data() + 1, 999);
  EXPECT_EQ(whole.value(), parts.value());
}

TEST(Digest, TheOrderOfFieldsMakesADifference) {
  Digest ab;
  ab.add_u64(1);
  ab.add_u64(2);
  Digest ba;
  ba.add_u64(2);
  ba.add_u64(1);
  EXPECT_NE(ab.value(), ba.value());
}

TEST(Digest, ReadingAValueEndsNothing) {
  Digest read_early;
  read_early.add_u64(1);
  const std::uint64_t early = read_early.value();
  EXPECT_EQ(read_early.value(), early);
  read_early.add_u64(2);
  Digest read_late;
  read_late.add_u64(1);
  read_late.add_u64(2);
  EXPECT_EQ(read_early.value(), read_late.value());
}

TEST(Digest, MovingKeepsWhatWasAdded) {
  Digest first;
  first.add_u64(1);
  const std::uint64_t before = first.value();
  Digest second = std::move(first);
  EXPECT_EQ(second.value(), before);
  second.add_u64(2);
  EXPECT_NE(second.value(), before);
}

TEST(Hex16, ShortNumbersAreFilledWithZeros) {
  EXPECT_EQ(hex16(0), "0000000000000000");
  EXPECT_EQ(hex16(0xABCU), "0000000000000abc");
}

}  // namespace
}  // namespace gin
