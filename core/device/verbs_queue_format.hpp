// Whichever format a verbs NIC has: a host that finds out at run time which device there is has one environment for all.
#pragma once

#include "core/device/efa_format.hpp"
#include "core/device/mlx5_format.hpp"
#include "core/device/rxe_format.hpp"
#include "core/device/softverbs_format.hpp"

namespace gin {

struct VerbsQueueFormat : VerbsQueue {
  static constexpr std::uint32_t inline_max = Mlx5QueueFormat::inline_max;  ///< the least of the four

  static constexpr bool has(Amo amo, bool fetches) { return Mlx5QueueFormat::has(amo, fetches); }
  GIN_DEVICE static std::uint32_t window(const Memory& memory) {
    return memory.nic.efa ? EfaQueueFormat::window(memory) : ~0u;
  }
  GIN_DEVICE static std::uint64_t window_end(const Memory& memory) {
    return memory.nic.efa ? EfaQueueFormat::window_end(memory) : ~std::uint64_t{0};
  }
  GIN_DEVICE static std::uint64_t values_end(const Memory& memory) {
    return memory.nic.efa ? EfaQueueFormat::values_end(memory) : ~std::uint64_t{0};
  }
  GIN_DEVICE static void settle(const Memory& memory, std::uint64_t end) {
    if (memory.nic.efa) EfaQueueFormat::settle(memory, end);
  }
  GIN_DEVICE static void write(const Memory& memory, std::uint64_t index, const WorkRequest& request) {
    by(memory, [&](auto format) { format.write(memory, index, request); });
  }
  GIN_DEVICE static Completed look(const Memory& memory) {
    return by(memory, [&](auto format) { return format.look(memory); });
  }
  GIN_DEVICE static CompletionStatus status(const Memory& memory) {
    return by(memory, [&](auto format) { return format.status(memory); });
  }
  GIN_DEVICE static void ring(const Memory& memory, std::uint64_t index) {
    by(memory, [&](auto format) { format.ring(memory, index); });
  }

 private:
  template <class Act>
  GIN_DEVICE static auto by(const Memory& memory, Act act) -> decltype(act(Mlx5QueueFormat{})) {
    switch (memory.nic.kind) {
      case VerbsKind::mlx5:
        return act(Mlx5QueueFormat{});
      case VerbsKind::rxe:
        return act(RxeQueueFormat{});
      case VerbsKind::efa:
        return act(EfaQueueFormat{});
      default:
        return act(SoftVerbsQueueFormat{});
    }
  }
};
static_assert(VerbsQueueFormat::inline_max <= RxeQueueFormat::inline_max &&
              VerbsQueueFormat::inline_max <= SoftVerbsQueueFormat::inline_max &&
              VerbsQueueFormat::inline_max <= EfaQueueFormat::inline_max);

}  // namespace gin
