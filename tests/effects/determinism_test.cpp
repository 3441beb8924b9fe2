// The same scenario is the same run.
#include "tests/effects/laboratory.hpp"

namespace gin {
namespace {

std::string without_host(trace::Result result) {
  result.host = {};
  return trace::to_json(result);
}

TEST(Determinism, TwoRunsGiveTheSameResultToTheByte) {
  for (const char* file : {"scenarios/library/quickstart.json", "scenarios/library/proxy_against_gpu_single.json",
                           "scenarios/library/signals_without_order.json"})
    EXPECT_EQ(without_host(laboratory::run(file)), without_host(laboratory::run(file)));
}

TEST(Determinism, AnotherSeedIsAnotherRun) {
  const char* file = "scenarios/library/quickstart.json";
  EXPECT_NE(laboratory::run(file).digest, laboratory::run(file, {{"seed", "2"}}).digest);
}

TEST(Determinism, SkippedAndRealPollingAgreeOnBytesAndTimes) {
  for (const char* file :
       {"scenarios/library/proxy_against_gpu_single.json", "scenarios/library/proxy_against_gpu_fanout.json",
        "scenarios/library/signals_without_order.json", "tests/effects/who_rings.json"}) {
    const trace::Result skipped = laboratory::run(file);
    const trace::Result real = laboratory::run(file, {{"test.poll_for_real", "true"}});
    ASSERT_EQ(skipped.rows.size(), real.rows.size());
    for (std::size_t i = 0; i < real.rows.size(); ++i) {
      EXPECT_EQ(skipped.rows[i].samples_ps, real.rows[i].samples_ps);
      EXPECT_EQ(skipped.rows[i].digest, real.rows[i].digest);
    }
  }
}

TEST(Determinism, IndicesThatWrapChangeNoTimeAndNoByte) {
  for (const char* file : {"scenarios/library/proxy_against_gpu_single.json", "scenarios/library/fence_rules.json",
                           "scenarios/library/signals_without_order.json", "scenarios/library/host_driven.json",
                           "tests/effects/who_rings.json"}) {
    const trace::Result plain = laboratory::run(file);
    const trace::Result wrapping = laboratory::run(file, {{"test.start_near_wrap", "true"}});
    for (std::size_t i = 0; i < plain.rows.size(); ++i) {
      EXPECT_EQ(plain.rows[i].samples_ps, wrapping.rows[i].samples_ps);
      EXPECT_TRUE(wrapping.rows[i].verified);
    }
  }
}

TEST(Determinism, LaneOrderChangesNothing) {
  const char* file = "scenarios/library/pointer_against_get.json";
  std::vector<scenario::Assignment> real = {
      {"payload", "real"}, {"params.rows", "256"}, {"compare.rows", "null"}, {"compare.agents", "null"}};
  const trace::Result usual = laboratory::run(file, real);
  for (const trace::Row& row : usual.rows) EXPECT_TRUE(row.verified);
  real.push_back({"test.permute_lanes", "true"});
  EXPECT_EQ(laboratory::run(file, real).digest, usual.digest);
}

TEST(Determinism, PhantomPayloadTakesTheSameTime) {
  const char* file = "scenarios/library/proxy_against_gpu_size.json";
  const trace::Result real = laboratory::run(file);
  const trace::Result phantom = laboratory::run(file, {{"payload", "phantom"}});
  for (std::size_t i = 0; i < real.rows.size(); ++i) EXPECT_EQ(real.rows[i].samples_ps, phantom.rows[i].samples_ps);
}

TEST(Determinism, RepeatsAddSamplesUnderSeedsOfTheirOwn) {
  const trace::Result once = laboratory::run("scenarios/library/proxy_against_gpu_single.json");
  const trace::Result thrice =
      laboratory::run("scenarios/library/proxy_against_gpu_single.json", {{"measure.repeat", "3"}});
  EXPECT_EQ(thrice.rows[0].samples_ps.size(), 3 * once.rows[0].samples_ps.size());
  EXPECT_NE(thrice.digest, once.digest);
}

}  // namespace
}  // namespace gin
