// A block's rows become columns by way of tiles that lie in an agent's scratch: neighbouring lanes read neighbouring bytes and write
// neighbouring bytes, which a GPU moves together.
#pragma once

#include "core/device/program.hpp"

namespace gin::programs {

/// Neighbouring elements that a lane moves at once.
template <std::uint32_t N>
struct alignas(4 * N) Run {
  std::uint32_t of[N];

  GIN_DEVICE Run& operator+=(const Run& other) {
    for (std::uint32_t i = 0; i < N; ++i) of[i] += other.of[i];
    return *this;
  }
};
template <std::uint32_t N>
GIN_DEVICE View<Run<N>> in_runs(const View<std::uint32_t>& view) {
  return {reinterpret_cast<Run<N>*>(view.data()), view.count() / N, view.pe(), view.is_phantom()};
}

/// Elements of a tile.
inline constexpr std::uint32_t tile_bits = 12, tile_elements = 1u << tile_bits;

/// Rows of `edge` elements that are to become columns.
struct Rows {
  std::uint64_t edge = 0;    ///< elements of a row
  std::uint64_t count = 0;   ///< of rows
  std::uint64_t from = 0;    ///< where the first of them begins
  std::uint64_t to = 0;      ///< where the first column begins
  std::uint64_t stride = 0;  ///< from one element of a column to that of the next column

  constexpr bool are_runs_of(std::uint64_t n) const {
    return edge % n == 0 && count % n == 0 && from % n == 0 && to % n == 0 && stride % n == 0;
  }
};

/// Tiles of all these rows, from left to right and then down: 64 rows of 64 elements, or fewer and longer ones where there are no more.
/// Both are powers of two, since a GPU takes as long for a division as for a load.
struct TileShape {
  std::uint32_t row_bits = tile_bits / 2, column_bits = 0;
  std::uint32_t across = 1;  ///< tiles side by side
  std::uint64_t tiles = 1;

  GIN_DEVICE std::uint32_t elements() const { return 1u << (row_bits + column_bits); }

  GIN_DEVICE explicit TileShape(const Rows& all) {
    while (row_bits > 2 && all.count <= 1u << (row_bits - 1)) --row_bits;
    column_bits = tile_bits - row_bits;
    while (column_bits > 2 && all.edge <= 1u << (column_bits - 1)) --column_bits;
    across = static_cast<std::uint32_t>((all.edge + (1u << column_bits) - 1) >> column_bits);
    tiles = across * ((all.count + (1u << row_bits) - 1) >> row_bits);
  }
};

/// One of them in runs of N: how much of it there is, and where its first run is read and written.
template <std::uint32_t N>
struct TilePlace {
  std::uint64_t rows, columns;  ///< at least as many, or all
  std::uint64_t read, written;

  GIN_DEVICE TilePlace(const Rows& all, const TileShape& shape, std::uint64_t index) {
    const auto tile = static_cast<std::uint32_t>(index);
    const std::uint64_t row = std::uint64_t{tile / shape.across} << shape.row_bits,
                        column = std::uint64_t{tile % shape.across} << shape.column_bits;
    rows = all.count - row;
    columns = all.edge - column;
    read = (all.from + row * all.edge + column) / N;
    written = (all.to + column * all.stride + row) / N;
  }
};

/// A tile in scratch. Where a run of a row lies depends on the row, so that those of neighbouring rows, which lanes read at once, are in
/// banks of their own.
template <std::uint32_t N>
class Tile {
 public:
  static constexpr std::uint32_t run_bits = N == 4 ? 2 : 0;

  GIN_DEVICE Tile(std::uint32_t* scratch, const TileShape& shape)
      : runs_(reinterpret_cast<Run<N>*>(scratch)), bits_(shape.column_bits - run_bits) {}

  GIN_DEVICE Run<N>& run(std::uint32_t row, std::uint32_t index) const {
    return runs_[(row << bits_) + (index ^ (row / N & ((1u << bits_) - 1)))];
  }
  /// Of N rows from `row` on, the elements in one column.
  GIN_DEVICE Run<N> column(std::uint32_t row, std::uint32_t column) const {
    Run<N> taken;
    for (std::uint32_t i = 0; i < N; ++i) taken.of[i] = run(row + i, column / N).of[column % N];
    return taken;
  }

 private:
  static_assert(N == 1 || N == 4);
  Run<N>* runs_;
  std::uint32_t bits_;  ///< of a run's number in its row
};

/// Which run of a whole tile a lane moves, where so many bits say where in its line it is. Where a tile is cut there may be none.
struct LanePlace {
  std::uint32_t line, run;

  GIN_DEVICE LanePlace(std::uint64_t lane, std::uint32_t bits)
      : line(static_cast<std::uint32_t>(lane) >> bits),
        run(static_cast<std::uint32_t>(lane) & ((1u << bits) - 1)) {}
};

template <std::uint32_t N, DeviceContext Ctx>
GIN_DEVICE void transpose_in_runs(Ctx& ctx, const Rows& rows, std::uint32_t* scratch, const View<Run<N>>& from,
                                  const View<Run<N>>& to, bool accumulate) {
  const TileShape shape(rows);
  const Tile<N> tile(scratch, shape);
  const std::uint64_t row = rows.edge / N, column = rows.stride / N, runs = rows.count * row;
  const std::uint32_t across = shape.column_bits - Tile<N>::run_bits, down = shape.row_bits - Tile<N>::run_bits;
  const auto in = [=](std::uint64_t index) {
    const TilePlace<N> place(rows, shape, index);
    return lane_loop(
        shape.elements() / N,
        [=](std::uint64_t lane) {
          const LanePlace at(lane, across);
          if (at.line >= place.rows || at.run * N >= place.columns) return Run<N>{};
          return from[place.read + at.line * row + at.run];
        },
        [=](std::uint64_t lane, Run<N> run) {
          const LanePlace at(lane, across);
          tile.run(at.line, at.run) = run;
        });
  };
  const auto out = [=](std::uint64_t index) {
    const TilePlace<N> place(rows, shape, index);
    const auto is_there = [=](const LanePlace& at) { return at.line < place.columns && at.run * N < place.rows; };
    return lane_loop(
        shape.elements() / N,
        [=](std::uint64_t lane) {
          const LanePlace at(lane, down);
          Run<N> run = tile.column(at.run * N, at.line);
          if (accumulate && is_there(at)) run += to[place.written + at.line * column + at.run];
          return run;
        },
        [=](std::uint64_t lane, Run<N> run) {
          const LanePlace at(lane, down);
          if (is_there(at)) to[place.written + at.line * column + at.run] = run;
        });
  };
  const Access block = reads_part(from, rows.from / N, runs);
  if (accumulate)
    ctx.for_tiles(shape.tiles, runs, views(block, reads(to), writes(to)).issuing(N == 4 ? 120 : 85), in, out);
  else
    ctx.for_tiles(shape.tiles, runs, views(block, writes(to)).issuing(N == 4 ? 109 : 70), in, out);
}

/// `scratch`: tile_elements of them. Each element of `to` is written, or added to, once.
template <DeviceContext Ctx>
GIN_DEVICE void transpose_rows(Ctx& ctx, const Rows& rows, std::uint32_t* scratch, const View<std::uint32_t>& from,
                               const View<std::uint32_t>& to, bool accumulate) {
  if (rows.are_runs_of(4))
    transpose_in_runs<4>(ctx, rows, scratch, in_runs<4>(from), in_runs<4>(to), accumulate);
  else
    transpose_in_runs<1>(ctx, rows, scratch, in_runs<1>(from), in_runs<1>(to), accumulate);
}

}  // namespace gin::programs
