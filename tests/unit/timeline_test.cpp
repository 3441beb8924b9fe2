#include "core/trace/timeline.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>

namespace gin::trace {
namespace {

using MarkKind = Timeline::MarkKind;

Instant after(std::int64_t ps) {
  return Instant{ps};
}

/// A recording that has begun at 0, with a track for an agent.
struct Begun {
  Begun() : recording() {
    recording.open(after(0));
    agent = recording.track({.process = recording.process(0, "PE 0"), .name = "agent 0"});
  }
  std::uint32_t span(std::uint32_t strand, std::int64_t begin, std::int64_t end) {
    return recording.span({agent, strand}, recording.name("work"), after(begin), after(end));
  }
  Recording recording;
  std::uint32_t agent = 0;
};

std::vector<std::string> track_names(const Timeline& timeline) {
  std::vector<std::string> names;
  for (const auto& track : timeline.tracks) names.push_back(timeline.processes[track.process] + " | " + track.name);
  return names;
}

TEST(Timeline, OrdersProcessesAndTracksWhoeverCameFirst) {
  Recording recording;
  recording.open(after(0));
  const std::uint32_t nic = recording.process(2, "NIC"), pe = recording.process(1, "PE 0");
  for (const Recording::Track& track : {Recording::Track{nic, 1, "line"}, {pe, 7, "memory"}, {pe, 3, "agent"}})
    recording.instant({recording.track(track)}, recording.name("x"), after(5));
  recording.track({pe, 1, "nothing happens here"});
  EXPECT_EQ(track_names(timeline_of(recording, "")),
            (std::vector<std::string>{"PE 0 | agent", "PE 0 | memory", "NIC | line"}));
  EXPECT_EQ(timeline_of(recording, "path=gpu").processes,
            (std::vector<std::string>{"path=gpu: PE 0", "path=gpu: NIC"}));
}

TEST(Timeline, StrandsThatOverlapGetLanesOfTheirOwn) {
  Begun begun;
  begun.span(1, 0, 10);
  begun.span(1, 2, 4);
  begun.span(2, 5, 15);
  begun.span(3, 10, 12);  // the first lane is free again
  const Timeline timeline = timeline_of(begun.recording, "");
  EXPECT_EQ(track_names(timeline), (std::vector<std::string>{"PE 0 | agent 0", "PE 0 | agent 0 (2)"}));
  std::vector<std::uint32_t> lanes;
  for (const Timeline::Mark& mark : timeline.marks)
    if (mark.kind == MarkKind::begin) lanes.push_back(mark.track);
  EXPECT_EQ(lanes, (std::vector<std::uint32_t>{0, 0, 1, 0}));
}

TEST(Timeline, CountersAreValuesOfWhichOneMomentHasOne) {
  Recording recording;
  const std::uint32_t ring = recording.track({recording.process(0, "PE 0"), 0, "ring 0", true});
  recording.change(ring, after(3), 2);
  recording.open(after(10));
  recording.change(ring, after(40), -1);  // said before what comes earlier
  recording.change(ring, after(20), 1);
  recording.change(ring, after(40), -2);
  std::vector<std::pair<std::int64_t, std::int64_t>> values;
  for (const Timeline::Mark& mark : timeline_of(recording, "").marks) values.emplace_back(mark.when_ps, mark.value);
  EXPECT_EQ(values, (std::vector<std::pair<std::int64_t, std::int64_t>>{{0, 2}, {10, 3}, {30, 0}}));
}

TEST(Timeline, FlowsHaveBothEndsOrAreNoFlows) {
  using Stage = Recording::Stage;
  Begun begun;
  const std::uint32_t issue = begun.span(0, 0, 5), way = begun.span(0, 6, 8), seen = begun.span(0, 9, 9);
  begun.recording.join(1, seen, Stage::visible);  // in whatever order
  begun.recording.join(1, issue, Stage::issued);
  begun.recording.join(1, way, Stage::way);
  begun.recording.join(2, issue, Stage::issued);  // never seen
  begun.recording.join(2, way, Stage::way);
  begun.recording.join(3, way, Stage::way);  // issued before
  begun.recording.join(3, seen, Stage::visible);
  const Timeline timeline = timeline_of(begun.recording, "");
  ASSERT_EQ(timeline.flows.size(), 3u);
  const auto end_of = [&](std::uint32_t event) { return timeline.flows_of(event).front().end; };
  EXPECT_EQ(end_of(issue), Timeline::FlowEnd::first);
  EXPECT_EQ(end_of(way), Timeline::FlowEnd::middle);
  EXPECT_EQ(end_of(seen), Timeline::FlowEnd::last);
  for (const Timeline::Flow& flow : timeline.flows) EXPECT_EQ(flow.operation, 1u);
}

TEST(Timeline, SaysHowMuchIsLeftOut) {
  Recording recording({.events_max = 1});
  recording.open(after(0));
  const Recording::Position position{recording.track({recording.process(0, "PE 0"), 0, "agent 0"})};
  for (int i = 0; i < 4; ++i) recording.instant(position, recording.name("x"), after(i));
  const Timeline timeline = timeline_of(recording, "");
  EXPECT_EQ(track_names(timeline), (std::vector<std::string>{"left out | left out", "PE 0 | agent 0"}));
  EXPECT_EQ(timeline.names[timeline.events[timeline.marks[0].event].name],
            "3 events are left out: this row may have 1 (--trace-events)");
}

RC_GTEST_PROP(Timeline, SpansNestOnEveryTrackAndTimeNeverGoesBack, ()) {
  Begun begun;
  const auto strands = *rc::gen::inRange<std::uint32_t>(1, 20);
  for (std::uint32_t strand = 0; strand < strands; ++strand) {
    const auto begin = *rc::gen::inRange<std::int64_t>(0, 50);
    const auto end = begin + *rc::gen::inRange<std::int64_t>(0, 20);
    begun.span(strand, begin, end);
    for (std::int64_t inner = begin; inner < end; inner += 3) begun.span(strand, inner, std::min(inner + 3, end));
  }
  const Timeline timeline = timeline_of(begun.recording, "");
  std::map<std::uint32_t, std::vector<std::uint32_t>> open;
  std::int64_t now = 0;
  std::size_t ends = 0;
  for (const Timeline::Mark& mark : timeline.marks) {
    RC_ASSERT(mark.when_ps >= now);
    now = mark.when_ps;
    std::vector<std::uint32_t>& around = open[mark.track];
    if (mark.kind == MarkKind::begin) {
      around.push_back(mark.event);
      continue;
    }
    RC_ASSERT(!around.empty() && around.back() == mark.event);
    RC_ASSERT(timeline.events[mark.event].end_ps == now);
    around.pop_back();
    ++ends;
  }
  RC_ASSERT(ends == timeline.events.size());
}

}  // namespace
}  // namespace gin::trace
