// The order in which one thread of a host plays the lanes of a loop, drawn from a seed: a program that needs another
// lane to have been there before is found out.
#pragma once

#include <cstdint>

#include "core/base/random.hpp"

namespace gin {

class LaneOrder {
 public:
  explicit LaneOrder(std::uint64_t seed) : random_(seed) {}

  /// f(i) for i in 0 .. n-1. A random start and direction visits every lane once and no lane where a loop would.
  template <class F>
  void visit(std::uint64_t n, F f) {
    const std::uint64_t start = n > 0 ? random_.below(n) : 0;
    const bool down = random_.below(2) == 1;
    for (std::uint64_t i = 0; i < n; ++i) f(down ? (start + n - i) % n : (start + i) % n);
  }

 private:
  Random random_;
};

}  // namespace gin
