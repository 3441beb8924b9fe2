#include "core/softverbs/completions.hpp"

#include <mutex>

namespace softverbs {

void Completions::restart(std::uint32_t entries) {
  count = entries;
  produced = consumed = consumed_seen = 0;
  armed = Armed::no;
  events = 0;
  has_overrun = false;
  for (std::uint32_t i = 0; i < count; ++i) entry(i).turn = 0;
}

Pushed push(Completions& queue, const softverbs_completion& completion) {
  const std::lock_guard<RobustLock> guard(queue.lock);
  if (queue.produced - queue.consumed_seen == queue.count)
    queue.consumed_seen = std::atomic_ref<std::uint32_t>(queue.consumed).load(std::memory_order_acquire);
  if (queue.produced - queue.consumed_seen == queue.count) {
    queue.has_overrun.store(true, std::memory_order_relaxed);
    return Pushed::not_at_all;
  }
  const std::uint8_t turn = queue.turn(queue.produced);
  softverbs_completion& entry = queue.entry(queue.produced++);
  softverbs_completion filled = completion;
  filled.turn = entry.turn;
  entry = filled;
  // Release: who sees the turn sees the entry, and what was moved before it.
  std::atomic_ref<std::uint8_t>(entry.turn).store(turn, std::memory_order_release);
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
