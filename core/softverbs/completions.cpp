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
  const std::lock_guard<RobustLock> guard(lock);
  count = entries;
  is_mlx5 = mlx5;
  produced = consumed = consumed_seen = 0;
  armed = Armed::no;
  events = 0;
  has_overrun = false;
  for (std::uint32_t i = 0; i < count; ++i) entry(i).turn = mlx5 ? mlx5_unwritten : 0;
}

/// By what the reader says now; mlx5 counts in 24 bits, highest byte first.
std::uint32_t Completions::unread() {
  const std::uint32_t said = std::atomic_ref<std::uint32_t>(consumed).load(std::memory_order_acquire);
  return is_mlx5 ? (produced - be32toh(said)) & 0xffffff : produced - said;
}

bool Completions::push(const softverbs_completion& completion, ProcessHeader& reader) {
  const std::lock_guard<RobustLock> guard(lock);
  if (produced - consumed_seen == count) consumed_seen = produced - unread();
  if (produced - consumed_seen == count) {
    has_overrun.store(true, std::memory_order_relaxed);
    reader.wake();
    return false;
  }
  const std::uint8_t turn_now = turn(produced);
  softverbs_completion& to = entry(produced++);
  using Words = std::array<std::uint64_t, 8>;
  const auto words =
      is_mlx5 ? std::bit_cast<Words>(as_mlx5(completion, turn_now ^ 1)) : std::bit_cast<Words>(completion);
  auto* const word = reinterpret_cast<std::uint64_t*>(&to);
  // Relaxed: of several agents who read a queue by themselves, one may still look at an entry that another has taken. It finds
  // that out afterwards.
  for (std::size_t i = 0; i < words.size() - 1; ++i)
    std::atomic_ref<std::uint64_t>(word[i]).store(words[i], std::memory_order_relaxed);
  // Release, in the width in which either is read: who sees the turn, or the owner, sees the entry, and what was moved before it.
  static_assert(offsetof(softverbs_completion, turn) + 1 == sizeof to &&
                offsetof(softverbs_completion, reserved) <= 56);
  if (is_mlx5)
    std::atomic_ref<std::uint64_t>(word[7]).store(words[7], std::memory_order_release);
  else
    std::atomic_ref<std::uint8_t>(to.turn).store(turn_now, std::memory_order_release);
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
