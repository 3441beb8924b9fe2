// Threads of one process that have waited for long sleep until another of them moves something.
//
// It is a hint and never the news itself: who wakes looks again at what it waits for. What comes over a wire rings
// nothing, so nobody sleeps for longer than a moment.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

namespace gin {

class Bell {
 public:
  /// From now on ring() wakes who sleeps. Look once more before you do: what moved earlier rang for nobody. Returns
  /// what sleep() wants to know.
  std::uint64_t announce();
  void withdraw() { sleepers_.fetch_sub(1, std::memory_order_relaxed); }
  /// Until somebody has rung since `seen`, or that time is over. Returns what the next sleep() wants to know.
  std::uint64_t sleep(std::uint64_t seen, std::chrono::microseconds at_most);
  /// Something has moved. Costs a look while nobody sleeps, and no fence: who announces itself in the moment in which a
  /// store is still on its way may miss both, and wakes by itself.
  void ring() {
    if (sleepers_.load(std::memory_order_relaxed) != 0) wake();
  }

 private:
  void wake();

  std::atomic<std::uint32_t> sleepers_{0};
  std::mutex mutex_;
  std::condition_variable rung_;
  std::uint64_t times_ = 0;
};

}  // namespace gin
