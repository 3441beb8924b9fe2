// Which of the numbered operations of a stream are done, as the source keeps it: reports come in any order, and
// the agents are told up to where there is no hole.
#pragma once

#include <cstdint>
#include <vector>

#include "core/format/immediate.hpp"

namespace gin {

class NumberWindow {
 public:
  NumberWindow(const ImmediateLayout& layout, std::uint32_t first) : layout_(layout), base_(first) {}

  /// Everything before it is done.
  std::uint32_t base() const { return base_; }
  /// Operations that memory is kept for.
  std::size_t room() const { return done_.size(); }

  /// Operations low .. low + count - 1 are done; `low` has the bits of the layout. False, and nothing changes, if
  /// one of them was done before or cannot have been issued yet: somebody counts twice.
  bool mark(std::uint32_t low, std::uint32_t count) {
    const std::uint32_t first = full_number(layout_, low, base_);
    const std::uint32_t ahead = first - base_;
    if (ahead >= layout_.window() || count > layout_.window() - ahead) return false;
    if (count == 0) return true;
    while (done_.size() < ahead + count) grow();
    for (std::uint32_t i = 0; i < count; ++i)
      if (at(first + i)) return false;
    for (std::uint32_t i = 0; i < count; ++i) at(first + i) = 1;
    for (; at(base_); ++base_) at(base_) = 0;
    return true;
  }

 private:
  std::uint8_t& at(std::uint32_t number) { return done_[number & (done_.size() - 1)]; }
  void grow() {
    const std::size_t size = done_.size();
    std::vector<std::uint8_t> larger(size == 0 ? 64 : size * 2);
    for (std::uint32_t i = 0; i < size; ++i) larger[(base_ + i) & (larger.size() - 1)] = at(base_ + i);
    done_.swap(larger);
  }

  ImmediateLayout layout_;
  std::uint32_t base_;
  std::vector<std::uint8_t> done_;  // a power of two, once something is done
};

}  // namespace gin
