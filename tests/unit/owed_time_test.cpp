// Time that is owed must not show: an actor whose clock follows later does everything at the moment, in the order
// and with the critical path that it would have had if each charge had moved the clock at once.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <deque>
#include <ostream>
#include <string>
#include <vector>

#include "tests/unit/small_world.hpp"

namespace gin {
namespace {

enum class Act {
  charge,
  settle,
  copy,
  add,
  drain,
  notify,  // a flag is set, then its gate notified: whoever waits for it goes on
  store,   // the same by a word of the heap
  ring,    // the same by a doorbell, a posted write
  wait     // for the oldest of these that the other actor did and that nobody waited for
};

struct OwingStep {
  bool second;  // which of the two actors
  Act act;
  std::uint32_t number;
};
using Program = std::vector<OwingStep>;

/// For a program that fails; found by rapidcheck.
void showValue(const OwingStep& step, std::ostream& out) {
  constexpr const char* names[] = {"charge", "settle", "copy", "add", "drain", "notify", "store", "ring", "wait"};
  out << (step.second ? "B " : "A ") << names[static_cast<int>(step.act)] << " " << step.number;
}

/// The environment as the code under test would see it if the clock followed at once.
struct Prompt {
  using Gate = VirtualEnv::Gate;
  using Limit = VirtualEnv::Limit;
  VirtualEnv& env;
  bool prompt;
  void charge(Cost cost, std::uint32_t times) {
    env.charge(cost, times);
    if (prompt) env.settle();
  }
  void settle(Scope scope = Scope::system) { env.settle(scope); }
  bool touch(const Access& access, std::uint64_t lanes) { return env.touch(access, lanes); }
  std::uint64_t observe(Gate& gate) { return env.observe(gate); }
  bool idle(Gate& gate, std::uint64_t seen, const Waiting& why, Limit limit) {
    return env.idle(gate, seen, why, limit);
  }
  void count(Count count, std::uint64_t n) { env.count(count, n); }
  std::uint32_t lane() const { return env.lane(); }
};

Machine machine() {
  Machine machine = test::still_machine();
  for (std::uint32_t i = 0; i < cost_count; ++i) machine.gpu.cost[i] = Duration{(i * 7 + 3) % 20};
  machine.gpu[Cost::group] = {};  // some work costs nothing
  machine.memory.l2_load = Duration{40};
  std::ranges::fill(machine.posted.time, Duration{25});
  return machine;
}

constexpr Cost costs[] = {Cost::call, Cost::gpu_build, Cost::gpu_publish, Cost::group, Cost::proxy_decode};

class Run {
 public:
  /// At `restart`, if ever, measuring begins and all chains are forgotten.
  Run(const Program& program, bool prompt, Instant restart = {-1})
      : program_(program), prompt_(prompt), small_(machine()) {
    if (restart.ps >= 0)
      small_.at(small_.world.simulation.add_actor(), restart,
                [this, restart] { small_.world.path.restart(restart); });
    for (std::size_t i = 0; i < program.size(); ++i) signals_.emplace_back();
    small_.rung = [this](const Doorbell& doorbell) {
      small_.world.waker = doorbell.cause;
      auto& signal = static_cast<Signal&>(doorbell.queue);
      signal.flag = 1;
      signal.gate.notify();
    };
    VirtualEnv* envs[2];
    for (const bool second : {false, true})
      envs[second ? 1 : 0] = &small_.spawn([this, second](VirtualEnv& env) { body(env, second); });
    small_.run();
    for (const std::vector<std::string>& moments : moments_)
      record_.insert(record_.end(), moments.begin(), moments.end());
    for (const VirtualEnv* env : envs) {
      RC_ASSERT(env->finished());
      for (const sim::CausalPath::Share& share : small_.world.path.shares(env->chain()))
        note(share.item + " " + std::to_string(share.time.ps) + " x" + std::to_string(share.count));
    }
    note("digest " + std::to_string(small_.world.ledger.digest().value()));
    for (const std::int64_t counter : small_.world.ledger.counters) note(std::to_string(counter));
  }
  /// Where each actor was after each of its steps, its critical path, what was delivered when.
  const std::vector<std::string>& record() const { return record_; }
  Instant end() const { return small_.world.now(); }

 private:
  struct Signal : FabricQueue {
    Signal() { queue.fabric = this; }
    std::uint64_t flag = 0;
    sim::Gate gate;
    SendQueue<VirtualEnv> queue;
  };
  static constexpr std::uint64_t words_max = 200;
  static constexpr std::uint64_t bulk = 2048;

  void note(std::string line) { record_.push_back(std::move(line)); }

