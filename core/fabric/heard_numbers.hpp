// What a target knows of the numbered operations of one source: what has come of them, what the source was told,
// and what it has asked.
#pragma once

#include <cstdint>

#include "core/fabric/ordered_signals.hpp"

namespace gin {

class HeardNumbers {
 public:
  HeardNumbers(const ImmediateLayout& layout, UnorderedSignals mode, std::uint32_t first)
      : signals_(layout, mode, first), told_(first), asked_(first) {}

  OrderedSignals& signals() { return signals_; }
  std::uint32_t base() const { return signals_.base(); }

  /// The source waits until everything before `number` is carried out. False if it cannot have taken that many.
  /// However late a question is, one that an answer has crossed is answered.
  bool question(std::uint32_t number, std::uint32_t window) {
    const std::uint32_t ahead = number - told_;
    if (ahead > window) return static_cast<std::int32_t>(ahead) < 0;
    if (ahead > asked_ - told_) asked_ = number;
    return true;
  }

  /// What was asked for is carried out, or so much that the source should know before its window is used up.
  bool answer_due(std::uint32_t window) const {
    const std::uint32_t done = base() - told_;
    return (asked_ != told_ && done >= asked_ - told_) || done >= window / 4;
  }

  /// Up to where the source is told now.
  std::uint32_t answer() {
    if (asked_ - told_ <= base() - told_) asked_ = base();
    return told_ = base();
  }

 private:
  OrderedSignals signals_;
  std::uint32_t told_;
  std::uint32_t asked_;  ///< told, or ahead of it
};

}  // namespace gin
