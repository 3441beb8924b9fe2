// What is loaded through one port, link or memory at a moment.
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

#include "core/base/units.hpp"

namespace gin {

class LoadsUnderWay {
 public:
  /// An actor has `in_flight` of its bytes under way until then.
  void add(Bytes in_flight, Instant until) {
    loads_.push({until, in_flight});
    sum_ += in_flight.count;
  }

  /// Of all actors whose loads are not through by now; `now` never goes back.
  Bytes at(Instant now) {
    for (; !loads_.empty() && loads_.top().until <= now; loads_.pop()) sum_ -= loads_.top().in_flight.count;
    return {sum_};
  }

 private:
  struct Load {
    Instant until;
    Bytes in_flight;
    bool operator>(const Load& other) const { return until > other.until; }
  };

  std::priority_queue<Load, std::vector<Load>, std::greater<>> loads_;  ///< the one that ends first is on top
  std::int64_t sum_ = 0;
};

}  // namespace gin
