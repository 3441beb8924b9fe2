// How many bytes went from whom to whom, on a grid that stays small when there are many PEs.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/ids.hpp"

namespace gin {

/// Who sends to whom.
struct PePair {
  Pe from;
  Pe to;
};

class PeMatrix {
 public:
  /// At most `side_max` cells a side, so that neighbouring PEs share one where there are more.
  PeMatrix(std::uint32_t pes, std::uint32_t side_max)
      : pes_per_cell_((pes + side_max - 1) / side_max), side_((pes + pes_per_cell_ - 1) / pes_per_cell_) {
    bytes_.resize(std::size_t{side_} * side_);
  }

  void add(PePair way, std::int64_t bytes) {
    const std::size_t from = way.from.value / pes_per_cell_;
    bytes_[from * side_ + way.to.value / pes_per_cell_] += bytes;
  }
  void clear() { bytes_.assign(bytes_.size(), 0); }

  std::uint32_t pes_per_cell() const { return pes_per_cell_; }
  /// [from][to]
  std::vector<std::vector<std::int64_t>> lines() const {
    std::vector<std::vector<std::int64_t>> lines;
    for (std::size_t at = 0; at < bytes_.size(); at += side_)
      lines.emplace_back(bytes_.begin() + static_cast<std::ptrdiff_t>(at),
                         bytes_.begin() + static_cast<std::ptrdiff_t>(at + side_));
    return lines;
  }

 private:
  std::uint32_t pes_per_cell_;
  std::uint32_t side_;
  std::vector<std::int64_t> bytes_;
};

}  // namespace gin
