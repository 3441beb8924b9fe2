#include "core/softverbs/completions.hpp"

#include <endian.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <mutex>

#include "core/softverbs/mlx5.hpp"

namespace softverbs {

void Completions::restart(std::uint32_t entries, bool mlx5) {
  count = entries;
  is_mlx5 = mlx5;
  produced = consumed = consumed_seen = 0;
  armed = Armed::no;
  events = 0;
  has_overrun = false;
  for (std::uint32_t i = 0; i < count; ++i) entry(i).turn = mlx5 ? mlx5_unwritten : 0;
}

/// By what the reader says now; mlx5 counts in 24 bits, highest byte first.
static std::uint32_t unread(Completions& queue) {
  const std::uint32_t consumed = std::atomic_ref<std::uint32_t>(queue.consumed).load(std::memory_order_acquire);
  return queue.is_mlx5 ? (queue.produced - be32toh(consumed)) & 0xffffff : queue.produced - consumed;
}

Pushed push(Completions& queue, const softverbs_completion& completion) {
  const std::lock_guard<RobustLock> guard(queue.lock);
  if (queue.produced - queue.consumed_seen == queue.count) queue.consumed_seen = queue.produced - unread(queue);
  if (queue.produced - queue.consumed_seen == queue.count) {
    queue.has_overrun.store(true, std::memory_order_relaxed);
    return Pushed::not_at_all;
  }
  const std::uint8_t turn = queue.turn(queue.produced);
  softverbs_completion& entry = queue.entry(queue.produced++);
  // Release, in the width in which either is read: who sees the turn, or the owner, sees the entry, and what was moved before it.
  if (queue.is_mlx5) {
    const auto words = std::bit_cast<std::array<std::uint64_t, 8>>(as_mlx5(completion, turn ^ 1));
    auto* const to = reinterpret_cast<std::uint64_t*>(&entry);
    std::memcpy(to, words.data(), sizeof words - sizeof *to);
    std::atomic_ref<std::uint64_t>(to[7]).store(words[7], std::memory_order_release);
  } else {
    static_assert(offsetof(softverbs_completion, turn) + 1 == sizeof entry);
    std::memcpy(&entry, &completion, offsetof(softverbs_completion, turn));
    std::atomic_ref<std::uint8_t>(entry.turn).store(turn, std::memory_order_release);
  }
  const Armed asked = queue.armed.load(std::memory_order_seq_cst);
  const bool counts = asked == Armed::any || (asked == Armed::solicited &&
                                              (completion.is_solicited || completion.status != IBV_WC_SUCCESS));
  if (!counts) return Pushed::quietly;
  queue.armed.store(Armed::no, std::memory_order_relaxed);
  queue.events.fetch_add(1, std::memory_order_release);
  return Pushed::with_event;
}

bool take(Completions& queue, softverbs_completion& completion) {
  softverbs_completion& entry = queue.entry(queue.consumed);
  if (std::atomic_ref<std::uint8_t>(entry.turn).load(std::memory_order_acquire) != queue.turn(queue.consumed))
    return false;
  completion = entry;
  // Release: the entry was read before it may be written again.
  std::atomic_ref<std::uint32_t>(queue.consumed).store(queue.consumed + 1, std::memory_order_release);
  return true;
}

void arm(Completions& queue, Armed what) {
  const std::lock_guard<RobustLock> guard(queue.lock);
  if (queue.armed.load(std::memory_order_relaxed) < what) queue.armed.store(what, std::memory_order_seq_cst);
}

}  // namespace softverbs
