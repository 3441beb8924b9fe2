// Atomics that verbs has not, and the agents of a queue make of its compare_swap: two of them at one word lose nothing.
#include <gtest/gtest.h>

#include <array>
#include <latch>
#include <set>
#include <thread>

#include "tests/unit/queued_pes.hpp"

namespace gin::test {
namespace {

class VerbsMadeAtomics : public testing::TestWithParam<const char*> {
 protected:
  std::uint64_t& theirs(std::uint64_t index) { return pes_.word(queued_peer, queued_word(index)); }

  /// Two agents on threads of their own, at the same queue.
  template <class Act>
  void on_two_threads(Act act) {
    std::latch both_are_there(2);
    const auto run = [&](std::uint32_t number) {
      QueuedAgent agent(pes_, queued_pe, number);
      both_are_there.arrive_and_wait();
      act(*agent, number);
    };
    std::thread other([&] { run(1); });
    run(0);
    other.join();
  }
  /// Every other bit, from that one on, is set, cleared, and so on; in the end it is set.
  template <class Change>
  static void each_change(std::uint32_t first, Change change) {
    for (int round = 0; round < 21; ++round)
      for (std::uint32_t i = first; i < 64; i += 2) change(std::uint64_t{1} << i, round % 2 == 0);
  }

  QueuedPes pes_{{.device = GetParam()}};
};

INSTANTIATE_TEST_SUITE_P(Over, VerbsMadeAtomics, queued_formats, called_queued);

TEST_P(VerbsMadeAtomics, BitsThatTwoThreadsChangeInOneWordAreAllChanged) {
  on_two_threads([](Context<WallEnv>& ctx, std::uint32_t number) {
    each_change(number, [&](std::uint64_t bit, bool sets) {
      sets ? ctx.atomic_or(queued_word(0), bit, queued_peer) : ctx.atomic_and(queued_word(0), ~bit, queued_peer);
      ctx.atomic_xor(queued_word(1), bit, queued_peer);
    });
    ctx.quiet();
  });
  for (std::uint64_t i : {0, 1}) EXPECT_EQ(theirs(i), ~std::uint64_t{0});
}

TEST_P(VerbsMadeAtomics, WhoChangesBitsAndFetchesFindsItsOwnAsItLeftThem) {
  std::array<bool, 2> is_right{true, true};
  on_two_threads([&](Context<WallEnv>& ctx, std::uint32_t number) {
    const std::uint64_t own_bits = std::uint64_t{0x5555555555555555} << number;
    std::uint64_t left = 0;
    each_change(number, [&](std::uint64_t bit, bool sets) {
      const std::uint64_t found = sets ? ctx.atomic_fetch_or(queued_word(0), bit, queued_peer)
                                       : ctx.atomic_fetch_and(queued_word(0), ~bit, queued_peer);
      is_right[number] &= (found & own_bits) == left;
      is_right[number] &= (ctx.atomic_fetch_xor(queued_word(1), bit, queued_peer) & own_bits) == left;
      left ^= bit;
    });
  });
  EXPECT_TRUE(is_right[0]);
  EXPECT_TRUE(is_right[1]);
  for (std::uint64_t i : {0, 1}) EXPECT_EQ(theirs(i), ~std::uint64_t{0});
}

TEST_P(VerbsMadeAtomics, EachValueThatIsSwappedInIsFoundByOne) {
  constexpr std::uint64_t swaps = 500;
  std::array<std::vector<std::uint64_t>, 2> found;
  on_two_threads([&](Context<WallEnv>& ctx, std::uint32_t number) {
    for (std::uint64_t i = 0; i < swaps; ++i)
      found[number].push_back(ctx.atomic_swap(queued_word(0), 1 + 2 * i + number, queued_peer));
  });
  std::set<std::uint64_t> all{theirs(0)};
  for (const auto& of_one : found) all.insert(of_one.begin(), of_one.end());
  EXPECT_EQ(all.size(), 2 * swaps + 1);  // and the 0 from before
  EXPECT_EQ(*all.rbegin(), 2 * swaps);
}

}  // namespace
}  // namespace gin::test
