// The NIC's contexts: least recently used goes, fetches overlap as many as there may be, a fetch is one for all.
#include "nic/connection_cache.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <deque>

namespace gin::emulated {
namespace {

constexpr Duration one_fetch = nanoseconds(900);

Instant at_ns(std::int64_t ns) {
  return Instant{} + nanoseconds(ns);
}

TEST(ConnectionCache, WithoutALimitNothingIsEverFetched) {
  ConnectionCache cache({0, one_fetch, 1});
  for (std::uint64_t i = 0; i < 1000; ++i) EXPECT_LT(cache.look_up(i, at_ns(0)), at_ns(0));
  EXPECT_EQ(cache.misses(), 0);
}

TEST(ConnectionCache, TheLeastRecentlyUsedMakesRoom) {
  ConnectionCache cache({2, one_fetch, 3});
  cache.look_up(1, at_ns(0));
  cache.look_up(2, at_ns(10'000));
  cache.look_up(1, at_ns(20'000));
  cache.look_up(3, at_ns(30'000));  // 2 goes
  EXPECT_EQ(cache.misses(), 3);
  cache.look_up(1, at_ns(40'000));
  EXPECT_EQ(cache.misses(), 3);
  EXPECT_EQ(cache.look_up(2, at_ns(50'000)), at_ns(50'900));
  EXPECT_EQ(cache.misses(), 4);
}

TEST(ConnectionCache, WhoAsksForWhatIsBeingFetchedWaitsForTheSameFetch) {
  ConnectionCache cache({2, one_fetch, 1});
  EXPECT_EQ(cache.look_up(7, at_ns(100)), at_ns(1000));
  EXPECT_EQ(cache.look_up(7, at_ns(500)), at_ns(1000));
  EXPECT_EQ(cache.look_up(7, at_ns(5000)), at_ns(1000));
  EXPECT_EQ(cache.misses(), 1);
}

TEST(ConnectionCache, FetchesBeginAShareOfTheirLatencyApart) {
  ConnectionCache cache({8, one_fetch, 3});
  for (std::uint64_t i = 0; i < 4; ++i)
    EXPECT_EQ(cache.look_up(i, at_ns(0)), at_ns(900 + 300 * static_cast<std::int64_t>(i)));
  EXPECT_EQ(cache.look_up(9, at_ns(100'000)), at_ns(100'900));
}

RC_GTEST_PROP(ConnectionCache, HoldsWhatAListInOrderOfUseHolds, ()) {
  const auto entries = *rc::gen::inRange<std::int64_t>(1, 10);
  const auto asked = *rc::gen::container<std::vector<std::uint64_t>>(rc::gen::inRange<std::uint64_t>(0, 15));
  ConnectionCache cache({entries, one_fetch, 4});
  std::deque<std::uint64_t> by_use;
  std::int64_t missing = 0;
  for (const std::uint64_t one : asked) {
    const auto held = std::find(by_use.begin(), by_use.end(), one);
    if (held == by_use.end())
      ++missing;
    else
      by_use.erase(held);
    by_use.push_front(one);
    if (static_cast<std::int64_t>(by_use.size()) > entries) by_use.pop_back();
    cache.look_up(one, at_ns(missing));
    RC_ASSERT(cache.misses() == missing);
  }
}

}  // namespace
}  // namespace gin::emulated
