// An offset in a message is a riddle; a window, an element and a byte are where somebody looks.
#include "core/env/heap_map.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/device/agent_view.hpp"
#include "core/run/heap_plan.hpp"

namespace gin {
namespace {

struct Planned {
  explicit Planned(std::uint32_t contexts = 1) {
    launch.agents = 3;
    HeapPlan plan(launch);
    plan.contexts(contexts);
    bytes = plan.window<unsigned char>("bytes", 512);  // no gap behind it
    empty = plan.window<std::uint32_t>("empty", 0);
    words = plan.words<std::uint64_t>("words", 5);
    map = plan.map();
  }
  Launch launch;
  Window<unsigned char> bytes;
  Window<std::uint32_t> empty;
  Window<std::uint64_t> words;
  HeapMap map;
};

TEST(HeapMap, AnOffsetIsAnElementOfItsWindow) {
  const Planned planned;
  EXPECT_EQ(planned.map.name(planned.bytes.at(0).offset), "window bytes[0]");
  EXPECT_EQ(planned.map.name(planned.bytes.at(511).offset), "window bytes[511]");
  EXPECT_EQ(planned.map.name(planned.words.at(4).offset), "window words[4]");
  EXPECT_EQ(planned.map.name(planned.words.at(3).offset + 5), "byte 5 of window words[3]");
}

TEST(HeapMap, AWindowWithoutElementsHoldsNothing) {
  const Planned planned;
  ASSERT_EQ(planned.empty.offset, planned.words.offset);
  EXPECT_EQ(planned.map.name(planned.empty.offset), "window words[0]");
  EXPECT_EQ(planned.map.of(planned.words.at(9))->name, "words");
}

TEST(HeapMap, WhatLiesBehindAllWindowsIsAnOffset) {
  const Planned planned;
  const std::uint64_t behind = planned.words.at(5).offset;
  EXPECT_EQ(planned.map.name(behind), "heap offset " + std::to_string(behind));
  EXPECT_EQ(HeapMap().name(17), "heap offset 17");
}

TEST(HeapMap, ControlWordsHaveNamesOfTheirOwn) {
  const Planned planned(2);
  EXPECT_EQ(planned.map.name(ControlWords::arrivals), "the barrier's word of arrivals");
  EXPECT_EQ(planned.map.name(ControlWords::released), "the barrier's word of releases");
  EXPECT_EQ(planned.map.name(ControlWords::rounds + 3 * 8), "the barrier's word of round 3");
  // As Context::landing_place lays them out.
  EXPECT_EQ(planned.map.name(ControlWords::results + (2 * 2 + 1) * 8), "the landing place of agent 2, context 1");
}

TEST(HeapMap, AStrayPlaceStillKnowsItsWindow) {
  const Planned planned;
  for (const std::uint64_t index : {std::uint64_t{0}, std::uint64_t{512}, std::uint64_t{5000}, ~std::uint64_t{0}})
    EXPECT_EQ(planned.map.of(planned.bytes.at(index))->name, "bytes") << index;
}

RC_GTEST_PROP(HeapMap, EveryByteOfEveryWindowIsFoundAgain, ()) {
  Launch launch;
  HeapPlan plan(launch);
  const auto counts = *rc::gen::container<std::vector<std::uint64_t>>(rc::gen::inRange<std::uint64_t>(0, 200));
  for (std::size_t i = 0; i < counts.size(); ++i)
    plan.window<std::uint64_t>(("w" + std::to_string(i)).c_str(), counts[i]);
  const HeapMap map = plan.map();
  for (const HeapMap::Extent& extent : plan.extents())
    for (std::uint64_t i = 0; i < extent.bytes; ++i) {
      const HeapMap::Extent* const found = map.holding(extent.begin + i);
      RC_ASSERT(found != nullptr);
      RC_ASSERT(found->name == extent.name);
    }
}

TEST(DescribedWait, SaysTheWordByItsWindow) {
  const Planned planned;
  const Waiting why{"signal_wait_until", "word", Waiting::Of::word, planned.words.at(3).offset, 2, 4, Compare::ge};
  EXPECT_EQ(describe(why, planned.map), "signal_wait_until for window words[3]: 2 seen, >= 4 wanted");
}

TEST(DescribedWait, SaysTheQueueByItsPeer) {
  const Waiting why{"quiet", "work requests completed by the NIC", Waiting::Of::queue, 3, 5, 9};
  EXPECT_EQ(describe(why, {}),
            "quiet for work requests completed by the NIC in the queue to PE 3: 5 seen, >= 9 wanted");
}

TEST(DescribedWait, SaysNoPlaceWhereThereIsNone) {
  const Waiting why{"push", "room in the ring: tail", Waiting::Of::nothing, 0, 1, 2};
  EXPECT_EQ(describe(why, {}), "push for room in the ring: tail: 1 seen, >= 2 wanted");
}

}  // namespace
}  // namespace gin
