// Pieces of an arena are written by whoever took them: two that overlapped would corrupt each other far from here.
#include "core/base/arena.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <new>
#include <vector>

namespace gin {
namespace {

bool is_aligned(const std::byte* piece) {
  return reinterpret_cast<std::uintptr_t>(piece) % 64 == 0;
}

struct Piece {
  std::byte* begin;
  std::size_t bytes;
  std::byte pattern;
  Piece(Arena& arena, std::size_t size, std::size_t number)
      : begin(arena.take(size)), bytes(size), pattern(static_cast<std::byte>(number)) {
    if (bytes > 0) std::memset(begin, static_cast<int>(pattern), bytes);
  }
  bool intact() const {
    return std::all_of(begin, begin + bytes, [&](std::byte byte) { return byte == pattern; });
  }
};

rc::Gen<std::size_t> any_size() {
  return rc::gen::oneOf(rc::gen::element<std::size_t>(0, 1, 63, 64, 65, 4096, (64 << 10) - 1, (64 << 10) + 1),
                        rc::gen::inRange<std::size_t>(0, 300'000));
}

RC_GTEST_PROP(Arena, PiecesOfLiveArenasAreAlignedAndNeverOverlap, ()) {
  const auto sizes = *rc::gen::container<std::vector<std::size_t>>(any_size());
  Arena arenas[2];
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    pieces.emplace_back(arenas[i % 2], sizes[i], i);
    RC_ASSERT(is_aligned(pieces.back().begin));
  }
  for (const Piece& piece : pieces) RC_ASSERT(piece.intact());
}

TEST(Arena, APieceMayBeLargerThanAnyRegion) {
  Arena arena;
  const Piece small(arena, 1, 1);
  const Piece large(arena, std::size_t{40} << 20, 2);
  const Piece after(arena, 1, 3);
  EXPECT_TRUE(is_aligned(large.begin));
  EXPECT_TRUE(small.intact() && large.intact() && after.intact());
}

TEST(Arena, TheNextArenaTakesOverTheMemoryOfOneThatIsGone) {
  constexpr std::size_t bytes = std::size_t{3} << 20;
  auto first = std::make_unique<Arena>();
  std::byte* before = first->take(bytes);
  std::memset(before, 0xab, bytes);
  Arena meanwhile;
  EXPECT_NE(meanwhile.take(bytes), before);
  first.reset();
  Arena next;
  const std::byte* after = next.take(bytes);
  EXPECT_EQ(after, before);
  EXPECT_EQ(after[bytes / 2], std::byte{0xab});  // not cleared by the kernel, which would cost a fault a page
}

TEST(Arena, SaysWhenThereIsNoMemoryAndGoesOnWithWhatItHas) {
  Arena arena;
  const Piece before(arena, 100, 7);
  constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
  for (const std::size_t bytes : {most, most - 63, most - 200, most / 2, std::size_t{1} << 60})
    EXPECT_THROW(arena.take(bytes), std::bad_alloc) << bytes;
  const Piece after(arena, 100, 8);
  EXPECT_NE(after.begin, before.begin);
  EXPECT_TRUE(before.intact() && after.intact());
}

}  // namespace
}  // namespace gin
