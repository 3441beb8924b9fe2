// A flow may move the clock on its own instead of asking for an event. That is a shortcut through the same
// history: nothing may come out in another order.
#include "core/sim/simulation.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <deque>
#include <tuple>

namespace gin::sim {
namespace {

struct Counter {
  int runs = 0;
  void run(std::uint64_t) { ++runs; }
};

TEST(Simulation, EventsRunInOrderAndTheClockFollowsThem) {
  struct Recorder {
    Simulation& simulation;
    std::vector<std::tuple<std::int64_t, std::uint32_t, std::uint64_t>> seen;
    void run(std::uint64_t argument) { seen.emplace_back(simulation.now().ps, simulation.cause().value, argument); }
  };
  Simulation simulation;
  const ActorId first = simulation.add_actor();
  const ActorId second = simulation.add_actor();
  Recorder recorder{simulation, {}};
  simulation.schedule(second, Instant{5}, action<&Recorder::run>(recorder, 1));
  simulation.schedule(first, Instant{5}, action<&Recorder::run>(recorder, 2));
  simulation.schedule(second, Instant{3}, action<&Recorder::run>(recorder, 3));
  simulation.schedule(first, Instant{5}, action<&Recorder::run>(recorder, 4));
  EXPECT_EQ(simulation.pending(), 4u);
  while (!simulation.idle()) simulation.step();
  EXPECT_EQ(recorder.seen, (decltype(recorder.seen){{3, 1, 3}, {5, 0, 2}, {5, 0, 4}, {5, 1, 1}}));
  EXPECT_EQ(simulation.events_run(), 4u);
}

TEST(Simulation, TheClockMovesOnItsOwnOnlyWhereNothingCouldComeBefore) {
  Simulation simulation;
  const ActorId below = simulation.add_actor();
  const ActorId self = simulation.add_actor();
  const ActorId above = simulation.add_actor();
  Counter counter;
  EXPECT_TRUE(simulation.try_advance(self, Instant{10}));  // nothing is pending at all
  EXPECT_EQ(simulation.now(), Instant{10});
  EXPECT_EQ(simulation.cause(), self);

  simulation.schedule(above, Instant{20}, action<&Counter::run>(counter));
  EXPECT_TRUE(simulation.try_advance(self, Instant{19}));
  EXPECT_TRUE(simulation.try_advance(self, Instant{20}));  // the event of `above` at that time comes after
  EXPECT_FALSE(simulation.try_advance(self, Instant{21}));
  EXPECT_EQ(simulation.now(), Instant{20});

  simulation.schedule(below, Instant{20}, action<&Counter::run>(counter));
  EXPECT_FALSE(simulation.try_advance(self, Instant{20}));  // that of `below` comes before
  simulation.step();
  simulation.step();
  EXPECT_EQ(counter.runs, 2);
  simulation.schedule(self, Instant{30}, action<&Counter::run>(counter));
  EXPECT_FALSE(simulation.try_advance(self, Instant{30}));  // and so does an own one that was asked for earlier
}

TEST(SimulationDeathTest, ThePastIsRefused) {
  Simulation simulation;
  const ActorId self = simulation.add_actor();
  Counter counter;
  ASSERT_TRUE(simulation.try_advance(self, Instant{10}));
  EXPECT_DEATH(simulation.schedule(self, Instant{9}, action<&Counter::run>(counter)), "when");
}

/// Flows that wait and now and then send each other something, with the shortcut or without.
class Flows {
 public:
  /// Per step: how long to wait, then to which flow something goes and how long it is under way.
  using Step = std::tuple<std::int64_t, std::uint32_t, std::int64_t>;
  using Record = std::vector<std::tuple<std::int64_t, std::uint32_t, std::uint32_t, std::uint64_t>>;

  Flows(const std::vector<std::vector<Step>>& scripts, bool shortcut) : shortcut_(shortcut) {
    for (std::uint32_t i = 0; i < scripts.size(); ++i)
      flows_.push_back({this, simulation_.add_actor(), Lane(ActorId{i}), &scripts[i], 0});
    for (Flow& flow : flows_) simulation_.schedule(flow.actor, Instant{0}, action<&Flow::go_on>(flow));
  }

  Record run() {
    while (!simulation_.idle()) simulation_.step();
    return record_;
  }
  std::uint64_t events_run() const { return simulation_.events_run(); }

 private:
  struct Flow {
    Flows* flows;
    ActorId actor;
    Lane lane;  // what is under way for one picosecond, all alike
    const std::vector<Step>* script;
    std::size_t next;

    void note(std::uint32_t what, std::uint64_t number) const {
      Simulation& simulation = flows->simulation_;
      flows->record_.emplace_back(simulation.now().ps, simulation.cause().value, what, number);
    }
    void received(std::uint64_t number) { note(actor.value, 1000 + number); }
    void go_on(std::uint64_t) {
      Simulation& simulation = flows->simulation_;
      for (;;) {
        note(actor.value, next);
        if (next > 0) send();
        if (next == script->size()) return;
        const Instant when = simulation.now() + Duration{std::get<0>((*script)[next++])};
        if (flows->shortcut_ && simulation.try_advance(actor, when)) continue;
        simulation.schedule(actor, when, action<&Flow::go_on>(*this));
        return;
      }
    }
    void send() {
      const auto& [wait, target, way] = (*script)[next - 1];
      if (target >= flows->flows_.size()) return;
      const Action arrival = action<&Flow::received>(flows->flows_[target], next);
      Simulation& simulation = flows->simulation_;
      if (way == 1)
        simulation.schedule(lane, simulation.now() + Duration{way}, arrival);
      else
        simulation.schedule(actor, simulation.now() + Duration{way}, arrival);
    }
  };

  Simulation simulation_;
  bool shortcut_;
  std::deque<Flow> flows_;
  Record record_;
};

RC_GTEST_PROP(Simulation, TheShortcutGivesTheSameHistoryAsTheEventsItSaves, ()) {
  const auto step = rc::gen::tuple(rc::gen::inRange<std::int64_t>(0, 6), rc::gen::inRange(0u, 6u),
                                   rc::gen::inRange<std::int64_t>(0, 4));
  const auto scripts = *rc::gen::resize(30, rc::gen::container<std::vector<std::vector<Flows::Step>>>(
                                                4, rc::gen::container<std::vector<Flows::Step>>(step)));
  Flows quick(scripts, true);
  Flows slow(scripts, false);
  RC_ASSERT(quick.run() == slow.run());
  RC_ASSERT(quick.events_run() <= slow.events_run());
}

TEST(Simulation, AFlowAloneNeedsNoEventToMoveTheClock) {
  const std::vector<std::vector<Flows::Step>> alone = {{{1, 9, 0}, {2, 9, 0}, {3, 9, 0}}};
  Flows flows(alone, true);
  flows.run();
  EXPECT_EQ(flows.events_run(), 1u);
}

}  // namespace
}  // namespace gin::sim
