#include "core/softverbs/completions.hpp"

#include <endian.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <mutex>

#include "core/softverbs/efa/completion.hpp"
#include "core/softverbs/mlx5.hpp"

namespace softverbs {

namespace {

using Words = std::array<std::uint64_t, 8>;

Words words_of(const softverbs_completion& completion, Layout layout, std::uint8_t turn) {
  if (layout == Layout::mlx5) return std::bit_cast<Words>(as_mlx5(completion, turn ^ 1));
  return std::bit_cast<Words>(layout == Layout::efa ? efa::as_read_by_hand(completion, turn) : completion);
}

}  // namespace

void Completions::restart(std::uint32_t entries, Layout of_entries) {
  const std::lock_guard<RobustLock> guard(lock);
  count = entries;
  layout = of_entries;
  produced = consumed = consumed_seen = 0;
  armed = Armed::no;
  events = 0;
  has_overrun = false;
  for (std::uint32_t i = 0; i < count; ++i) {
    entry(i) = {};
    entry(i).turn = layout == Layout::mlx5 ? mlx5_unwritten : 0;
  }
}

/// By what the reader says now; mlx5 counts in 24 bits, highest byte first.
std::uint32_t Completions::unread() {
  const std::uint32_t said = std::atomic_ref<std::uint32_t>(consumed).load(std::memory_order_acquire);
  return layout == Layout::mlx5 ? (produced - be32toh(said)) & 0xffffff : produced - said;
}

bool Completions::push(const softverbs_completion& completion, ProcessHeader& reader) {
  const std::lock_guard<RobustLock> guard(lock);
  // An EFA device is not told what was read, and writes over what was not (fi_efa(7): overrun is not guarded against).
  const bool is_guarded = layout != Layout::efa;
  if (is_guarded && produced - consumed_seen == count) consumed_seen = produced - unread();
  if (is_guarded && produced - consumed_seen == count) {
    has_overrun.store(true, std::memory_order_relaxed);
    reader.wake();
    return false;
  }
  const std::uint8_t turn_now = turn(produced);
  softverbs_completion& to = entry(produced++);
  const Words words = words_of(completion, layout, turn_now);
  auto* const word = reinterpret_cast<std::uint64_t*>(&to);
  // By which a reader knows that an entry is new, it is in the last word, or in the first of EFA's.
  const std::size_t telling = layout == Layout::efa ? 0 : words.size() - 1;
  // Relaxed: of several agents who read a queue by themselves, one may still look at an entry that another has taken. It finds
  // that out afterwards.
  for (std::size_t i = 0; i < words.size(); ++i)
    if (i != telling) std::atomic_ref<std::uint64_t>(word[i]).store(words[i], std::memory_order_relaxed);
  // Release, in the width in which each is read: who sees the turn, the owner or the phase sees the entry, and what was moved
  // before it.
  static_assert(offsetof(softverbs_completion, turn) + 1 == sizeof to &&
                offsetof(softverbs_completion, reserved) <= 56);
  if (layout == Layout::own)
    std::atomic_ref<std::uint8_t>(to.turn).store(turn_now, std::memory_order_release);
  else
    std::atomic_ref<std::uint64_t>(word[telling]).store(words[telling], std::memory_order_release);
  const Armed asked = armed.load(std::memory_order_seq_cst);
  const bool is_solicited = completion.is_solicited || completion.wc.status != IBV_WC_SUCCESS;
  if (asked < (is_solicited ? Armed::solicited : Armed::any)) return true;
  armed.store(Armed::no, std::memory_order_relaxed);
  events.fetch_add(1, std::memory_order_release);
  reader.wake();
  return true;
}

bool Completions::take(softverbs_completion& completion) {
  softverbs_completion& from = entry(consumed);
  if (std::atomic_ref<std::uint8_t>(from.turn).load(std::memory_order_acquire) != turn(consumed)) return false;
  completion = from;
  // Release: the entry was read before it may be written again.
  std::atomic_ref<std::uint32_t>(consumed).store(consumed + 1, std::memory_order_release);
  return true;
}

void Completions::arm(Armed what) {
  const std::lock_guard<RobustLock> guard(lock);
  if (armed.load(std::memory_order_relaxed) < what) armed.store(what, std::memory_order_seq_cst);
}

}  // namespace softverbs
