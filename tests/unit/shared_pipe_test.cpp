// Users of a pipe take turns: what is short passes, and all together take what they take one after the other.
#include "core/sim/shared_pipe.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <vector>

namespace gin::sim {
namespace {

constexpr std::int64_t quantum = 10;

/// A byte takes a nanosecond.
SharedPipe pipe(std::int64_t each = quantum) {
  return {Bandwidth{1'000'000'000}, Bytes{each}};
}

constexpr Instant at(std::int64_t ns) {
  return Instant{} + nanoseconds(ns);
}

std::pair<Instant, Instant> told(const SharedPipe::Turns& turns) {
  return {turns.begin, turns.end};
}

TEST(SharedPipe, ServesOneUserOneTransferAfterAnother) {
  SharedPipe one = pipe();
  EXPECT_EQ(told(one.reserve(at(5), Bytes{100}, 1)), std::pair(at(5), at(105)));
  EXPECT_EQ(told(one.reserve(at(6), Bytes{1}, 1)), std::pair(at(105), at(106)));
  EXPECT_EQ(told(one.reserve(at(200), Bytes{1}, 1)), std::pair(at(200), at(201)));
}

TEST(SharedPipe, LetsWhatIsShortPassAfterOneQuantumOfEachOther) {
  SharedPipe one = pipe();
  one.reserve(at(0), Bytes{1000}, 1);
  EXPECT_EQ(told(one.reserve(at(100), Bytes{5}, 2)), std::pair(at(110), at(115)));
  EXPECT_EQ(told(one.reserve(at(110), Bytes{5}, 3)), std::pair(at(130), at(135)));
  EXPECT_EQ(one.late(at(0)), nanoseconds(1010));
}

TEST(SharedPipe, GivesWhatIsLongARoundForEachQuantum) {
  SharedPipe one = pipe();
  one.reserve(at(0), Bytes{1000}, 1);
  EXPECT_EQ(told(one.reserve(at(0), Bytes{100}, 2)), std::pair(at(10), at(10 + 100 + 9 * 10)));
  // Longer than the other: it ends when everything is through.
  EXPECT_EQ(told(one.reserve(at(0), Bytes{5000}, 3)), std::pair(at(20), at(6100)));
}

TEST(SharedPipe, OwesWhatPassedOthersToThoseWhoComeLater) {
  SharedPipe one = pipe();
  one.reserve(at(0), Bytes{100}, 1);
  one.reserve(at(0), Bytes{10}, 2);
  one.reserve(at(20), Bytes{10}, 2);
  EXPECT_EQ(told(one.reserve(at(100), Bytes{50}, 3)), std::pair(at(110), at(170)));
}

TEST(SharedPipe, WithoutAQuantumNobodyPasses) {
  SharedPipe one = pipe(0);
  one.reserve(at(0), Bytes{1000}, 1);
  EXPECT_EQ(told(one.reserve(at(100), Bytes{5}, 2)), std::pair(at(1000), at(1005)));
}

struct Asked {
  std::int64_t after, bytes;
  std::uint64_t user;
};

RC_GTEST_PROP(SharedPipe, KeepsEachUsersOrderAndIsNeverBusyForLonger, ()) {
  const auto some = rc::gen::inRange<std::int64_t>(0, 60);
  const auto asked = *rc::gen::container<std::vector<Asked>>(
      rc::gen::construct<Asked>(some, some, rc::gen::inRange<std::uint64_t>(1, 6)));
  SharedPipe turns = pipe(), whole = pipe(0);
  std::map<std::uint64_t, Instant> own;
  Instant now;
  for (const Asked& one : asked) {
    now = now + nanoseconds(one.after);
    const SharedPipe::Turns given = turns.reserve(now, Bytes{one.bytes}, one.user);
    const SharedPipe::Turns behind = whole.reserve(now, Bytes{one.bytes}, one.user);
    RC_ASSERT(given.begin >= std::max(now, own[one.user]));
    RC_ASSERT(given.end - given.begin >= nanoseconds(one.bytes));
    RC_ASSERT(given.begin <= behind.begin && given.end <= behind.end);
    RC_ASSERT(given.work.begin == behind.begin && given.work.end == behind.end);
    own[one.user] = given.end;
  }
  RC_ASSERT(turns.late(now) == whole.late(now));
}

/// One quantum of each in turn, as long as it has any left; returns when each has its last byte.
std::vector<Instant> round_by_round(std::vector<std::int64_t> left) {
  std::vector<Instant> ends(left.size());
  Instant now;
  for (bool more = true; more;) {
    more = false;
    for (std::size_t user = 0; user < left.size(); ++user) {
      if (left[user] == 0) continue;
      const std::int64_t part = std::min(left[user], quantum);
      now = now + nanoseconds(part);
      if ((left[user] -= part) == 0) ends[user] = now;
      more = true;
    }
  }
  return ends;
}

RC_GTEST_PROP(SharedPipe, EndsWhereQuantaOneByOneEndForThoseWhoAllBringAsMuch, (bool)) {
  const auto users = *rc::gen::inRange<std::size_t>(1, 9);
  const auto bytes = quantum * *rc::gen::inRange<std::int64_t>(1, 30);
  SharedPipe one = pipe();
  Instant last;
  for (std::size_t user = 0; user < users; ++user) last = one.reserve({}, Bytes{bytes}, user + 1).end;
  RC_ASSERT(last == round_by_round(std::vector(users, bytes)).back());
}

RC_GTEST_PROP(SharedPipe, TellsWhoAsksLastWhenQuantaOneByOneEndOrALittleLater, ()) {
  auto bytes =
      *rc::gen::nonEmpty(rc::gen::container<std::vector<std::int64_t>>(rc::gen::inRange<std::int64_t>(1, 300)));
  SharedPipe one = pipe();
  Instant last;
  std::int64_t others = -1;
  for (const std::int64_t each : bytes)
    last = one.reserve({}, Bytes{each}, static_cast<std::uint64_t>(++others) + 1).end;
  // Others that bring less than it does are through sooner than it can know.
  RC_ASSERT(round_by_round(bytes).back() <= last);
  RC_ASSERT(last <= Instant{} + nanoseconds(bytes.back() + others * (bytes.back() + quantum)));
}

}  // namespace
}  // namespace gin::sim
