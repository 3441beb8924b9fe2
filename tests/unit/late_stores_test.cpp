#include "core/env/late_stores.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <vector>

namespace gin {
namespace {

constexpr Pe own_pe{0}, neighbour{1};
constexpr Instant at_once{}, soon{1000}, afterwards{2000};

struct There {
  std::array<unsigned char, 256> bytes{};
  LateStores::Store store(std::uint64_t offset, std::uint64_t count, std::uint32_t number, bool is_signal = false) {
    return {0, neighbour, bytes.data() + offset, count, number, is_signal};
  }
  Access view(bool writes) const {
    return {.pe = neighbour, .writes = writes, .data = bytes.data(), .footprint_bytes = 256};
  }
};

Instant arrival(LateStores& stores, const LateStores::Store& store, Instant earliest) {
  return stores.arrival(store, earliest, {});
}

TEST(LateStoresOfAMachine, KeepTheOrderOfOnePlaceOnly) {
  There there;
  sim::Simulation clock;
  LateStores stores(clock, own_pe, false);
  EXPECT_EQ(arrival(stores, there.store(0, 8, 1), soon), soon);
  EXPECT_EQ(arrival(stores, there.store(4, 8, 2), at_once), soon);
  EXPECT_EQ(arrival(stores, there.store(16, 8, 3), at_once), at_once);
}

TEST(LateStoresOfAMachine, AreWaitedForByLoadsOfThatPlace) {
  There there;
  sim::Simulation clock;
  LateStores stores(clock, own_pe, false);
  arrival(stores, there.store(0, 8, 1), soon);
  EXPECT_EQ(stores.before_load(there.store(0, 4, 2)), soon);
  EXPECT_EQ(stores.before_load(there.store(8, 8, 2)), at_once);
}

TEST(LateStoresByContract, KeepOnlyTheOrderOfAFence) {
  There there;
  sim::Simulation clock;
  LateStores stores(clock, own_pe, true);
  EXPECT_EQ(arrival(stores, there.store(0, 8, 1), soon), soon);
  EXPECT_EQ(arrival(stores, there.store(0, 8, 2), at_once), at_once);
  stores.fence(0);
  EXPECT_EQ(arrival(stores, there.store(16, 8, 3), at_once), soon);
  EXPECT_EQ(stores.before_load(there.store(64, 8, 4)), soon);
  EXPECT_EQ(stores.all_there(0), soon);
  EXPECT_EQ(stores.all_there(1), at_once);
}

TEST(LateStoresByContract, HoldASignalForItsOwnPayload) {
  There there;
  sim::Simulation clock;
  LateStores stores(clock, own_pe, true);
  arrival(stores, there.store(0, 8, 1), afterwards);
  arrival(stores, there.store(8, 8, 2), soon);
  EXPECT_EQ(arrival(stores, there.store(16, 8, 2, true), at_once), soon);
}

TEST(LateStoresOfLanes, AreTakenOutAgainAndSeenByTheirAgent) {
  There there;
  sim::Simulation clock;
  LateStores stores(clock, own_pe, false);
  const Access writes = there.view(true), reads = there.view(false);
  stores.begin(&writes, &writes + 1);
  there.bytes[3] = 42;
  stores.end(0);
  EXPECT_EQ(there.bytes[3], 0);
  const LateStores::Piece stored = stores.stored(writes);
  ASSERT_EQ(stored.data.size(), 1U);
  stores.arrival({0, neighbour, stored.begin(), stored.span(), 0, false}, soon, stored);

  stores.begin(&reads, &reads + 1);
  EXPECT_EQ(there.bytes[3], 42);
  stores.end(0);
  EXPECT_EQ(there.bytes[3], 0);
  stored.store();
  EXPECT_EQ(there.bytes[3], 42);
}

TEST(LateStoresOfLanes, AreNoLongerTheirAgentsWhenTheyAreThere) {
  There there;
  sim::Simulation clock;
  LateStores stores(clock, own_pe, false);
  LateStores::Piece stored;
  const unsigned char own = 42;
  stored.add(there.bytes.data(), &own, 1);
  stores.arrival(there.store(0, 1, 0), soon, stored);
  ASSERT_TRUE(clock.try_advance(clock.add_actor(), afterwards));
  there.bytes[0] = 7;  // another's since
  const Access reads = there.view(false);
  stores.begin(&reads, &reads + 1);
  EXPECT_EQ(there.bytes[0], 7);
  stores.end(0);
}

TEST(LateStoresOfLanes, ComeInPiecesOfWhatHasChanged) {
  There there;
  sim::Simulation clock;
  LateStores stores(clock, own_pe, false);
  const Access writes = there.view(true);
  stores.begin(&writes, &writes + 1);
  for (std::size_t i = 0; i < 256; i += 2) there.bytes[i] = 1;
  stores.end(0);
  const LateStores::Piece stored = stores.stored(writes);
  EXPECT_EQ(stored.data.size(), 128U);
  there.bytes[1] = 7;  // another's meanwhile
  stored.store();
  EXPECT_EQ(there.bytes[0], 1);
  EXPECT_EQ(there.bytes[1], 7);
  EXPECT_EQ(there.bytes[254], 1);
}

TEST(LateStoresOfLanes, AreCutAtAnyByteOfThem) {
  There there;
  const std::vector<unsigned char> data = {1, 2, 3, 4, 5, 6, 7};
  LateStores::Piece all;
  all.add(there.bytes.data(), data.data(), 3);
  all.add(there.bytes.data() + 10, data.data() + 3, 4);
  for (std::uint64_t begin = 0; begin <= data.size(); ++begin)
    for (std::uint64_t bytes = 0; begin + bytes <= data.size(); ++bytes) {
      std::vector<unsigned char> together;
      std::ranges::fill(there.bytes, 0);
      for (const LateStores::Piece& piece : all.cut(begin, bytes)) {
        EXPECT_FALSE(piece.data.empty());
        together.insert(together.end(), piece.data.begin(), piece.data.end());
        piece.store();
      }
      EXPECT_EQ(together, data);
      EXPECT_EQ(there.bytes[2], 3);
      EXPECT_EQ(there.bytes[3], 0);
      EXPECT_EQ(there.bytes[10], 4);
      EXPECT_EQ(there.bytes[13], 7);
      const std::uint64_t inner =
          (begin > 0 ? 1u : 0u) + (bytes > 0 ? 1u : 0u) + (begin + bytes < data.size() ? 1u : 0u);
      EXPECT_EQ(all.cut(begin, bytes).size(), inner);
    }
}

}  // namespace
}  // namespace gin
