// More than fits: a target that looks rarely, a queue that is full, and still each request is told and found once.
#include <gtest/gtest.h>

#include "tests/unit/wire_kinds.hpp"

namespace gin::test {
namespace {

class WirePressureOver : public OverEachWire {};

/// Counts what was told; more than once is more than was posted.
struct Counts {
  explicit Counts(std::uint32_t posted) : seen(posted) {}
  void count(std::uint64_t number) {
    ASSERT_LT(number, seen.size()) << "nobody posted it";
    if (seen[number]++) ++twice;
    ++all;
  }
  std::vector<std::uint8_t> seen;
  std::uint32_t all = 0;
  std::uint32_t twice = 0;
};

/// Posts `count` requests as fast as PE 0's wire takes them, while PE 1 moves once in `laziness` turns.
struct Flood {
  std::uint32_t count = 0;
  std::uint32_t laziness = 1;
  Counts done{count};
  Counts arrived{count};
  std::uint32_t refused = 0;

  template <class Make, class Look>
  bool run(WirePair& pair, Make make, Look look) {
    std::uint32_t posted = 0;
    std::uint32_t turn = 0;
    WorkRequest next = make(0);
    return WirePair::repeat([&] {
      for (int burst = 0; burst < 32 && posted < count; ++burst) {
        if (pair.one.wire.post(next, posted) == Post::busy) {
          ++refused;
          break;
        }
        if (++posted < count) next = make(posted);
      }
      Done one;
      pair.one.wire.progress();
      while (pair.one.wire.next_done(one)) done.count(one.token);
      if (++turn % laziness == 0) pair.two.wire.progress();
      while (pair.two.wire.next_arrival(arrival)) {
        arrived.count(arrival.immediate);
        look(arrival);
      }
      return done.all >= count && arrived.all >= count;
    });
  }
  Arrival arrival{};
};

TEST_P(WirePressureOver, AHundredThousandWritesToASlowTargetComeOnceEach) {
  Flood flood{100000, 7};
  std::uint64_t* counters = reinterpret_cast<std::uint64_t*>(pair->one.heap.data());
  const auto slot = [](std::uint32_t i) { return std::uint64_t{i % 4096} * 8; };
  ASSERT_TRUE(flood.run(
      *pair,
      [&](std::uint32_t i) {
        WorkRequest request = request_to(1, i % 3 ? Verb::write_inline : Verb::write, 8, i);
        const std::uint64_t value = i;
        std::memcpy(request.payload, &value, 8);
        // Not written again while it may still be read: no more than 4096 are under way.
        if (request.verb == Verb::write) {
          counters[i % 4096] = value;
          request.local = slot(i);
        }
        request.remote = slot(i);
        return request;
      },
      [](const Arrival&) {}));
  EXPECT_EQ(flood.done.twice + flood.arrived.twice, 0u);
  EXPECT_EQ(flood.done.all, 100000u);
  EXPECT_EQ(flood.arrived.all, 100000u);
  EXPECT_GT(flood.refused, 0u) << "nothing was ever busy: the target was not slow enough to test anything";
  for (std::uint32_t i = 100000 - 4096; i < 100000; ++i) {
    std::uint64_t found = 0;
    std::memcpy(&found, &pair->two.heap[slot(i)], 8);
    EXPECT_EQ(found % 4096, i % 4096);
  }
}

TEST_P(WirePressureOver, EagerSendsToASlowTargetKeepTheirBytes) {
  constexpr std::uint32_t count = 5000;
  Flood flood{count, 5};
  std::uint32_t wrong = 0;
  const auto bytes_of = [](std::uint32_t i) { return i % 5 == 0 ? 0 : i % WireEnd::eager_max; };
  ASSERT_TRUE(flood.run(
      *pair,
      [&](std::uint32_t i) {
        WorkRequest request = request_to(1, Verb::send, static_cast<std::uint32_t>(bytes_of(i)), i);
        CpuMessage message;
        message.value = i;
        request.message = pack(message);
        request.local = (std::uint64_t{i} % 1500) * 2048;
        std::fill_n(&pair->one.heap[request.local], request.bytes, static_cast<unsigned char>(i));
        return request;
      },
      [&](const Arrival& arrival) {
        const auto byte = static_cast<unsigned char>(arrival.immediate);
        const bool right =
            arrival.has_message && arrival.message.value == arrival.immediate &&
            arrival.bytes.size() == bytes_of(arrival.immediate) &&
            std::all_of(arrival.bytes.begin(), arrival.bytes.end(), [&](auto one) { return one == byte; });
        if (!right) ++wrong;
      }));
  EXPECT_EQ(flood.done.twice + flood.arrived.twice + wrong, 0u);
}

TEST_P(WirePressureOver, LargeWritesAndReadsBothWaysAtOnceAllComeRight) {
  constexpr std::uint32_t count = 64;
  constexpr std::uint32_t bytes = 64 << 10;
  // The first megabyte is sent, the second arrives, the third is read.
  for (std::uint32_t i = 0; i < (1 << 20); ++i) {
    pair->one.heap[i] = static_cast<unsigned char>(i % 253);
    pair->two.heap[i] = static_cast<unsigned char>(i % 251);
  }
  std::uint32_t posted[2] = {0, 0};
  WireEnd* ends[2] = {&pair->one, &pair->two};
  ASSERT_TRUE(pair->until([&] {
    bool all = true;
    for (std::uint16_t i = 0; i < 2; ++i) {
      const bool reads = posted[i] % 2;
      WorkRequest request = request_to(1 - i, reads ? Verb::read : Verb::write, bytes, posted[i]);
      const std::uint64_t piece = std::uint64_t{posted[i] / 2 % 16} * bytes;
      request.local = reads ? (2 << 20) + piece : piece;
      request.remote = reads ? piece : (1 << 20) + piece;
      if (posted[i] < count && ends[i]->wire.post(request, posted[i]) == Post::accepted) ++posted[i];
      all = all && ends[i]->done.size() == count && ends[i]->arrivals.size() == count / 2;
    }
    return all;
  }));
  EXPECT_EQ(std::memcmp(&pair->two.heap[1 << 20], &pair->one.heap[0], 1 << 20), 0);
  EXPECT_EQ(std::memcmp(&pair->one.heap[1 << 20], &pair->two.heap[0], 1 << 20), 0);
  EXPECT_EQ(std::memcmp(&pair->one.heap[2 << 20], &pair->two.heap[0], 1 << 20), 0);
}

INSTANTIATE_TEST_SUITE_P(Each, WirePressureOver, wire_kinds, called);

}  // namespace
}  // namespace gin::test