  void body(VirtualEnv& env, bool second) {
    // Both actors read the whole program, so they agree on which wait belongs to which signal.
    std::array<std::deque<std::size_t>, 2> open;
    for (std::size_t i = 0; i < program_.size(); ++i) {
      const OwingStep& step = program_[i];
      const bool mine = step.second == second;
      std::size_t awaited = i;
      if (step.act == Act::notify || step.act == Act::store || step.act == Act::ring)
        open[step.second ? 0 : 1].push_back(i);
      if (step.act == Act::wait) {
        std::deque<std::size_t>& mailbox = open[step.second ? 1 : 0];
        if (mailbox.empty()) continue;
        awaited = mailbox.front();
        mailbox.pop_front();
      }
      if (!mine) continue;
      act(env, step, i, awaited);
      moments_[second ? 1 : 0].push_back("step " + std::to_string(i) + " done at " +
                                         std::to_string(env.limit({}).ps));
    }
    env.settle();
  }

  void act(VirtualEnv& env, const OwingStep& step, std::size_t at, std::size_t awaited) {
    Prompt mine{env, prompt_};
    const Cost cost = costs[(at + step.number) % std::size(costs)];
    switch (step.act) {
      case Act::charge:
        // Up to 18 in a row: more than an actor notes.
        for (std::size_t i = 0; i < step.number * 6; ++i) mine.charge(costs[(at + i) % std::size(costs)], 1);
        return;
      case Act::settle:
        return env.settle();
      case Act::copy:
        return env.copy({Copy::Kind::store, Pe{0}, bulk, bulk + 1024, step.number * 100});
      case Act::add:
        return static_cast<void>(env.atomic({Pe{0}, bulk, Amo::add, step.number, 0, false}));
      case Act::drain:
        return env.drain();
      case Act::notify:
        env.settle();
        signals_[at].flag = 1;
        mine.charge(cost, step.number);
        return env.notify(signals_[at].gate);
      case Act::store:
        return env.store({Pe{0}, at % words_max * 8, 1, 8});
      case Act::ring:
        return env.post(signals_[at].queue, 1);
      case Act::wait:
        return await(env, awaited);
    }
  }

  void await(VirtualEnv& env, std::size_t awaited) {
    Prompt mine{env, prompt_};
    Signal& signal = signals_[awaited];
    const Act by = program_[awaited].act;
    const std::uint64_t offset = awaited % words_max * 8;
    Waiting why;
    if (by == Act::store) why = {.of = Waiting::Of::word, .at = offset};
    const auto look = [&](Waiting&) {
      return by == Act::store ? small_.word<std::uint64_t>(offset) == 1 : signal.flag == 1;
    };
    wait(mine, Cost::word_poll, signal.gate, Instant::never(), why, look);
  }

  const Program& program_;
  const bool prompt_;
  test::SmallWorld small_;
  std::deque<Signal> signals_;
  std::array<std::vector<std::string>, 2> moments_;  // by actor: how far it was after each of its steps
  std::vector<std::string> record_;
};

rc::Gen<Program> programs(const std::vector<Act>& acts) {
  const auto step =
      rc::gen::construct<OwingStep>(rc::gen::arbitrary<bool>(), rc::gen::elementOf(acts), rc::gen::inRange(0u, 4u));
  return rc::gen::scale(2.0, rc::gen::container<Program>(step));
}

const std::vector<Act> acts_in_memory = {Act::charge, Act::charge, Act::charge, Act::charge,
                                         Act::copy,   Act::add,    Act::settle, Act::drain,
                                         Act::wait,   Act::wait,   Act::notify, Act::store};

RC_GTEST_PROP(OwedTime, GivesTheClockAndTheCriticalPathOfTimeThatIsChargedAtOnce, ()) {
  std::vector<Act> acts = acts_in_memory;
  acts.push_back(Act::ring);
  const Program program = *programs(acts);
  RC_ASSERT(Run(program, false).record() == Run(program, true).record());
}

RC_GTEST_PROP(OwedTime, IsMeasuredFromTheMomentAtWhichMeasuringBegins, ()) {
  const Program program = *programs(acts_in_memory);
  const Instant end = Run(program, true).end();
  const Instant restart{*rc::gen::inRange<std::int64_t>(0, end.ps + 2)};
  RC_ASSERT(Run(program, false, restart).record() == Run(program, true, restart).record());
}

TEST(OwedTime, TheClockFollowsWhenSomethingDependsOnIt) {
  test::SmallWorld small(machine());
  sim::Gate gate;
  const std::int64_t call = machine().gpu[Cost::call].ps;
  ASSERT_GT(call, 0);
  small.spawn([&](VirtualEnv& env) {
    env.charge(Cost::call, 2);
    EXPECT_EQ(small.world.now(), Instant{0});
    EXPECT_EQ(env.limit({}), Instant{2 * call});
    env.observe(gate);
    EXPECT_EQ(small.world.now(), Instant{2 * call});
    for (int i = 0; i < 17; ++i) env.charge(Cost::call, 1);
    EXPECT_EQ(small.world.now(), Instant{18 * call});  // one more than can be noted: what was noted is paid
    env.settle();
    EXPECT_EQ(small.world.now(), Instant{19 * call});
  });
  small.run();
}

}  // namespace
}  // namespace gin
