// Whoever looks changes nothing: a run that is recorded is the run that is not.
#include "core/trace/recording.hpp"
#include "core/trace/timeline.hpp"
#include "tests/effects/laboratory.hpp"

namespace gin {
namespace {

class Recorded : public testing::TestWithParam<laboratory::Case> {};

TEST_P(Recorded, ARunIsTheSameRun) {
  const auto& [name, file, sets] = GetParam();
  trace::Recordings recordings({});
  const trace::Result without = laboratory::run(file, sets), with = laboratory::record(file, sets, recordings);
  ASSERT_EQ(without.rows.size(), with.rows.size());
  EXPECT_EQ(without.digest, with.digest);
  for (std::size_t i = 0; i < with.rows.size(); ++i) {
    const trace::Row &mine = with.rows[i], &other = without.rows[i];
    EXPECT_EQ(mine.samples_ps, other.samples_ps);
    EXPECT_EQ(mine.bound_ps, other.bound_ps);
    EXPECT_EQ(mine.critical_path.size(), other.critical_path.size());
    EXPECT_EQ(laboratory::counter(mine, "doorbells"), laboratory::counter(other, "doorbells"));
    // The iteration was written down, from its start to its end and a little beyond.
    const trace::Recording& recording = recordings.rows()[i].recording;
    std::int64_t agents_until = 0;
    for (const trace::Recording::Event& event : recording.events())
      if (recording.tracks()[event.position.track].name.find("agent") == 0)
        agents_until = std::max(agents_until, event.end_ps);
    EXPECT_EQ(agents_until, mine.samples_ps.back());
  }
}

INSTANTIATE_TEST_SUITE_P(Workloads, Recorded,
                         testing::Values(laboratory::Case{"Quickstart", "scenarios/library/quickstart.json", {}},
                                         laboratory::Case{"DoorbellThreads", "tests/effects/who_rings.json", {}},
                                         laboratory::Case{
                                             "WithoutOrder", "scenarios/library/signals_without_order.json", {}},
                                         laboratory::Case{"Counted",
                                                          "tests/effects/alltoall.json",
                                                          {{"cluster.profile", "aws-p5en-efa-direct"},
                                                           {"stack", "nccl-efa-gda"},
                                                           {"path", "gpu"},
                                                           {"params.contexts", "1"}}},
                                         laboratory::Case{"Transpose", "tests/effects/transpose.json", {}},
                                         laboratory::Case{"Dispatch", "tests/effects/moe.json", {}}),
                         [](const auto& test) { return test.param.name; });

TEST(Recording, OfRepeatsIsOfTheFirst) {
  trace::Recordings once({}), thrice({});
  laboratory::record("tests/effects/one_put.json", {}, once);
  laboratory::record("tests/effects/one_put.json", {{"measure.repeat", "3"}}, thrice);
  ASSERT_EQ(once.rows().size(), thrice.rows().size());
  EXPECT_EQ(once.rows().front().recording.events().size(), thrice.rows().front().recording.events().size());
}

}  // namespace
}  // namespace gin
