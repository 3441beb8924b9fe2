// The shipped workloads with the shortest rings and queues, hardly anything under way at a proxy and an
// acknowledgement for every operation: whatever fills up holds agents back, and the data is right all the same.
#include "core/base/error.hpp"
#include "tests/effects/laboratory.hpp"

namespace gin {
namespace {

using laboratory::Case;

class UnderPressure : public testing::TestWithParam<Case> {};

TEST_P(UnderPressure, ADozenTimesWhatFitsLosesNothing) {
  const trace::Result result = laboratory::run(GetParam().file, GetParam().sets);
  const trace::Row& row = result.rows.at(0);
  EXPECT_TRUE(row.verified) << row.mismatch;
  const bool by_proxy = GetParam().sets.front().value == "proxy";
  const std::int64_t held_back =
      by_proxy ? laboratory::counter(row, "ring_full_stalls") + laboratory::counter(row, "proxy_busy_posts")
               : laboratory::counter(row, "queue_full_stalls") + laboratory::counter(row, "number_stalls");
  EXPECT_GT(held_back, 0) << "nothing filled up, so nothing was tested";
}

class FilledWhole : public testing::TestWithParam<Case> {};

TEST_P(FilledWhole, AQueueTakesAsManyWorkRequestsOfOneGetAsItHolds) {
  const trace::Result result = laboratory::run(GetParam().file, GetParam().sets);
  EXPECT_TRUE(result.rows.at(0).verified) << result.rows.at(0).mismatch;
}

class Refused : public testing::TestWithParam<const char*> {
 protected:
  std::string words(const std::string& file, std::vector<scenario::Assignment> sets) const {
    sets.insert(sets.begin(), {"path", GetParam()});
    try {
      laboratory::run(file, sets);
    } catch (const Error& error) {
      return error.what();
    }
    return "nothing was refused";
  }
};
INSTANTIATE_TEST_SUITE_P(On, Refused, testing::Values("gpu", "proxy", "host"));

TEST_P(Refused, ATransferThatAQueueNeverHoldsIsNotWaitedFor) {
  const std::string text =
      words("tests/effects/transpose.json",
            {{"params.rows", "64"}, {"stack.queues.depth", "64"}, {"profile.nic.message_max_bytes", "128"}});
  EXPECT_NE(text.find("expected at most 64 work requests at once, got 128"), std::string::npos) << text;
}

TEST_P(Refused, ATransferThatAnImmediateCannotCountIsNotSent) {
  const std::string text = words(
      "tests/effects/pipeline.json",
      {{"params.bytes", "8128"}, {"cluster.profile", "aws-p5-efa"}, {"profile.nic.message_max_bytes", "128"}});
  EXPECT_NE(text.find("expected at most 63 work requests at once, got 65"), std::string::npos) << text;
}

TEST_P(Refused, ACompletionQueueTooShortForOneTransferIsNotUsed) {
  const std::string text = words("tests/effects/pipeline.json",
                                 {{"cluster.profile", "aws-p5-efa"}, {"stack.proxy.completions_max", "1"}});
  EXPECT_NE(text.find("stack.proxy.completions_max: expected at least "), std::string::npos) << text;
}

TEST(SeveralLanes, WhoseWorkNoQueueHoldsAtOncePostInTurn) {
  for (const std::string path : {"gpu", "gpu-cpu-doorbell", "proxy"})
    for (const std::string profile : {"dgx-h100-cx7", "aws-p5-efa"}) {
      const trace::Result result =
          laboratory::run("tests/effects/moe.json", {{"path", path},
                                                     {"cluster.profile", profile},
                                                     {"params.tokens", "64"},
                                                     {"stack.queues.depth", "64"},
                                                     {"profile.nic.message_max_bytes", "64"}});
      EXPECT_TRUE(result.rows.at(0).verified) << path << " " << profile << ": " << result.rows.at(0).mismatch;
    }
}

const std::vector<scenario::Assignment> tight = {{"stack.proxy.ring_slots", "128"},
                                                 {"stack.queues.depth", "64"},
                                                 {"stack.proxy.completions_max", "8"},
                                                 {"stack.proxy.budget_operations", "2"},
                                                 {"stack.arrivals.acknowledge_most", "1"}};
// Agents that issue without delay, and signals that let them go on.
const std::vector<scenario::Assignment> hasty = {{"stack.call_ns", "0"},        {"stack.gpu.build_ns", "0"},
                                                 {"stack.gpu.publish_ns", "0"}, {"stack.gpu.doorbell_ns", "0"},
                                                 {"stack.proxy.push_ns", "0"},  {"stack.strong_signals", "false"}};

/// The workload on every path that needs a NIC, on an ordered and an unordered one, with and without wraps.
std::vector<Case> everywhere(const Case& workload) {
  std::vector<Case> all;
  for (const std::string profile : {"dgx-h100-cx7", "aws-p5-efa"})
    for (const std::string path : {"gpu", "proxy", "gpu-cpu-doorbell", "host"})
      for (const std::string near_wrap : {"false", "true"}) {
        Case one{workload.name + "_" + profile + "_" + path + (near_wrap == "true" ? "_near_wrap" : ""),
                 workload.file,
                 {{"path", path}, {"cluster.profile", profile}, {"test.start_near_wrap", near_wrap}}};
        for (const auto& sets : {tight, hasty, workload.sets})
          one.sets.insert(one.sets.end(), sets.begin(), sets.end());
        all.push_back(one);
      }
  return all;
}

std::string name_of(const testing::TestParamInfo<Case>& info) {
  std::string name = info.param.name;
  std::erase_if(name, [](char c) { return c == '-' || c == '_'; });
  return name;
}

INSTANTIATE_TEST_SUITE_P(
    OfPipeline, UnderPressure,
    testing::ValuesIn(everywhere({"pipeline",
                                  "tests/effects/pipeline.json",
                                  {{"params.bytes", "64"}, {"params.chunks", "200"}, {"launch.agents", "4"}}})),
    name_of);
INSTANTIATE_TEST_SUITE_P(
    OfMoe, UnderPressure,
    testing::ValuesIn(everywhere({"moe", "tests/effects/moe.json", {{"params.tokens", "32"}}})), name_of);
// Blocks of 64 * 64 elements, 256 bytes a work request: 64 of them.
INSTANTIATE_TEST_SUITE_P(OfTranspose, FilledWhole,
                         testing::ValuesIn(everywhere({"transpose",
                                                       "tests/effects/transpose.json",
                                                       {{"params.rows", "64"},
                                                        {"profile.nic.message_max_bytes", "256"}}})),
                         name_of);

}  // namespace
}  // namespace gin
