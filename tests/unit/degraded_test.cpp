// A wire that is made strict still keeps what a wire promises: everything once, nothing held for ever. And it is
// strict: order is lost, short means short.
#include "core/fabric/degraded.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

#include "tests/unit/loop_wire.hpp"

namespace gin {
namespace {

using test::LoopNetwork;
using test::LoopWire;

/// Writes of 8 bytes from PE 0 to PE 1, whose immediates and tokens are their numbers.
struct Writes {
  explicit Writes(std::uint64_t seed) {
    setup.seed = seed;
    network.memory[0][0] = 1;
    Degraded<LoopWire> source(below[0], setup), target(below[1], setup);
    for (std::uint32_t posted = 0; posted < count;) {
      WorkRequest request;
      request.peer = 1;
      request.bytes = 8;
      request.remote = 8 * posted;
      request.has_immediate = true;
      request.immediate = posted;
      if (source.post(request, posted) == Post::accepted)
        ++posted;
      else
        ++busy;
      look(source, target);
    }
    for (std::uint32_t i = 0; i < 4 * (setup.rare_max + count); ++i) look(source, target);
  }
  void look(Degraded<LoopWire>& source, Degraded<LoopWire>& target) {
    source.progress();
    target.progress();
    Arrival arrival;
    while (target.next_arrival(arrival)) arrived.push_back(arrival.immediate);
    for (Done one; source.next_done(one);) done.push_back(one.token);
    for (std::uint64_t i = 0; i < count; ++i)
      if (std::exchange(network.memory[1][i], 0) != 0) landed.push_back(i);
  }

  static constexpr std::uint32_t count = 500;
  DegradedSetup setup;
  LoopNetwork network{test::LoopRules{}};
  LoopWire below[2] = {{network, Pe{0}}, {network, Pe{1}}};
  std::vector<std::uint64_t> arrived, done, landed;
  std::uint32_t busy = 0;
};

TEST(Degraded, TellsEverythingOnceAndHoldsNothingForEver) {
  for (std::uint64_t seed = 1; seed < 20; ++seed) {
    const Writes run(seed);
    EXPECT_EQ(run.arrived.size(), Writes::count);
    EXPECT_EQ(std::set<std::uint64_t>(run.arrived.begin(), run.arrived.end()).size(), Writes::count);
    EXPECT_EQ(std::set<std::uint64_t>(run.done.begin(), run.done.end()).size(), Writes::count);
    EXPECT_EQ(run.done.size(), Writes::count);
  }
}

TEST(Degraded, LosesTheOrderOfBytesOfArrivalsAndOfCompletionsAndIsBusyNowAndThen) {
  const Writes run(3);
  EXPECT_FALSE(std::is_sorted(run.arrived.begin(), run.arrived.end()));
  EXPECT_EQ(run.landed.size(), Writes::count);
  EXPECT_FALSE(std::is_sorted(run.landed.begin(), run.landed.end()));
  EXPECT_FALSE(std::is_sorted(run.done.begin(), run.done.end()));
  EXPECT_GT(run.busy, 0u);
}

TEST(Degraded, TheSeedDecidesEverything) {
  EXPECT_EQ(Writes(5).arrived, Writes(5).arrived);
  EXPECT_NE(Writes(5).arrived, Writes(6).arrived);
}

TEST(Degraded, ReadsThePayloadOfAWriteLate) {
  LoopNetwork network{test::LoopRules{}};
  LoopWire below(network, Pe{0});
  DegradedSetup setup;
  setup.busy_of_16 = 0;
  Degraded<LoopWire> wire(below, setup);
  WorkRequest request;
  request.peer = 1;
  request.bytes = 8;
  EXPECT_EQ(wire.post(request, 1), Post::accepted);
  network.memory[0][0] = 7;
  Done done;
  for (int i = 0; i < 100 && done.token == 0; ++i) {
    wire.progress();
    wire.next_done(done);
  }
  EXPECT_EQ(network.memory[1][0], 7u);
}

TEST(Degraded, LimitsAreThoseOfTheStricter) {
  test::LoopRules rules;
  rules.limits = {100, 100, 100};
  LoopNetwork network{rules};
  LoopWire below(network, Pe{0});
  DegradedSetup setup;
  EXPECT_EQ(Degraded<LoopWire>(below, setup).limits().message_max, 100u);
  setup.message_max = 64;
  const WireLimits limits = Degraded<LoopWire>(below, setup).limits();
  EXPECT_EQ(limits.message_max, 64u);
  EXPECT_EQ(limits.inline_max, WorkRequest::inline_bytes);
  EXPECT_EQ(limits.eager_max, 64 - message_bytes);
}

}  // namespace
}  // namespace gin
