// Pairs of measurements, the provider alone and ginlab over it one right after the other: neighbours on the machine
// come and go, and each pair has the same ones.
#pragma once

#include <string>
#include <vector>

#include "tests/bench/raw/raw_figures.hpp"

namespace gin::bench {

class Pairs {
 public:
  /// `reference`: what a quiet machine measures, or null where nobody knows; then every pair is a quiet one.
  Pairs(const RawFigures* reference, bool even_if_busy) : reference_(reference), even_if_busy_(even_if_busy) {}

  void add(const RawFigures& raw, const RawFigures& ours) { pairs_.push_back({raw, ours}); }

  /// Of the pairs whose raw figure is within 25 % of its reference: the medians of both, and of their ratios. No
  /// ratio where fewer than three are: choosing them by the divisor alone makes the ratio worse, never better.
  std::string words(Figure figure) const;

  static constexpr std::size_t quiet_min = 3;

 private:
  struct Pair {
    RawFigures raw;
    RawFigures ours;
  };
  const RawFigures* reference_;
  bool even_if_busy_;
  std::vector<Pair> pairs_;
};

}  // namespace gin::bench
