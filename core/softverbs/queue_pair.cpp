#include "core/softverbs/queue_pair.hpp"

#include <algorithm>
#include <bit>
#include <cerrno>

#include "core/softverbs/extended.hpp"
#include "core/softverbs/states.hpp"

namespace softverbs {
namespace {

constexpr std::uint32_t pair_blocks = 2;  // of ProcessMemory

bool fits(const ibv_qp_init_attr& attr) {
  const ibv_qp_cap& cap = attr.cap;
  return attr.send_cq && attr.recv_cq && cap.max_send_wr <= limits::requests &&
         cap.max_recv_wr <= limits::requests && cap.max_send_sge <= pieces_max && cap.max_recv_sge <= pieces_max &&
         cap.max_inline_data <= inline_max;
}

}  // namespace

QueuePair* QueuePair::create(ibv_pd* domain, ibv_qp_init_attr& attr) {
  if (attr.qp_type != IBV_QPT_RC || attr.srq) return not_here();
  // What mlx5 says of receives is not written here.
  const bool mlx5 = Context::of(domain->context).uses_mlx5();
  if (!fits(attr) || CompletionQueue::of(attr.send_cq).is_mlx5() != mlx5 ||
      CompletionQueue::of(attr.recv_cq).is_mlx5()) {
    errno = EINVAL;
    return nullptr;
  }
  auto* pair = new QueuePair(Context::of(domain->context), domain, attr);
  if (!pair->allocate()) {
    const int why = errno;
    delete pair;
    errno = why;
    return nullptr;
  }
  attr.cap = pair->init_.cap;
  return pair;
}

QueuePair::QueuePair(Context& context, ibv_pd* domain, const ibv_qp_init_attr& attr)
    : context_(context),
      send_completions_(CompletionQueue::of(attr.send_cq)),
      receive_completions_(CompletionQueue::of(attr.recv_cq)),
      init_(attr) {
  handle_.owner = this;
  ibv_qp& pair = handle_.verbs.qp_base;
  pair.context = context.verbs();
  pair.qp_context = attr.qp_context;
  pair.pd = domain;
  pair.send_cq = attr.send_cq;
  pair.recv_cq = attr.recv_cq;
  pair.qp_type = attr.qp_type;
  set_builders(*this);
  ibv_qp_cap& cap = init_.cap;
  cap.max_send_wr = std::max(cap.max_send_wr, 1u);
  cap.max_recv_wr = std::bit_ceil(std::max(cap.max_recv_wr, 1u));
  cap.max_send_sge = std::max(cap.max_send_sge, 2u);  // as many as a slot has room for
  cap.max_recv_sge = std::max(cap.max_recv_sge, 1u);
  cap.max_inline_data = std::max(cap.max_inline_data, 32u);
}

bool QueuePair::allocate() {
  const ibv_qp_cap& cap = init_.cap;
  slots_.count = std::bit_ceil(cap.max_send_wr * slots_for(cap.max_send_sge, cap.max_inline_data));
  memory_ = std::make_unique<softverbs_request[]>(slots_.count);
  slots_.of = memory_.get();

  ProcessMemory& memory = context_.process().memory();
  side_offset_ = memory.allocate(pair_blocks, ReceiveSide::bytes(cap.max_recv_wr, cap.max_recv_sge));
  if (side_offset_ == 0) return false;
  side_ = memory.at<ReceiveSide>(side_offset_);
  if (side_->capacity == 0) side_->lock.initialise();
  side_->capacity = cap.max_recv_wr;
  side_->pieces_max = cap.max_recv_sge;
  side_->domain = reinterpret_cast<Domain*>(handle_.verbs.qp_base.pd)->number;
  side_->completions = receive_completions_.offset();
  side_->event = 0;
  enter(IBV_QPS_RESET);

  const std::uint32_t number = context_.nic().add_pair(memory.name(), side_offset_);
  if (number == 0) return false;
  handle_.verbs.qp_base.qp_num = number;
  if (context_.uses_mlx5()) slots_.mlx5_pair = number;
  target_ = std::make_unique<Target>(context_.process(), Sender{context_.device().address, number});
  context_.pair(number).store(this, std::memory_order_release);
  side_->number.store(number, std::memory_order_release);
  context_.process().engine().add(*this);
  return true;
}

QueuePair::~QueuePair() {
  const std::uint32_t number = handle_.verbs.qp_base.qp_num;
  if (number != 0) {
    context_.process().engine().remove(*this);
    context_.nic().remove_pair(number);
    const std::lock_guard<RobustLock> guard(side_->lock);
    side_->number.store(0, std::memory_order_release);
    context_.pair(number).store(nullptr, std::memory_order_release);
  }
  const ibv_qp_cap& cap = init_.cap;
  if (side_)
    context_.process().memory().release(pair_blocks, ReceiveSide::bytes(cap.max_recv_wr, cap.max_recv_sge),
                                        side_offset_);
}

int QueuePair::modify(const ibv_qp_attr& attr, int mask) {
  const std::lock_guard<std::mutex> guard(mutex_);
  // A peer may have put it into error, which its program need not have been told yet.
  if (side_->state == IBV_QPS_ERR) attr_.qp_state = IBV_QPS_ERR;
  const ibv_qp_state before = attr_.qp_state;
  const ibv_qp_state after = mask & IBV_QP_STATE ? attr.qp_state : before;
  if (mask & IBV_QP_CUR_STATE && attr.cur_qp_state != before) return EINVAL;
  if (!may_go(before, after, mask)) return EINVAL;
  if (mask & IBV_QP_PORT && attr.port_num != 1) return EINVAL;
  if (mask & IBV_QP_PKEY_INDEX && attr.pkey_index != 0) return EINVAL;
  if (mask & IBV_QP_PATH_MTU && (attr.path_mtu < IBV_MTU_256 || attr.path_mtu > IBV_MTU_4096)) return EINVAL;
  if (mask & IBV_QP_MAX_DEST_RD_ATOMIC && attr.max_dest_rd_atomic > ReceiveSide::answers) return EINVAL;
  if (mask & IBV_QP_MAX_QP_RD_ATOMIC && attr.max_rd_atomic > ReceiveSide::answers) return EINVAL;
  apply(attr, mask);
  if (after != before || after == IBV_QPS_RESET) enter(after);
  serve();
  return 0;
}

void QueuePair::apply(const ibv_qp_attr& attr, int mask) {
  const auto take = [mask](int flag, auto& to, const auto& from) {
    if (mask & flag) to = from;
  };
  take(IBV_QP_PKEY_INDEX, attr_.pkey_index, attr.pkey_index);
  take(IBV_QP_PORT, attr_.port_num, attr.port_num);
  take(IBV_QP_ACCESS_FLAGS, attr_.qp_access_flags, attr.qp_access_flags);
  take(IBV_QP_AV, attr_.ah_attr, attr.ah_attr);
  take(IBV_QP_PATH_MTU, attr_.path_mtu, attr.path_mtu);
  take(IBV_QP_DEST_QPN, attr_.dest_qp_num, attr.dest_qp_num);
  take(IBV_QP_RQ_PSN, attr_.rq_psn, attr.rq_psn & packet_mask);
  take(IBV_QP_MAX_DEST_RD_ATOMIC, attr_.max_dest_rd_atomic, attr.max_dest_rd_atomic);
  take(IBV_QP_MIN_RNR_TIMER, attr_.min_rnr_timer, attr.min_rnr_timer);
  take(IBV_QP_TIMEOUT, attr_.timeout, attr.timeout);
  take(IBV_QP_RETRY_CNT, attr_.retry_cnt, attr.retry_cnt);
  take(IBV_QP_RNR_RETRY, attr_.rnr_retry, attr.rnr_retry);
  take(IBV_QP_SQ_PSN, packet_, attr.sq_psn & packet_mask);
  take(IBV_QP_SQ_PSN, attr_.sq_psn, packet_);
  take(IBV_QP_MAX_QP_RD_ATOMIC, attr_.max_rd_atomic, attr.max_rd_atomic);
  take(IBV_QP_PATH_MIG_STATE, attr_.path_mig_state, attr.path_mig_state);
  const std::lock_guard<RobustLock> guard(side_->lock);
  take(IBV_QP_ACCESS_FLAGS, side_->access, attr.qp_access_flags);
  take(IBV_QP_MIN_RNR_TIMER, side_->rnr_timer, attr.min_rnr_timer);
  take(IBV_QP_RQ_PSN, side_->expected, attr_.rq_psn);
  if (!(mask & IBV_QP_AV)) return;
  const auto peer = attr.ah_attr.is_global ? address_of(attr.ah_attr.grh.dgid) : address_of(attr.ah_attr.dlid);
  // No such address: nobody answers there.
  side_->peer = peer.value_or(Address{hosts_max, 0});
  side_->peer_number = attr_.dest_qp_num;
  target_->connect(side_->peer, attr_.dest_qp_num);
}

void QueuePair::enter(ibv_qp_state state) {
  attr_.qp_state = attr_.cur_qp_state = handle_.verbs.qp_base.state = state;
  {
    const std::lock_guard<RobustLock> guard(side_->lock);
    side_->state = state;
    if (state == IBV_QPS_RESET) {
      side_->posted = side_->taken = 0;
      side_->peer_number = 0;
      for (ReceiveSide::Answered& one : side_->answered) one = {};
    }
  }
  if (state == IBV_QPS_ERR) flush_receives();
  if (state != IBV_QPS_RESET) return;
  // Indices count on, so that completions that are still unread free nothing that comes now.
  doorbell_ = announced_ = started_ = std::max(doorbell_, announced_);
  retired_ = started_;
  unanswered_.clear();
  blocked_until_ = silences_ = refusals_ = 0;
}

/// In error each receive that was posted ends as flushed (IBTA Vol. 1, 10.3.1.7).
void QueuePair::flush_receives() {
  const std::lock_guard<RobustLock> guard(side_->lock);
  for (; side_->taken != side_->posted; ++side_->taken) {
    softverbs_completion completion{};
    completion.wr_id = side_->receive(side_->taken).id;
    completion.qp_num = handle_.verbs.qp_base.qp_num;
    completion.opcode = IBV_WC_RECV;
    completion.status = IBV_WC_WR_FLUSH_ERR;
    receive_completions_.push(completion);
  }
}

void QueuePair::query(ibv_qp_attr& attr, ibv_qp_init_attr& init) {
  const std::lock_guard<std::mutex> guard(mutex_);
  if (side_->state == IBV_QPS_ERR) attr_.qp_state = attr_.cur_qp_state = IBV_QPS_ERR;
  attr = attr_;
  attr.cap = init_.cap;
  init = init_;
}

int QueuePair::post(ibv_recv_wr* first, ibv_recv_wr** bad) {
  int failed = 0;
  bool flushes = false;
  {
    const std::lock_guard<RobustLock> guard(side_->lock);
    const ibv_qp_state state = side_->state;
    flushes = state == IBV_QPS_ERR;
    for (; first; first = first->next) {
      if (state == IBV_QPS_RESET || first->num_sge < 0 ||
          static_cast<std::uint32_t>(first->num_sge) > side_->pieces_max)
        failed = EINVAL;
      else if (side_->posted - side_->taken == side_->capacity)
        failed = ENOMEM;
      if (failed != 0) break;
      Receive& receive = side_->receive(side_->posted++);
      receive.id = first->wr_id;
      receive.count = static_cast<std::uint32_t>(first->num_sge);
      std::copy_n(first->sg_list, receive.count, receive.pieces);
    }
  }
  if (flushes) flush_receives();
  if (failed != 0 && bad) *bad = first;
  return failed;
}

}  // namespace softverbs
