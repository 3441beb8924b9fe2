// The lanes of an agent: loops over views, reductions, one operation per lane.
#include "tests/conformance/conformance.hpp"
#include "tests/conformance/programs/lane_loops.hpp"
#include "tests/conformance/programs/lane_operations.hpp"
#include "tests/conformance/programs/messages.hpp"

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
  each("atomic");
}
TEST_P(Lanes, FetchIntoTheirOwnResultEach) {
  each("fetch");
}

TEST_P(Lanes, OfEveryScopeMoveTheSameBytes) {
  for (const scenario::Scope scope : {scenario::Scope::thread, scenario::Scope::warp, scenario::Scope::block}) {
    scenario.launch.scope = scope;
    loop();
    each("put_signal");
    expect_right<Messages>();
  }
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
