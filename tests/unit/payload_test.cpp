// A message carries the bytes as they were when they were read: what the source or another message does later must
// not reach them, and memory that was borrowed goes back once.
#include "core/env/payload.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace gin {
namespace {

std::vector<unsigned char> counting(std::size_t bytes, unsigned char first) {
  std::vector<unsigned char> all(bytes);
  std::iota(all.begin(), all.end(), first);
  return all;
}

bool holds(const Payload& payload, const std::vector<unsigned char>& expected) {
  return std::equal(expected.begin(), expected.end(), payload.bytes());
}

class PayloadTest : public testing::Test {
 protected:
  /// What the pool would hand out next for that size.
  std::byte* next_block(std::size_t bytes) {
    std::byte* block = pool.take(bytes);
    pool.give_back(block, bytes);
    return block;
  }
  BlockPool pool;
};
class Payloads : public PayloadTest, public testing::WithParamInterface<std::size_t> {};

TEST_P(Payloads, KeepTheBytesWhateverBecomesOfTheSource) {
  std::vector<unsigned char> source = counting(GetParam(), 1);
  const std::vector<unsigned char> before = source;
  Payload payload;
  payload.assign(pool, source.data(), source.size());
  std::fill(source.begin(), source.end(), static_cast<unsigned char>(0xee));
  EXPECT_TRUE(holds(payload, before));
  payload.release(pool);
}

TEST_P(Payloads, OfTwoMessagesAreApart) {
  const std::vector<unsigned char> one = counting(GetParam(), 1);
  const std::vector<unsigned char> two = counting(GetParam(), 100);
  Payload payloads[2];
  payloads[0].assign(pool, one.data(), one.size());
  payloads[1].assign(pool, two.data(), two.size());
  EXPECT_TRUE(holds(payloads[0], one));
  EXPECT_TRUE(holds(payloads[1], two));
  for (Payload& payload : payloads) payload.release(pool);
}

TEST_P(Payloads, MayBeAssignedAgainAtAnySize) {
  for (const std::size_t next : {std::size_t{0}, std::size_t{64}, std::size_t{65}, std::size_t{100'000}}) {
    const std::vector<unsigned char> one = counting(GetParam(), 1);
    const std::vector<unsigned char> two = counting(next, 100);
    Payload payload;
    payload.assign(pool, one.data(), one.size());
    payload.assign(pool, two.data(), two.size());
    EXPECT_TRUE(holds(payload, two));
    payload.release(pool);
  }
}

INSTANTIATE_TEST_SUITE_P(Bytes, Payloads, testing::Values(0, 1, 64, 65, 5000, 1 << 20));

TEST_F(PayloadTest, UpTo64BytesBorrowNothing) {
  std::byte* spare = next_block(64);
  const std::vector<unsigned char> bytes = counting(64, 1);
  Payload payload;
  payload.assign(pool, bytes.data(), bytes.size());
  EXPECT_NE(static_cast<const void*>(payload.bytes()), spare);
  EXPECT_EQ(next_block(64), spare);
}

TEST_F(PayloadTest, BorrowsOneBlockAndGivesItBackOnce) {
  const std::vector<unsigned char> bytes = counting(65, 1);
  std::byte* spare = next_block(65);
  Payload payload;
  payload.assign(pool, bytes.data(), bytes.size());
  EXPECT_EQ(static_cast<const void*>(payload.bytes()), spare);
  payload.release(pool);
  payload.release(pool);
  std::byte* again = pool.take(65);
  EXPECT_EQ(again, spare);
  EXPECT_NE(pool.take(65), spare);
}

TEST_F(PayloadTest, AssigningAgainGivesTheOldBlockBack) {
  const std::vector<unsigned char> large = counting(5000, 1);
  Payload payload;
  payload.assign(pool, large.data(), large.size());
  const void* borrowed = payload.bytes();
  payload.assign(pool, large.data(), 8);
  EXPECT_NE(payload.bytes(), borrowed);
  EXPECT_EQ(pool.take(5000), borrowed);
}

}  // namespace
}  // namespace gin
