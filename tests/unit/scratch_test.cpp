// Scratch memory of an agent: pieces that do not touch each other, as many as there is room for, and no more.
#include "core/env/scratch.hpp"

#include <gtest/gtest.h>

#include "core/base/error.hpp"

namespace gin {
namespace {

constexpr AgentName asking_agent{{3}, 7};
constexpr std::uint64_t scratch_room = 64 << 10;

std::uint64_t place(const void* at) {
  return reinterpret_cast<std::uintptr_t>(at);
}

TEST(Scratch, PiecesBeginAtMultiplesOf16BehindEachOther) {
  Scratch scratch;
  const void* const first = scratch.take(asking_agent, 1);
  EXPECT_EQ(place(scratch.take(asking_agent, 16)), place(first) + 16);
  EXPECT_EQ(place(scratch.take(asking_agent, 8)), place(first) + 32);
}

TEST(Scratch, AllOfItIsThereAgainAfterRelease) {
  Scratch scratch;
  const void* const first = scratch.take(asking_agent, scratch_room);
  EXPECT_THROW(scratch.take(asking_agent, 1), Error);
  scratch.release();
  EXPECT_EQ(scratch.take(asking_agent, scratch_room), first);
}

TEST(Scratch, MoreThanThereIsIsRefusedHoweverMuchItIs) {
  for (const std::uint64_t bytes : {scratch_room, ~std::uint64_t{0} - 15}) {
    Scratch scratch;
    scratch.take(asking_agent, 16);
    EXPECT_THROW(scratch.take(asking_agent, bytes), Error) << bytes;
  }
}

}  // namespace
}  // namespace gin
