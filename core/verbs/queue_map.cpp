#include "core/verbs/queue_map.hpp"

#include <fmt/format.h>

#include "core/softverbs/softverbs.h"
#include "core/verbs/rxe_queue.hpp"

namespace gin::verbs {
namespace {

void map_soft(VerbsQueue::Memory& memory, ibv_qp* pair, ibv_cq* sent) {
  softverbs_send_queue queue{};
  softverbs_completion_queue completions{};
  if (const int error = softverbs_map_send_queue(pair, &queue))
    refuse(Code::unavailable, "softverbs_map_send_queue", error, "was the queue pair made by this device?");
  if (const int error = softverbs_map_completion_queue(sent, &completions))
    refuse(Code::unavailable, "softverbs_map_completion_queue", error, "was the queue made by this device?");
  memory.slots = static_cast<VerbsQueue::Slot*>(queue.slots);
  memory.capacity = queue.slot_count;
  memory.nic.slot_stride = queue.stride;
  memory.nic.doorbell = queue.doorbell;
  memory.nic.posted = queue.record;
  memory.nic.entries = static_cast<unsigned char*>(completions.entries);
  memory.nic.entry_count = completions.entry_count;
  memory.nic.entry_stride = completions.stride;
  memory.nic.consumed = completions.consumed;
}

}  // namespace

std::string unmapped_because(const Device& device) {
  if (device.library == soft_library() || is_rxe(*device.context)) return "";
  return fmt::format("{}: expected a device whose queues agents can write (soft, Soft-RoCE), came another",
                     device.name);
}

void prepare_to_map(const Device& device) {
  if (const std::string why = unmapped_because(device); !why.empty())
    throw Error(Code::unavailable, why + "; set path to proxy, or launch.device to soft");
  if (device.queues != VerbsKind::mlx5) return;
  if (const int error = softverbs_use_mlx5(device.context.get()))
    refuse(Code::unavailable, "softverbs_use_mlx5 on " + device.name, error, "set launch.device to soft");
}

VerbsQueue::Memory map_queue(const Device& device, ibv_qp* pair, ibv_cq* sent) {
  if (is_rxe(*device.context)) return map_rxe(pair, sent);
  VerbsQueue::Memory memory;
  memory.nic.kind = device.queues;
  memory.nic.pair = pair->qp_num;
  map_soft(memory, pair, sent);
  return memory;
}

void wake(VerbsKind kind, ibv_qp* pair) {
  if (kind == VerbsKind::rxe) return wake_rxe(pair);
  if (const int error = softverbs_ring(pair))
    refuse(Code::failed, "softverbs_ring", error,
           "more was announced than the queue holds, which is a bug; report it");
}

}  // namespace gin::verbs
