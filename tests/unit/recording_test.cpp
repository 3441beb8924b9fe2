#include "core/trace/recording.hpp"

#include <gtest/gtest.h>

#include "core/trace/recordings.hpp"

namespace gin::trace {
namespace {

constexpr Instant at(std::int64_t ps) {
  return Instant{ps};
}

TEST(Recording, WritesDownWhatHappensFromItsStartOn) {
  Recording recording;
  const Recording::Position position{recording.track({.name = "agent 0"})};
  const std::uint32_t name = recording.name("work");
  EXPECT_EQ(recording.span(position, name, at(10), at(90)), Recording::nowhere);
  EXPECT_EQ(recording.instant(position, name, at(90)), Recording::nowhere);
  recording.open(at(100));
  EXPECT_EQ(recording.span(position, name, at(10), at(99)), Recording::nowhere);
  EXPECT_EQ(recording.span(position, name, at(60), at(130)), 0u);  // only the rest of it
  EXPECT_EQ(recording.instant(position, name, at(140), {.bytes = 8}), 1u);
  ASSERT_EQ(recording.events().size(), 2u);
  EXPECT_EQ(recording.events()[0].begin_ps, 0);
  EXPECT_EQ(recording.events()[0].end_ps, 30);
  EXPECT_EQ(recording.events()[1].begin_ps, 40);
  EXPECT_EQ(recording.events()[1].details.bytes, 8);
}

TEST(Recording, KeepsCountersBeforeItsStartToo) {
  Recording recording;
  const std::uint32_t track = recording.track({.name = "ring 0", .counts = true});
  recording.change(track, at(10), 3);
  recording.change(track, at(20), -1);
  recording.open(at(100));
  recording.change(track, at(120), -2);
  EXPECT_EQ(recording.tracks()[track].before, 2);
  ASSERT_EQ(recording.events().size(), 1u);
  EXPECT_EQ(recording.events()[0].change, -2);
  EXPECT_EQ(recording.events()[0].begin_ps, 20);
}

TEST(Recording, HoldsNoMoreThanItMayAndCountsTheRest) {
  Recording recording({.events_max = 2});
  recording.open(at(0));
  const Recording::Position position{recording.track({.name = "agent 0"})};
  const std::uint32_t name = recording.name("work");
  for (int i = 0; i < 5; ++i) recording.join(1, recording.instant(position, name, at(i)), Recording::Stage::way);
  EXPECT_EQ(recording.events().size(), 2u);
  EXPECT_EQ(recording.flow_points().size(), 2u);
  EXPECT_EQ(recording.left_out(), 3u);
}

TEST(Recording, ForgetsWhatHappensNowhere) {
  Recording recording({.pes = {1, 3}});
  EXPECT_TRUE(recording.keeps(3));
  EXPECT_FALSE(recording.keeps(2));
  recording.open(at(0));
  EXPECT_EQ(recording.instant({Recording::nowhere}, recording.name("work"), at(1)), Recording::nowhere);
  recording.change(Recording::nowhere, at(1), 1);
  EXPECT_TRUE(recording.events().empty());
  EXPECT_EQ(recording.left_out(), 0u);
}

TEST(Recordings, GiveEachRowItsShareOfWhatIsLeft) {
  Recordings recordings({.events_max = 90});
  Recording& first = recordings.add("a", 3);
  EXPECT_EQ(first.events_max(), 30u);
  first.open(at(0));
  for (int i = 0; i < 10; ++i) first.instant({first.track({.name = "agent 0"})}, first.name("work"), at(i));
  EXPECT_EQ(recordings.add("b", 2).events_max(), 40u);
  EXPECT_EQ(recordings.add("c", 1).events_max(), 80u);
  EXPECT_EQ(recordings.rows().back().name, "c");
}

}  // namespace
}  // namespace gin::trace
