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
  memory.nic.entries = static_cast<unsigned char*>(completions.entries);
  memory.nic.entry_count = completions.entry_count;
  memory.nic.entry_stride = completions.stride;
  memory.nic.consumed = completions.consumed;
}

/// Of an adapter, or of a device in software that has its format.
void map_mlx5(const Library& library, VerbsQueue::Memory& memory, ibv_qp* pair, ibv_cq* sent) {
  mlx5dv_qp queue{};
  mlx5dv_cq completions{};
  mlx5dv_obj both{};
  both.qp = {pair, &queue};
  both.cq = {sent, &completions};
  if (const int error = library.mlx5_init_obj(&both, MLX5DV_OBJ_QP | MLX5DV_OBJ_CQ))
    refuse(Code::unavailable, "mlx5dv_init_obj", error, "were the queues made by an mlx5 device?");
  memory.slots = static_cast<VerbsQueue::Slot*>(queue.sq.buf);
  memory.capacity = queue.sq.wqe_cnt;
  memory.nic.slot_stride = queue.sq.stride;
  memory.nic.doorbell = static_cast<std::uint64_t*>(queue.bf.reg);
  memory.nic.posted = &queue.dbrec[MLX5_SND_DBR];
  memory.nic.entries = static_cast<unsigned char*>(completions.buf);
  memory.nic.entry_count = completions.cqe_cnt;
  memory.nic.entry_stride = completions.cqe_size;
  memory.nic.consumed = completions.dbrec;  // its first word
}

void wake_soft(ibv_qp* pair) {
  if (const int error = softverbs_ring(pair))
    refuse(Code::failed, "softverbs_ring", error,
           "more was announced than the queue holds, which is a bug; report it");
}

}  // namespace

void prepare_to_map(const Device& device) {
  if (!device.queues)
    throw Error(
        Code::unavailable,
        fmt::format("path gpu over {}: expected a device whose queues agents can write (`ginlab doctor` tells),"
                    " came another; set path to proxy, or launch.device to soft",
                    device.name));
  if (!device.is_soft() || device.queues == VerbsKind::soft) return;
  if (const int error = softverbs_use_mlx5(device.context.get()))
    refuse(Code::unavailable, "softverbs_use_mlx5 on " + device.name, error, "set launch.device to soft");
}

VerbsQueue::Memory map_queue(VerbsKind kind, const Library& library, ibv_qp* pair, ibv_cq* sent) {
  if (kind == VerbsKind::rxe) return map_rxe(pair, sent);
  VerbsQueue::Memory memory;
  memory.nic.kind = kind;
  memory.nic.pair = pair->qp_num;
  if (kind == VerbsKind::mlx5)
    map_mlx5(library, memory, pair, sent);
  else
    map_soft(memory, pair, sent);
  return memory;
}

Wake waking(const Device& device) {
  if (device.is_soft()) return wake_soft;
  if (device.queues == VerbsKind::rxe) return wake_rxe;
  return [](ibv_qp*) {};
}

}  // namespace gin::verbs
