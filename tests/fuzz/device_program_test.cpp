// Small device programs at random, on every path and backend: all leave the bytes that one agent after another
// would.
#include <gtest/gtest.h>

#include "tests/fuzz/finding.hpp"
#include "tests/fuzz/round.hpp"
#include "tests/fuzz/seeds.hpp"
#include "tests/fuzz/stage.hpp"

namespace gin::fuzz {
namespace {

std::string name_of(const testing::TestParamInfo<Stage>& info) {
  return info.param.name;
}

class DeviceProgram : public testing::TestWithParam<Stage> {};
INSTANTIATE_TEST_SUITE_P(On, DeviceProgram, testing::ValuesIn(stages()), name_of);

TEST_P(DeviceProgram, LeavesTheBytesOfTheSequentialModel) {
  const Seeds seeds = seeds_of_this_run(40);
  for (std::uint64_t seed = seeds.first; seed < seeds.first + seeds.count && !HasFailure(); ++seed) {
    const Round round(seed);
    try {
      must_leave_the_bytes_of_the_model(GetParam(), play_of(seed));
    } catch (const Finding& finding) {
      ADD_FAILURE() << finding.what();
    }
  }
}

TEST(DeviceProgramModel, SeesOneBitThatWasFlippedOnTheWay) {
  for (const Stage& stage : stages()) {
    if (!stage.is_modelled) continue;
    int seen = 0;  // what lands and is overwritten unread leaves no trace
    for (std::int64_t which = 1; which <= 16; ++which)
      seen += row_of(stage, play_of(1), {.flip_payload = which}).mismatch.empty() ? 0 : 1;
    EXPECT_GT(seen, 0) << stage.name;
  }
}

}  // namespace
}  // namespace gin::fuzz
