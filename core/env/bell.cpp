#include "core/env/bell.hpp"

namespace gin {

std::uint64_t Bell::announce() {
  sleepers_.fetch_add(1, std::memory_order_seq_cst);
  const std::lock_guard lock(mutex_);
  return times_;
}

std::uint64_t Bell::sleep(std::uint64_t seen, std::chrono::microseconds at_most) {
  std::unique_lock lock(mutex_);
  rung_.wait_for(lock, at_most, [&] { return times_ != seen; });
  return times_;
}

void Bell::wake() {
  {
    const std::lock_guard lock(mutex_);
    ++times_;
  }
  rung_.notify_all();
}

}  // namespace gin
