// A send queue as plain memory (reliable connection: one source, one peer): work requests that the NIC reads, words of
// those who post, the record that the NIC writes, the index at which a CPU looks.
//
// Indices count work requests since the queue was made, in 64 bits; the NIC reports 16 bits of the index of the newest
// completed one, as mlx5 does, and `completed_after` widens them. Beside them it reports how the one after it ended, if
// that failed: nothing behind it completes, and the record stays as it is.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/planted.hpp"
#include "core/format/completion_status.hpp"
#include "core/format/work_request.hpp"

namespace gin {

/// In the memory of those who post: the GPU's, or the CPU's where the stack has its queues there.
struct alignas(8) QueueGpuWords {
  std::uint64_t reserved = 0;                ///< agents: handed out
  std::uint64_t ready = 0;                   ///< agents: written, in order of reservation
  std::uint64_t posted = 0;                  ///< agents: the NIC was told up to here
  std::uint64_t completed = 0;               ///< agents: widened from the NIC's record
  std::uint32_t numbers_taken = 0;           ///< agents: of a numbered queue (PostRules); wraps
  std::uint32_t numbers_acknowledged = 0;    ///< CPU: the target has done those before it; wraps
  std::uint32_t completion_record = 0xffff;  ///< NIC: what completed, and what failed (record_of)
  std::uint32_t ringing = 0;                 ///< agents: not 0 while one of them writes doorbells
};
static_assert(sizeof(QueueGpuWords) == 48 && offsetof(QueueGpuWords, completed) == 24 &&
              offsetof(QueueGpuWords, numbers_taken) == 32 && offsetof(QueueGpuWords, completion_record) == 40 &&
              offsetof(QueueGpuWords, ringing) == 44);

/// In the host's memory, of queues that a CPU looks at: the doorbell of a soft NIC, or the note of an agent for whom a
/// CPU thread rings (path gpu-cpu-doorbell).
struct alignas(8) QueueHostWords {
  std::uint64_t announced = 0;  ///< agents: work requests up to here are ready
};
static_assert(sizeof(QueueHostWords) == 8);

/// Where one queue's memory is, as one side addresses it. `Format` says what a slot is, and what else it has to know of
/// the NIC.
template <class Format>
struct QueueMemory {
  using Slot = typename Format::Slot;
  Slot* slots = nullptr;
  QueueGpuWords* gpu = nullptr;
  QueueHostWords* host = nullptr;                       ///< null where no CPU looks
  std::uint32_t capacity = 0;                           ///< slots in memory now, a power of two; grows up to depth
  std::uint32_t depth = 0;                              ///< work requests that may be outstanding
  [[no_unique_address]] typename Format::Nic nic = {};  ///< its completion queue, doorbells, keys

  constexpr Slot& slot(std::uint64_t index) const { return slots[index & (capacity - 1)]; }
};

/// The NIC's record: `newest` is the index of the newest completed work request, `next` how the one after it ended.
constexpr std::uint32_t record_of(std::uint64_t newest, CompletionStatus next = CompletionStatus::ok) {
  return static_cast<std::uint16_t>(newest) | static_cast<std::uint32_t>(next) << 16;
}
constexpr CompletionStatus status_of(std::uint32_t record) {
  return static_cast<CompletionStatus>(record >> 16);
}

/// The words of a queue whose first work request will be `index`, and first number `number`.
constexpr QueueGpuWords words_from(std::uint64_t index, std::uint32_t number = 0) {
  return {index, index, index, index, number, number, record_of(index - 1)};
}

/// How many are complete when the NIC's record says `newest`, given that `completed` were before and at most
/// 2^15 are outstanding.
constexpr std::uint64_t completed_after(std::uint64_t completed, std::uint16_t newest) {
  if (planted(Fault::counter_wrap_ignored)) return completed >> 16 << 16 | static_cast<std::uint16_t>(newest + 1);
  const auto ahead = static_cast<std::uint16_t>(newest + 1 - static_cast<std::uint16_t>(completed));
  return ahead <= 0x8000 ? completed + ahead : completed;
}

}  // namespace gin
