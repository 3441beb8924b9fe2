// The send queue of one connection (reliable connection: one source, one peer): work requests in memory that
// the NIC reads, an index that says how many there are, a completion record that the NIC writes.
//
// Indices count work requests since the queue was made, in 64 bits; the NIC reports 16 bits of the index of
// the newest completed one, as mlx5 does, and `completed_after` widens them.
#pragma once

#include <cstdint>

#include "core/device/atomic.hpp"
#include "core/device/work_request.hpp"

namespace gin {

/// Of a queue whose operations are carried out by the target's CPU (PostRules::numbered): how many were numbered
/// and how many of them, without a hole, the target has reported done. Both wrap.
template <class Env>
struct Numbering {
  std::uint32_t taken = 0;
  std::uint32_t acknowledged = 0;
  typename Env::Gate acknowledgement;  ///< agents wait here
};

/// Where an agent leaves word for the CPU thread that rings for it (path gpu-cpu-doorbell).
template <class Env>
struct DoorbellNote {
  std::uint64_t index = 0;                ///< work requests up to here are ready
  typename Env::Gate* written = nullptr;  ///< the thread waits here
};

template <class Env>
struct SendQueue {
  WorkRequest* slots = nullptr;
  std::uint32_t capacity = 0;                ///< slots in memory now, a power of two; grows up to depth
  std::uint32_t depth = 0;                   ///< work requests that may be outstanding
  std::uint32_t id = 0;                      ///< the fabric's name for it
  std::uint16_t completion_record = 0xffff;  ///< index of the newest completed work request, low 16 bits
  std::uint64_t reserved = 0;                ///< handed out to agents
  std::uint64_t ready = 0;                   ///< written, in order of reservation
  std::uint64_t posted = 0;                  ///< the NIC was told up to here
  std::uint64_t completed = 0;               ///< widened from the NIC's record
  typename Env::Gate in_order;               ///< agents wait here for earlier reservations to be written
  typename Env::Gate doorbell;               ///< the NIC listens here
  typename Env::Gate completion;             ///< agents wait here
  Numbering<Env>* numbering = nullptr;       ///< where operations are numbered
  DoorbellNote<Env>* note = nullptr;         ///< where a CPU thread rings

  GIN_DEVICE WorkRequest& slot(std::uint64_t index) const { return slots[index & (capacity - 1)]; }
};

/// How many are complete when the NIC's record says `newest`, given that `completed` were before and at most
/// 2^15 are outstanding.
constexpr std::uint64_t completed_after(std::uint64_t completed, std::uint16_t newest) {
  const auto ahead = static_cast<std::uint16_t>(newest + 1 - static_cast<std::uint16_t>(completed));
  return ahead <= 0x8000 ? completed + ahead : completed;
}

/// Brings `completed` up to date with what the NIC wrote and returns it. Several agents may look at once.
template <class Env>
GIN_DEVICE std::uint64_t look_for_completions(SendQueue<Env>& queue) {
  const std::uint64_t before = load_relaxed(queue.completed);
  // Acquire: what the NIC wrote before the completion (the bytes of a get, a fetched value) is visible after it.
  const std::uint64_t now = completed_after(before, load_acquire(queue.completion_record));
  if (now > before) raise(queue.completed, now);
  return now;
}

}  // namespace gin
