// Event counts: a wake-up between a look and going to sleep must not be lost, and who parked first goes first.
#include "core/sim/gate.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <deque>
#include <tuple>
#include <vector>

#include "tests/unit/small_world.hpp"

namespace gin {
namespace {

struct Sleeper {
  Sleeper(std::vector<int>& woken_in, int number_in) : woken(woken_in), number(number_in) {
    waiter.woken = sim::action<&Sleeper::wake>(*this);
  }
  Sleeper(const Sleeper&) = delete;
  Sleeper& operator=(const Sleeper&) = delete;
  void wake(std::uint64_t) { woken.push_back(number); }
  bool parked() const { return waiter.first != nullptr; }
  std::vector<int>& woken;
  int number;
  sim::Waiter waiter;
};

TEST(Gate, WaitersWakeInTheOrderInWhichTheyParkedAndOnce) {
  sim::Gate gate;
  std::vector<int> woken;
  Sleeper a(woken, 1), b(woken, 2), c(woken, 3);
  gate.park(b.waiter);
  gate.park(c.waiter);
  gate.park(a.waiter);
  EXPECT_TRUE(gate.has_waiters());
  gate.notify();
  EXPECT_EQ(woken, (std::vector{2, 3, 1}));
  EXPECT_FALSE(gate.has_waiters());
  EXPECT_FALSE(a.parked());
  gate.notify();
  EXPECT_EQ(woken.size(), 3u);
  EXPECT_EQ(gate.observe(), 2u);
}

TEST(Gate, AnyWaiterMayLeaveAndParkAgain) {
  for (int leaver = 0; leaver < 3; ++leaver) {
    sim::Gate gate;
    std::vector<int> woken;
    Sleeper sleepers[] = {{woken, 0}, {woken, 1}, {woken, 2}};
    for (Sleeper& sleeper : sleepers) gate.park(sleeper.waiter);
    sleepers[leaver].waiter.unlink();
    EXPECT_FALSE(sleepers[leaver].parked());
    gate.park(sleepers[leaver].waiter);
    gate.notify();
    std::vector<int> expected = {0, 1, 2};
    expected.erase(expected.begin() + leaver);
    expected.push_back(leaver);
    EXPECT_EQ(woken, expected);
  }
}

RC_GTEST_PROP(Gate, ParkingLeavingAndWakingKeepTheOrderOfAList, ()) {
  constexpr int everybody = 6;
  const auto steps = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, everybody + 1));
  sim::Gate gate;
  std::vector<int> woken;
  std::vector<int> list;
  std::vector<int> expected;
  std::deque<Sleeper> sleepers;
  for (int i = 0; i < everybody; ++i) sleepers.emplace_back(woken, i);
  for (const int who : steps) {
    if (who == everybody) {
      gate.notify();
      expected.insert(expected.end(), list.begin(), list.end());
      list.clear();
    } else if (Sleeper& sleeper = sleepers[static_cast<std::size_t>(who)]; sleeper.parked()) {
      sleeper.waiter.unlink();
      std::erase(list, who);
    } else {
      gate.park(sleeper.waiter);
      list.push_back(who);
    }
    RC_ASSERT(woken == expected);
    RC_ASSERT(gate.has_waiters() == !list.empty());
  }
}

TEST(Idle, ANotifyBetweenTheLookAndIdlingIsNotLost) {
  Machine machine = test::still_machine();
  machine.gpu[Cost::word_poll] = Duration{100};
  test::SmallWorld small(machine);
  sim::Gate gate;
  bool returned = false;
  VirtualEnv& env = small.spawn([&](VirtualEnv& self) {
    const std::uint64_t seen = self.observe(gate);
    self.charge(Cost::word_poll, 1);  // the notify falls into this look
    returned = self.idle(gate, seen, {}, Instant::never());
  });
  small.at(env.actor(), Instant{50}, [&] { gate.notify(); });
  small.run();
  EXPECT_TRUE(returned);
  EXPECT_EQ(small.world.now(), Instant{100});
}

TEST(Idle, ASleeperWakesAtTheMomentOfTheNotify) {
  test::SmallWorld small;
  sim::Gate gate;
  std::vector<std::int64_t> woken;
  VirtualEnv& env = small.spawn([&](VirtualEnv& self) {
    for (int i = 0; i < 2; ++i) {
      ASSERT_TRUE(self.idle(gate, self.observe(gate), {}, Instant::never()));
      woken.push_back(small.world.now().ps);
    }
  });
  small.at(env.actor(), Instant{50}, [&] { gate.notify(); });
  small.at(env.actor(), Instant{70}, [&] { gate.notify(); });
  small.run();
  EXPECT_EQ(woken, (std::vector<std::int64_t>{50, 70}));
  EXPECT_TRUE(env.finished());
}

TEST(Idle, WithoutANotifyTheLimitEndsTheSleepAndTheGateForgetsTheSleeper) {
  test::SmallWorld small;
  sim::Gate gate;
  std::vector<bool> answers;
  small.spawn([&](VirtualEnv& self) {
    answers.push_back(self.idle(gate, self.observe(gate), {}, self.limit({Duration{30}})));
    EXPECT_FALSE(gate.has_waiters());
    answers.push_back(self.idle(gate, self.observe(gate), {}, self.limit({Duration{0}})));
  });
  small.run();
  EXPECT_EQ(answers, (std::vector{false, false}));
  EXPECT_EQ(small.world.now(), Instant{30});
}

TEST(Idle, TheTimerOfAnEarlierSleepDoesNotCutShortALaterOne) {
  test::SmallWorld small;
  sim::Gate gate;
  std::vector<std::tuple<bool, std::int64_t>> answers;
  VirtualEnv& env = small.spawn([&](VirtualEnv& self) {
    for (const std::int64_t within : {30, 100}) {
      const bool woken = self.idle(gate, self.observe(gate), {}, self.limit({Duration{within}}));
      answers.emplace_back(woken, small.world.now().ps);
    }
  });
  small.at(env.actor(), Instant{10}, [&] { gate.notify(); });
  small.at(env.actor(), Instant{60}, [&] { gate.notify(); });
  small.run();
  EXPECT_EQ(answers, (decltype(answers){{true, 10}, {true, 60}}));
}

TEST(Idle, AWordWaiterWakesForItsOwnBytesOnly) {
  test::SmallWorld small;
  std::vector<std::int64_t> looks;
  VirtualEnv& env = small.spawn([&](VirtualEnv& self) {
    sim::Gate gate;
    const Waiting why{.of = Waiting::Of::word, .at = 64};
    wait(self, Cost::word_poll, gate, Instant::never(), why, [&](Waiting&) {
      looks.push_back(small.world.now().ps);
      return small.word<std::uint64_t>(64) == 1;
    });
  });
  const auto written = [&](std::int64_t when, std::uint64_t offset, std::uint64_t bytes, std::uint64_t value) {
    small.at(env.actor(), Instant{when}, [&small, offset, bytes, value] {
      small.word<std::uint64_t>(64) = value;
      small.world.written(Pe{0}, offset, bytes, Delivery::value, {});
    });
  };
  written(10, 56, 8, 0);  // ends where the word begins
  written(20, 72, 8, 0);  // begins where it ends
  written(30, 71, 1, 0);  // its last byte
  written(40, 0, 65, 1);  // its first one
  written(50, 64, 8, 1);  // nobody waits any more
  small.run();
  EXPECT_EQ(looks, (std::vector<std::int64_t>{0, 30, 40}));
  EXPECT_TRUE(small.world.pes[0].parked.empty());
}

}  // namespace
}  // namespace gin
