// Each verb of a wire, over each kind that there is, between two wires of this process.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/wire_kinds.hpp"

namespace gin::test {
namespace {

class WireOver : public OverEachWire {};

constexpr std::uint32_t promised_sizes[] = {0, 1, 8, 31, 32, 33, 4096, 1 << 20};
constexpr std::uint64_t promised_at = 1 << 20;

void fill(std::vector<unsigned char>& heap, std::uint32_t salt) {
  for (std::size_t i = 0; i < heap.size(); ++i) heap[i] = static_cast<unsigned char>((i * 7 + salt) % 251);
}

TEST_P(WireOver, AWriteOfAnySizeBringsItsBytesBeforeItsImmediate) {
  std::uint32_t salt = 1;
  for (const std::uint32_t bytes : promised_sizes) {
    fill(pair->one.heap, ++salt);
    std::fill(pair->two.heap.begin(), pair->two.heap.end(), 0xee);
    WorkRequest request = request_to(1, Verb::write, bytes, 0xf0000000 + bytes);
    request.local = 100;
    request.remote = promised_at + 3;
    ASSERT_TRUE(pair->post(request, bytes));
    ASSERT_TRUE(pair->until([&] { return !pair->two.arrivals.empty(); })) << bytes;
    // At this very moment, before anything else is moved.
    ASSERT_EQ(std::memcmp(&pair->two.heap[promised_at + 3], &pair->one.heap[100], bytes), 0) << bytes;
    EXPECT_EQ(pair->two.heap[promised_at + 2], 0xee);
    EXPECT_EQ(pair->two.heap[promised_at + 3 + bytes], 0xee);
    const Arrival arrival = pair->two.arrivals.front();
    pair->two.arrivals.pop_front();
    EXPECT_TRUE(arrival.has_immediate);
    EXPECT_FALSE(arrival.has_message);
    EXPECT_EQ(arrival.immediate, 0xf0000000 + bytes);
    EXPECT_TRUE(arrival.bytes.empty());
    ASSERT_TRUE(pair->until([&] { return !pair->one.done.empty(); })) << bytes;
    EXPECT_EQ(pair->one.done, std::vector<std::uint64_t>{bytes});
    pair->one.done.clear();
  }
  EXPECT_TRUE(pair->two.done.empty());
  EXPECT_TRUE(pair->one.arrivals.empty());
}

TEST_P(WireOver, EachOfManyLargeWritesIsWholeWhenItsImmediateComes) {
  constexpr std::uint32_t count = 48;
  constexpr std::uint32_t bytes = 64 << 10;
  for (std::uint32_t i = 0; i < count; ++i)
    std::fill_n(&pair->one.heap[i * bytes], bytes, static_cast<unsigned char>(i + 1));
  std::uint32_t posted = 0;
  std::uint32_t whole = 0;
  Arrival arrival;
  ASSERT_TRUE(WirePair::repeat([&] {
    WorkRequest request = request_to(1, Verb::write, bytes, posted);
    request.local = request.remote = std::uint64_t{posted} * bytes;
    if (posted < count && pair->one.wire.post(request, posted) == Post::accepted) ++posted;
    pair->one.wire.progress();
    pair->two.wire.progress();
    while (pair->two.wire.next_arrival(arrival)) {
      const unsigned char* here = &pair->two.heap[arrival.immediate * bytes];
      EXPECT_EQ(std::count(here, here + bytes, arrival.immediate + 1), bytes) << arrival.immediate;
      ++whole;
    }
    return whole == count;
  }));
}

TEST_P(WireOver, AnInlineWriteTakesItsBytesWhenItIsPosted) {
  for (const std::uint32_t bytes : {0u, 1u, 8u, 31u, 32u}) {
    std::fill(pair->two.heap.begin(), pair->two.heap.end(), 0xee);
    WorkRequest request = request_to(1, Verb::write_inline, bytes, 77 + bytes);
    request.remote = promised_at;
    for (std::uint32_t i = 0; i < bytes; ++i) request.payload[i] = static_cast<unsigned char>(bytes + i);
    ASSERT_TRUE(pair->post(request, 500 + bytes));
    std::memset(request.payload, 0, sizeof request.payload);
    ASSERT_TRUE(pair->until([&] { return !pair->two.arrivals.empty() && !pair->one.done.empty(); })) << bytes;
    EXPECT_EQ(pair->two.arrivals.front().immediate, 77 + bytes);
    for (std::uint32_t i = 0; i < bytes; ++i) EXPECT_EQ(pair->two.heap[promised_at + i], bytes + i);
    EXPECT_EQ(pair->two.heap[promised_at + bytes], 0xee);
    EXPECT_EQ(pair->one.done, std::vector<std::uint64_t>{500 + bytes});
    pair->one.done.clear();
    pair->two.arrivals.clear();
  }
}

TEST_P(WireOver, AReadIsDoneWhenItsBytesAreThereAndTellsTheTargetNothing) {
  std::uint32_t salt = 40;
  for (const std::uint32_t bytes : promised_sizes) {
    if (bytes == 0) continue;
    fill(pair->two.heap, ++salt);
    std::fill(pair->one.heap.begin(), pair->one.heap.end(), 0xee);
    WorkRequest request = request_to(1, Verb::read, bytes);
    request.local = 9;
    request.remote = promised_at + 5;
    ASSERT_TRUE(pair->post(request, bytes));
    ASSERT_TRUE(pair->until([&] { return !pair->one.done.empty(); })) << bytes;
    ASSERT_EQ(std::memcmp(&pair->one.heap[9], &pair->two.heap[promised_at + 5], bytes), 0) << bytes;
    EXPECT_EQ(pair->one.heap[9 + bytes], 0xee);
    EXPECT_EQ(pair->one.done, std::vector<std::uint64_t>{bytes});
    pair->one.done.clear();
  }
  EXPECT_TRUE(pair->two.arrivals.empty());
}

TEST_P(WireOver, ASendBringsItsMessageItsImmediateAndTheBytesBehindIt) {
  CpuMessage message;
  message.kind = MessageKind::fetch_amo;
  message.amo = Amo::compare_swap;
  message.landing = (std::uint64_t{1} << 40) - 3;
  message.offset = 0x1122334455667788;
  message.value = ~std::uint64_t{0};
  message.extra = 12;
  for (const std::uint32_t bytes : {0u, 1u, 31u, 32u, 33u, static_cast<std::uint32_t>(WireEnd::eager_max)}) {
    fill(pair->one.heap, bytes);
    WorkRequest request = request_to(1, Verb::send, bytes, 900 + bytes);
    request.local = 64;
    request.message = pack(message);
    ASSERT_TRUE(pair->post(request, bytes));
    ASSERT_TRUE(pair->until([&] { return !pair->two.arrivals.empty() && !pair->one.done.empty(); })) << bytes;
    const Arrival arrival = pair->two.arrivals.front();
    EXPECT_TRUE(arrival.has_message && arrival.has_immediate);
    EXPECT_EQ(arrival.message, message);
    EXPECT_EQ(arrival.immediate, 900 + bytes);
    ASSERT_EQ(arrival.bytes.size(), bytes);
    EXPECT_TRUE(std::equal(arrival.bytes.begin(), arrival.bytes.end(), pair->one.heap.begin() + 64)) << bytes;
    EXPECT_EQ(pair->one.done, std::vector<std::uint64_t>{bytes});
    pair->one.done.clear();
    pair->two.arrivals.clear();
  }
}

INSTANTIATE_TEST_SUITE_P(Each, WireOver, wire_kinds, called);

}  // namespace
}  // namespace gin::test
