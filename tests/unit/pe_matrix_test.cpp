// The grid of who sent to whom.
#include "core/env/pe_matrix.hpp"

#include <gtest/gtest.h>

namespace gin {
namespace {

using Lines = std::vector<std::vector<std::int64_t>>;

TEST(PeMatrix, AddsUpWhatGoesFromOneToAnotherAndNotBack) {
  PeMatrix matrix(2, 32);
  matrix.add({Pe{0}, Pe{1}}, 5);
  matrix.add({Pe{0}, Pe{1}}, 3);
  matrix.add({Pe{1}, Pe{1}}, 1);
  EXPECT_EQ(matrix.lines(), (Lines{{0, 8}, {0, 1}}));
  matrix.clear();
  EXPECT_EQ(matrix.lines(), (Lines{{0, 0}, {0, 0}}));
}

TEST(PeMatrix, NeighboursShareACellWhereThereAreMoreThanFit) {
  PeMatrix matrix(5, 2);
  EXPECT_EQ(matrix.pes_per_cell(), 3U);
  matrix.add({Pe{2}, Pe{3}}, 7);
  matrix.add({Pe{0}, Pe{4}}, 1);
  EXPECT_EQ(matrix.lines(), (Lines{{0, 8}, {0, 0}}));
}

TEST(PeMatrix, HasNoCellInWhichNoPeIs) {
  for (std::uint32_t pes = 1; pes < 200; ++pes) {
    const PeMatrix matrix(pes, 32);
    const std::size_t side = matrix.lines().size();
    ASSERT_LE(side, 32U) << pes;
    ASSERT_LT((side - 1) * matrix.pes_per_cell(), pes) << pes;
    ASSERT_GE(side * matrix.pes_per_cell(), pes) << pes;
  }
}

}  // namespace
}  // namespace gin
