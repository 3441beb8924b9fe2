// Messages under way share this pool: a block that two of them had would deliver the bytes of the wrong one.
#include "core/base/block_pool.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

namespace gin {
namespace {

struct Taken {
  std::byte* block;
  std::size_t bytes;
  std::byte pattern;
  bool intact() const {
    return std::all_of(block, block + bytes, [&](std::byte byte) { return byte == pattern; });
  }
};

RC_GTEST_PROP(BlockPool, LiveBlocksAreAlignedAndNeverOverlap, ()) {
  struct Step {
    bool takes;
    std::size_t bytes;   // if so
    std::size_t victim;  // which one goes back otherwise
  };
  const auto size = rc::gen::oneOf(rc::gen::element<std::size_t>(0, 1, 64, 65, 128, 129, 1 << 20),
                                   rc::gen::inRange<std::size_t>(0, 5000));
  const auto steps = *rc::gen::container<std::vector<Step>>(
      rc::gen::construct<Step>(rc::gen::arbitrary<bool>(), size, rc::gen::inRange<std::size_t>(0, 1000)));
  BlockPool pool;
  std::vector<Taken> live;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].takes) {
      const Taken taken{pool.take(steps[i].bytes), steps[i].bytes, static_cast<std::byte>(i)};
      RC_ASSERT(taken.block != nullptr);
      RC_ASSERT(reinterpret_cast<std::uintptr_t>(taken.block) % BlockPool::alignment == 0);
      std::memset(taken.block, static_cast<int>(taken.pattern), taken.bytes);
      live.push_back(taken);
    } else if (!live.empty()) {
      const auto victim = live.begin() + static_cast<std::ptrdiff_t>(steps[i].victim % live.size());
      RC_ASSERT(victim->intact());
      pool.give_back(victim->block, victim->bytes);
      live.erase(victim);
    }
  }
  for (const Taken& taken : live) RC_ASSERT(taken.intact());
}

class Pool : public testing::Test {
 protected:
  BlockPool pool;
};

TEST_F(Pool, TheBlockThatCameBackLastGoesOutFirst) {
  std::byte* a = pool.take(1000);
  std::byte* b = pool.take(1000);
  EXPECT_NE(a, b);
  pool.give_back(b, 1000);
  pool.give_back(a, 1000);
  EXPECT_EQ(pool.take(1000), a);
  EXPECT_EQ(pool.take(1000), b);
}

struct PairOfSizes {
  std::size_t before, after;
};
class SharedSizes : public Pool, public testing::WithParamInterface<PairOfSizes> {};
class OtherSizes : public Pool, public testing::WithParamInterface<PairOfSizes> {};

TEST_P(SharedSizes, UpToTheSamePowerOfTwoShareTheirBlocks) {
  std::byte* block = pool.take(GetParam().before);
  pool.give_back(block, GetParam().before);
  EXPECT_EQ(pool.take(GetParam().after), block);
}
INSTANTIATE_TEST_SUITE_P(BlockPool, SharedSizes,
                         testing::Values(PairOfSizes{0, 64}, PairOfSizes{1, 0}, PairOfSizes{65, 128},
                                         PairOfSizes{128, 65}));

TEST_P(OtherSizes, DoNotShareTheirBlocks) {
  std::byte* block = pool.take(GetParam().before);
  pool.give_back(block, GetParam().before);
  EXPECT_NE(pool.take(GetParam().after), block);
}
INSTANTIATE_TEST_SUITE_P(BlockPool, OtherSizes,
                         testing::Values(PairOfSizes{64, 65}, PairOfSizes{129, 128}, PairOfSizes{0, 5000}));

}  // namespace
}  // namespace gin
