// What is loaded through one port, link or memory at a moment.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/base/units.hpp"

namespace gin {

class LoadsUnderWay {
 public:
  /// An actor has `in_flight` of its bytes under way until then.
  void add(Bytes in_flight, Instant until) {
    loads_.push_back({in_flight, until});
    std::push_heap(loads_.begin(), loads_.end(), later);
    sum_ += in_flight.count;
  }

  /// Of all actors whose loads are not through by now; `now` never goes back.
  Bytes at(Instant now) {
    while (!loads_.empty() && loads_.front().until <= now) {
      std::pop_heap(loads_.begin(), loads_.end(), later);
      sum_ -= loads_.back().in_flight.count;
      loads_.pop_back();
    }
    return {sum_};
  }

 private:
  struct Load {
    Bytes in_flight;
    Instant until;
  };
  static bool later(const Load& a, const Load& b) { return a.until > b.until; }

  std::vector<Load> loads_;  ///< a heap: the one that ends first is in front
  std::int64_t sum_ = 0;
};

}  // namespace gin
