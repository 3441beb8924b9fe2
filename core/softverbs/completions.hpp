// A completion queue where all can write to it: its own queue pairs, and whoever brings them something.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/softverbs/process_memory.hpp"
#include "core/softverbs/robust_lock.hpp"
#include "core/softverbs/softverbs.h"

namespace softverbs {

/// For which completion a program wants to be woken (ibv_req_notify_cq), the more it asks for the higher.
enum class Armed : std::uint32_t { no, solicited, any };

/// What entries look like: this device's own, or as those who read queues by hand know them of adapters.
enum class Layout : std::uint8_t { own, mlx5, efa };

/// In ProcessMemory, its entries behind it. What one side writes at each completion has a cache line of its own.
struct alignas(64) Completions {
  RobustLock lock;  ///< of those who write
  std::uint32_t produced = 0;
  std::uint32_t consumed_seen = 0;  ///< what writers know of `consumed`: they look again when the queue seems full
  alignas(64) std::uint32_t consumed = 0;  ///< by the reader; counts on
  alignas(64) std::uint32_t count = 0;     ///< entries, a power of two
  Layout layout = Layout::own;             ///< mlx5: `consumed` is as well
  std::atomic<Armed> armed{};
  std::atomic<std::uint32_t> events{};  ///< that the reader's process is to be told of
  std::atomic<bool> has_overrun{};

  /// Empties it.
  void restart(std::uint32_t entries, Layout of_entries);
  /// Wakes the reader's process where it has to be told. False: the queue is full, so it has overrun, and so has whoever used it
  /// (IBTA Vol. 1, 10.2.4.3).
  bool push(const softverbs_completion& completion, ProcessHeader& reader);
  /// The next one, if it is there. One reader at a time.
  bool take(softverbs_completion& completion);
  /// The next completion that is asked for makes one event (IBTA Vol. 1, 11.4.2.2); solicited ones are those that were sent so, and errors.
  void arm(Armed what);

  softverbs_completion* entries() { return reinterpret_cast<softverbs_completion*>(this + 1); }
  softverbs_completion& entry(std::uint32_t index) { return entries()[index & (count - 1)]; }
  std::uint8_t turn(std::uint32_t index) const { return (index / count & 1) ^ 1; }
  static std::uint64_t bytes(std::uint32_t count) {
    return sizeof(Completions) + std::uint64_t{count} * sizeof(softverbs_completion);
  }

 private:
  std::uint32_t unread();
};

}  // namespace softverbs
