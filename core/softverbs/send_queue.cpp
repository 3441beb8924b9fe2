#include "core/softverbs/send_queue.hpp"

#include <endian.h>
#include <infiniband/mlx5dv.h>

#include <algorithm>
#include <bit>
#include <cerrno>

namespace softverbs {

SendQueue::SendQueue(const ibv_qp_cap& cap, std::uint32_t mlx5_pair) : cap_(cap) {
  slots_.count = std::bit_ceil(cap.max_send_wr * slots_for(cap.max_send_sge, cap.max_inline_data));
  memory_ = std::make_unique<softverbs_request[]>(slots_.count);
  slots_.of = memory_.get();
  slots_.mlx5_pair = mlx5_pair;
}

int SendQueue::append(const ibv_send_wr& request) {
  if (is_mlx5()) return EOPNOTSUPP;
  const std::uint32_t slots = slots_of(request, cap_.max_send_sge, cap_.max_inline_data);
  if (slots == 0) return EINVAL;
  if (written_ + slots - retired_.load(std::memory_order_acquire) > slots_.count) return ENOMEM;
  encode(request, slots_, written_);
  written_ += slots;
  return 0;
}

bool SendQueue::read_doorbell() {
  std::uint64_t announced = std::atomic_ref<std::uint64_t>(written_).load(std::memory_order_acquire);
  if (is_mlx5()) {
    const std::atomic_ref<std::uint32_t> said(records_[MLX5_SND_DBR]);
    const std::uint32_t record = be32toh(said.load(std::memory_order_acquire));
    announced = announced_ + static_cast<std::uint16_t>(record - announced_);
  }
  // The slots of a request are its own until it has completed.
  if (announced - taken_ > slots_.count || announced < announced_) return false;
  announced_ = announced;
  return true;
}

void SendQueue::map(softverbs_send_queue& into) {
  into = {slots_.of, slots_.count, sizeof(softverbs_request), &written_};
}

void SendQueue::map(mlx5dv_qp& into) {
  into = {};
  into.dbrec = records_;
  into.sq = {slots_.of, slots_.count, sizeof(softverbs_request)};
  into.bf.reg = &register_;  // of no size: whole requests are not written there
}

bool SendQueue::read(Request& request) const {
  const bool is_request = decode(slots_, taken_, request);
  request.end = taken_ + request.slots;
  return is_request;
}

void SendQueue::retire(std::uint32_t slot) {
  const std::uint64_t before = retired_.load(std::memory_order_relaxed);
  const auto ahead = static_cast<std::int32_t>(slot - static_cast<std::uint32_t>(before));
  if (ahead > 0) retired_.store(before + static_cast<std::uint32_t>(ahead), std::memory_order_release);
}

void SendQueue::restart() {
  // Indices count on, so that completions that are still unread free nothing that comes now.
  written_ = announced_ = taken_ = std::max(written_, announced_);
  retired_ = taken_;
}

}  // namespace softverbs
