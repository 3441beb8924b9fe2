// An error completion on request: which work request of a source its target refuses.
#pragma once

#include <atomic>
#include <cstdint>

namespace gin {

/// Counts from 1; 0: none. Several threads may count.
class Refusal {
 public:
  explicit Refusal(std::int64_t which) : left_(which) {}
  /// Once for each work request.
  bool is_due() {
    return left_.load(std::memory_order_relaxed) > 0 && left_.fetch_sub(1, std::memory_order_relaxed) == 1;
  }

 private:
  std::atomic<std::int64_t> left_;
};

}  // namespace gin
