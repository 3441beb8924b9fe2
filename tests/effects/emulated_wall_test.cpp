// What backend emulated-wall promises: who is ahead on the emulated NIC is ahead where its costs are waited for.
// Runs are stretched until the modelled gap is tens of milliseconds; ratios are compared, nothing else is timed.
#include "tests/effects/laboratory.hpp"

namespace gin {
namespace {

using laboratory::percent;
using laboratory::row;
using Sets = std::vector<scenario::Assignment>;

const std::string scenario_file = "tests/effects/signalling_wall.json";

class OnTheWall : public testing::TestWithParam<std::string> {};

TEST_P(OnTheWall, PutSignalIsAheadOfPutQuietFlagAsInVirtualTime) {
  const Sets sets = {{"path.other_node", GetParam()}};
  for (const std::string backend : {"emulated", "emulated-wall"}) {
    const trace::Result result = laboratory::run(scenario_file, sets, backend);
    for (const trace::Row& one : result.rows) EXPECT_TRUE(one.verified) << backend << ": " << one.mismatch;
    EXPECT_GE(percent(row(result, {"put_quiet_flag"}), row(result, {"put_signal"})), 110) << backend;
  }
}

INSTANTIATE_TEST_SUITE_P(By, OnTheWall, testing::Values("gpu", "proxy"),
                         [](const auto& test) { return test.param; });

TEST(TimeScale, MakesEverythingTakeThatMuchLonger) {
  const trace::Row virtual_row = laboratory::run(scenario_file, {}).rows.front();
  const trace::Row wall = laboratory::run(scenario_file, {}, "emulated-wall").rows.front();
  // Never faster than the model, however fast the machine is; scheduling only adds to it.
  EXPECT_GE(wall.p50_ps(), virtual_row.p50_ps() * 20'000 / 100 * 80);
}

}  // namespace
}  // namespace gin
