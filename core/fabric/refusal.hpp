// An error completion on request: which work request of a source its target refuses.
#pragma once

#include <cstdint>

namespace gin {

/// Counts from 1; 0: none.
class Refusal {
 public:
  explicit Refusal(std::int64_t which) : left_(which) {}
  /// Once for each work request.
  bool is_due() { return left_ > 0 && --left_ == 0; }

 private:
  std::int64_t left_;
};

}  // namespace gin
