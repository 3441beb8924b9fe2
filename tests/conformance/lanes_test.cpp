// The lanes of an agent: loops over views, reductions, one operation per lane.
#include "scenarios/programs/overlap.hpp"
#include "tests/conformance/conformance.hpp"
#include "tests/conformance/programs/lane_loops.hpp"
#include "tests/conformance/programs/lane_operations.hpp"
#include "tests/conformance/programs/messages.hpp"
#include "tests/conformance/programs/sums.hpp"
#include "tests/conformance/programs/tiles.hpp"

namespace gin::conformance {
namespace {

class Lanes : public Conformance {
 protected:
  using Conformance::Conformance;
  trace::Row loop() {
    const bool pointers = on().reaches_node();
    param("reach", !pointers ? "nobody" : on().cluster.nodes == 1 ? "everybody" : "node");
    return expect_right<LaneLoops>();
  }
  trace::Row each(const char* kind) {
    // Fewer words than a NIC counts, and still more lanes than an EFA device takes requests of at once.
    if (on().counts()) param("lanes", std::int64_t{24});
    param("kind", kind);
    return expect_right<LaneOperations>();
  }
};
INSTANTIATE_TEST_SUITE_P(On, Lanes, testing::ValuesIn(every_harness()), name_of);

TEST_P(Lanes, LoopOverWhatTheyCanReachAndNothingElse) {
  loop();
}
TEST_P(Lanes, LoopOverNothing) {
  param("elements", std::int64_t{0});
  loop();
}
/// Fewer than an agent has lanes, a tile, and several of which the last is short.
TEST_P(Lanes, MeetBetweenWhatTheyReadAndWriteOfATile) {
  for (const std::int64_t elements : {0, 5, 96, 1000}) {
    SCOPED_TRACE(elements);
    param("elements", elements);
    expect_right<Tiles>();
  }
}
TEST_P(Lanes, LoopInAnyOrderWithTheSameResult) {
  if (!on().is_virtual()) GTEST_SKIP() << "the order of lanes is an option of virtual time";
  scenario.test.permute_lanes = true;
  loop();
}

TEST_P(Lanes, PutOneBlockEach) {
  each("put");
}
TEST_P(Lanes, PutAndSignalOnceEach) {
  each("put_signal");
}
TEST_P(Lanes, StoreOneValueEach) {
  each("value");
}
TEST_P(Lanes, AddOnceEach) {
  if (on().counts()) GTEST_SKIP() << counts_ones;
  each("atomic");
}
TEST_P(Lanes, FetchIntoTheirOwnResultEach) {
  if (on().counts()) GTEST_SKIP() << counts_ones;
  each("fetch");
}

TEST_P(Lanes, OfEveryScopeMoveTheSameBytes) {
  param("op", set_or_add());
  for (const scenario::Scope scope : {scenario::Scope::thread, scenario::Scope::warp, scenario::Scope::block}) {
    scenario.launch.scope = scope;
    loop();
    each("put_signal");
    expect_right<Messages>();
  }
}

TEST_P(Lanes, ComputeBeforeTheirDataTravelsOrMeanwhile) {
  if (on().counts()) GTEST_SKIP() << counts_ones;
  param("bytes", std::int64_t{4096});
  param("operations", std::int64_t{10'000});
  for (const char* order : {"sequential", "overlapped"}) {
    param("order", order);
    expect_right<programs::Overlap>();
  }
}

struct LanesOverWindows : Conformance {
  LanesOverWindows() : Conformance(harness("Gpu")) { scenario.measure = {.warmup = 0, .iterations = 1}; }
  std::int64_t takes(const char* form, std::int64_t elements, std::int64_t expected) {
    param("form", form);
    param("elements", elements);
    param("expected", expected);
    const trace::Row row = run<Sums>();
    return row.samples_ps.at(0);
  }
};

TEST_F(LanesOverWindows, PayForWhatTheyReadWhateverTheyMakeOfIt) {
  const std::int64_t few = takes("loop", 1, 0), many = takes("loop", 4096, 0);
  EXPECT_GT(many, few);
  // What comes on top is the meeting of the lanes, the same for any number of elements.
  for (const char* form : {"sum", "scan"})
    EXPECT_EQ(takes(form, 4096, 4096) - takes(form, 1, 1), many - few) << form;
  EXPECT_EQ(takes("broadcast", 1, 1), few);
}

TEST_F(LanesOverWindows, DoNotRunOnBytesThatAPhantomRunDoesNotStoreAndMakeNothingOfThem) {
  std::int64_t times[2][3];
  for (const bool phantom : {false, true}) {
    scenario.phantom = phantom;
    int i = 0;
    for (const char* form : {"sum", "scan", "broadcast"})
      times[phantom ? 1 : 0][i++] = takes(form, 100, phantom ? 0 : form[0] == 'b' ? 1 : 100);
  }
  for (int i = 0; i < 3; ++i) EXPECT_EQ(times[0][i], times[1][i]);
}

struct LanesOfGpu : Lanes {
  LanesOfGpu() : Lanes(harness("Gpu")) {
    scenario.launch.agents = 1;
    param("lanes", std::int64_t{32});
  }
  std::int64_t doorbells(const char* kind, std::int64_t peers) {
    param("peers", peers);
    return counter(each(kind), "doorbells");
  }
};

TEST_F(LanesOfGpu, WithOnePeerShareADoorbell) {
  EXPECT_EQ(doorbells("put", 1), scenario.n_pes());
  EXPECT_EQ(doorbells("value", 1), scenario.n_pes());
  EXPECT_EQ(doorbells("fetch", 1), scenario.n_pes());
}

TEST_F(LanesOfGpu, WithSeveralPeersRingOncePerPeer) {
  EXPECT_EQ(doorbells("put", 2), scenario.n_pes() * 2);
  EXPECT_EQ(doorbells("put_signal", 3), scenario.n_pes() * 3);
}

}  // namespace
}  // namespace gin::conformance
