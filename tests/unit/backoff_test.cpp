// How threads wait: for long only asleep, and woken by whoever moves something.
#include "core/env/backoff.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace gin {
namespace {

TEST(Bell, WakesWhoAnnouncedBeforeItRang) {
  Bell bell;
  const std::uint64_t seen = bell.announce();
  bell.ring();
  // Had it not rung for this sleeper, the test would hang here.
  EXPECT_NE(bell.sleep(seen, std::chrono::hours(1)), seen);
  bell.withdraw();
}

TEST(Bell, RingsForNobodyWhereNobodySleeps) {
  Bell bell;
  bell.ring();
  const std::uint64_t seen = bell.announce();
  EXPECT_EQ(bell.sleep(seen, std::chrono::microseconds(1)), seen);
  bell.withdraw();
  bell.ring();
  EXPECT_EQ(bell.announce(), seen);
  bell.withdraw();
}

TEST(Bell, WakesASleeperOfAnotherThread) {
  Bell bell;
  std::atomic<bool> news{false};
  std::thread sleeper([&] {
    std::uint64_t seen = bell.announce();
    while (!news) seen = bell.sleep(seen, std::chrono::hours(1));
    bell.withdraw();
  });
  news = true;
  bell.ring();
  sleeper.join();
}

TEST(Backoff, LooksOnceMoreBetweenItsAnnouncementAndItsSleep) {
  Bell bell;
  Backoff backoff(bell, {.at_once = 1, .yields = 1, .hears_the_bell = true});
  backoff.pause();
  backoff.pause();
  EXPECT_EQ(bell.announce(), 0U);
  bell.ring();  // for the announcement above, and for nobody else so far
  bell.withdraw();
  backoff.pause();  // announces
  bell.ring();
  EXPECT_EQ(bell.announce(), 2U);
  bell.withdraw();
  backoff.pause();  // sleeps for no time: it has rung since
  backoff.reset();
  bell.ring();
  EXPECT_EQ(bell.announce(), 2U);  // it has withdrawn
  bell.withdraw();
}

TEST(Backoff, OnSharedCoresNobodyIsWokenForOthers) {
  Bell bell;
  Backoff backoff(bell, {.at_once = 0, .yields = 0});
  for (int i = 0; i < 3; ++i) backoff.pause();
  bell.ring();
  EXPECT_EQ(bell.announce(), 0U);
  bell.withdraw();
}

}  // namespace
}  // namespace gin
