// Windows are where every put and every signal lands: two that overlap, or that share a line with the words of
// the barrier, would be wrong data that no path explains.
#include "core/run/heap_plan.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <tuple>
#include <vector>

#include "core/device/agent_view.hpp"
#include "core/format/command.hpp"
#include "tests/unit/refusal.hpp"

namespace gin {
namespace {

Launch launch_of(std::uint32_t agents) {
  Launch launch;
  launch.agents = agents;
  return launch;
}

TEST(HeapPlan, WithoutWindowsTheHeapHoldsTheControlWords) {
  const Launch launch = launch_of(3);
  const HeapPlan plan(launch);
  EXPECT_EQ(plan.heap_bytes(), ControlWords::bytes(3, 8));
  EXPECT_TRUE(plan.extents().empty());
  EXPECT_EQ(plan.context_count(), 1u);
}

TEST(HeapPlan, EveryAgentHasALandingPlacePerContextBelowTheWindows) {
  const Launch launch = launch_of(1000);
  HeapPlan plan(launch);
  EXPECT_GE(plan.window<std::uint8_t>("data", 1).offset, ControlWords::results + 1000 * 8 * 8);
}

TEST(HeapPlan, SignalsMayGoToEveryWordOfTheProgramAndOfTheBarrier) {
  Launch launch = launch_of(2);
  EXPECT_EQ(HeapPlan(launch).requirements().signal_words, 0u) << "a PE by itself has nobody to signal";
  launch.n_pes = 5;
  HeapPlan plan(launch);
  EXPECT_EQ(plan.requirements().signal_words, 3u) << "rounds of a barrier of five";
  plan.window<std::uint64_t>("data", 100);
  plan.words<std::uint64_t>("told", 7);
  plan.words<std::uint32_t>("halves", 3);
  EXPECT_EQ(plan.requirements().signal_words, 3u + 7 + 1) << "three halves hold one whole word";
  const std::vector<SignalWords>& words = plan.signal_words();
  ASSERT_EQ(words.size(), 3u);
  EXPECT_EQ(words[1].first, 3u);
  EXPECT_EQ(words[1].begin, plan.extents()[1].begin);
  EXPECT_EQ(words[2].first, 10u);
}

RC_GTEST_PROP(HeapPlan, WindowsFollowEachOtherOnLinesOfTheirOwn, ()) {
  using Asked = std::tuple<std::uint64_t, bool>;  // how many elements, words or data
  const auto asked = *rc::gen::container<std::vector<Asked>>(
      rc::gen::tuple(rc::gen::inRange<std::uint64_t>(0, 2000), rc::gen::arbitrary<bool>()));
  const Launch launch = launch_of(*rc::gen::inRange(1u, 2000u));
  HeapPlan plan(launch);
  std::uint64_t end = ControlWords::bytes(launch.agents, 8);
  for (const auto& [count, words] : asked) {
    const std::string name = "window_" + std::to_string(plan.extents().size());
    const Window<std::uint32_t> window =
        words ? plan.words<std::uint32_t>(name.c_str(), count) : plan.window<std::uint32_t>(name.c_str(), count);
    RC_ASSERT(window.count == count);
    RC_ASSERT(window.offset % 256 == 0u);
    RC_ASSERT(window.offset >= end);
    RC_ASSERT(window.offset < end + 256);
    end = window.offset + window.bytes();
    RC_ASSERT(plan.heap_bytes() == end);
    const HeapPlan::Extent& extent = plan.extents().back();
    RC_ASSERT(extent.begin == window.offset);
    RC_ASSERT(extent.bytes == window.bytes());
    RC_ASSERT(extent.control == words);
    RC_ASSERT(extent.name == name);
    RC_ASSERT(extent.element == sizeof(std::uint32_t));
  }
  RC_ASSERT(plan.extents().size() == asked.size());
}

TEST(HeapPlan, AHeapThatACommandCannotAddressIsRefused) {
  const Launch launch = launch_of(1);
  HeapPlan plan(launch);
  const std::uint64_t room = CommandLimits::heap_bytes - plan.heap_bytes();
  plan.window<std::uint8_t>("all", room);
  EXPECT_EQ(plan.heap_bytes(), CommandLimits::heap_bytes);
  EXPECT_EQ(
      test::refusal([&] { plan.window<std::uint8_t>("more", 1); }),
      "window more: expected a symmetric heap of at most 1099511627776 bytes, got 1 elements of 1 bytes behind "
      "1099511627776 others; use smaller blocks");
  HeapPlan other(launch);
  EXPECT_NE(test::refusal([&] { other.window<std::uint8_t>("huge", ~std::uint64_t{0}); }), "accepted");
}

TEST(HeapPlan, AWindowWhoseBytesDoNotFitIntoANumberIsRefused) {
  const Launch launch = launch_of(1);
  HeapPlan plan(launch);
  EXPECT_NE(test::refusal([&] { plan.window<std::uint64_t>("huge", std::uint64_t{1} << 61); }), "accepted");
}

TEST(HeapPlan, TwoWindowsOfOneNameAreRefused) {
  const Launch launch = launch_of(1);
  HeapPlan plan(launch);
  plan.window<std::uint8_t>("data", 1);
  EXPECT_EQ(test::refusal([&] { plan.words<std::uint64_t>("data", 1); }),
            "window data: expected a name that no other window has, got it twice; rename one");
}

TEST(HeapPlan, AWindowWhoseNameIsNoWordIsRefused) {
  const Launch launch = launch_of(1);
  HeapPlan plan(launch);
  plan.window<std::uint8_t>("data", 1);
  for (const char* name : {"", "Data", "my data", "2nd", "data[0]"})
    EXPECT_EQ(test::refusal([&] { plan.window<std::uint8_t>(name, 1); }),
              "window 1: expected a name of a to z, 0 to 9 and _ that begins with a letter, got \"" +
                  std::string(name) + "\"; rename it");
  EXPECT_NE(test::refusal([&] { plan.window<std::uint8_t>(nullptr, 1); }), "accepted");
}

TEST(HeapPlan, TakesOneToEightContexts) {
  const Launch launch = launch_of(1);
  HeapPlan plan(launch);
  plan.contexts(8);
  EXPECT_EQ(plan.context_count(), 8u);
  EXPECT_EQ(test::refusal([&] { plan.contexts(9); }), "program: expected 1 to 8 contexts, got 9");
  EXPECT_EQ(test::refusal([&] { plan.contexts(0); }), "program: expected 1 to 8 contexts, got 0");
  EXPECT_EQ(plan.context_count(), 8u);
}

TEST(HeapPlan, KeepsWhyAProgramNeedsPointers) {
  const Launch launch = launch_of(1);
  HeapPlan plan(launch);
  EXPECT_FALSE(plan.requirements().pointers);
  plan.require_pointers("it stores into peers");
  EXPECT_TRUE(plan.requirements().pointers);
  EXPECT_EQ(plan.requirements().pointers_why, "it stores into peers");
}

TEST(HeapPlan, APlanThatRefusesSaysWhere) {
  const Launch launch = launch_of(1);
  HeapPlan plan(launch);
  EXPECT_EQ(test::refusal([&] {
              plan.refuse({"$.params.blocks", "a multiple of the PEs", 7});
            }),
            "$.params.blocks: expected a multiple of the PEs, got 7");
  EXPECT_EQ(test::refusal([&] {
              plan.refuse({"$.params.mode", "get with one pass", 2, "pointer"});
            }),
            "$.params.mode: expected get with one pass, got pointer");
}

}  // namespace
}  // namespace gin
