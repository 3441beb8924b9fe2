#include "reports/traces/timelines.hpp"

#include <gtest/gtest.h>

namespace gin::reports {
namespace {

TEST(ChromeTrace, IsWrittenToThePicosecond) {
  trace::Recording recording;
  recording.open(Instant{1'000'000});
  const std::uint32_t pe = recording.process(0, "PE 0");
  const trace::Recording::Position agent{recording.track({pe, 0, "agent 0"})};
  const trace::Recording::Position memory{recording.track({pe, 1, "memory"})};
  const std::uint32_t ring = recording.track({pe, 2, "ring 0", true});
  const auto issue = recording.span(agent, recording.name("issue put"), Instant{1'000'007}, Instant{3'500'000},
                                    {.bytes = 64, .peer = 1});
  const auto seen = recording.instant(memory, recording.name("store"), Instant{4'000'000},
                                      {.place = recording.name("window inbox[3]")});
  recording.change(ring, Instant{2'000'000}, 2);
  recording.join(9, issue, trace::Recording::Stage::issued);
  recording.join(9, seen, trace::Recording::Stage::visible);
  EXPECT_EQ(to_chrome({timeline_of(recording, "say \"hi\"")}), R"({"displayTimeUnit":"ns","traceEvents":[
{"ph":"M","name":"process_name","pid":1,"args":{"name":"say \"hi\": PE 0"}},
{"ph":"M","name":"process_sort_index","pid":1,"args":{"sort_index":1}},
{"ph":"M","name":"thread_name","pid":1,"tid":1,"args":{"name":"agent 0"}},
{"ph":"M","name":"thread_sort_index","pid":1,"tid":1,"args":{"sort_index":0}},
{"ph":"M","name":"thread_name","pid":1,"tid":2,"args":{"name":"memory"}},
{"ph":"M","name":"thread_sort_index","pid":1,"tid":2,"args":{"sort_index":1}},
{"ph":"C","name":"ring 0","pid":1,"ts":0.000000,"args":{"value":0}},
{"ph":"X","name":"issue put","pid":1,"tid":1,"ts":0.000007,"dur":2.499993,"args":{"bytes":64,"peer":1}},
{"ph":"s","cat":"operation","name":"operation","id":"1.9","pid":1,"tid":1,"ts":0.000007},
{"ph":"C","name":"ring 0","pid":1,"ts":1.000000,"args":{"value":2}},
{"ph":"f","cat":"operation","name":"operation","id":"1.9","pid":1,"tid":2,"ts":3.000000},
{"ph":"i","s":"t","name":"store","pid":1,"tid":2,"ts":3.000000,"args":{"place":"window inbox[3]"}}
]}
)");
}

TEST(ChromeTrace, OfNothingIsStillATrace) {
  EXPECT_EQ(to_chrome({}), "{\"displayTimeUnit\":\"ns\",\"traceEvents\":[\n]}\n");
}

}  // namespace
}  // namespace gin::reports
