#include "core/softverbs/queue_pair.hpp"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <utility>

#include "core/softverbs/states.hpp"

namespace softverbs {
namespace {

bool fits(const ibv_qp_init_attr& attr, bool mlx5) {
  const ibv_qp_cap& cap = attr.cap;
  // What mlx5 says of receives is not written here.
  return attr.send_cq && attr.recv_cq && CompletionQueue::of(attr.send_cq).is_mlx5() == mlx5 &&
         !CompletionQueue::of(attr.recv_cq).is_mlx5() && cap.max_send_wr <= limits::requests &&
         cap.max_recv_wr <= limits::requests && cap.max_send_sge <= pieces_max && cap.max_recv_sge <= pieces_max &&
         cap.max_inline_data <= inline_max;
}

bool is_valid(const ibv_qp_attr& attr, int mask) {
  return !(mask & IBV_QP_PORT && attr.port_num != 1) && !(mask & IBV_QP_PKEY_INDEX && attr.pkey_index != 0) &&
         !(mask & IBV_QP_PATH_MTU && (attr.path_mtu < IBV_MTU_256 || attr.path_mtu > IBV_MTU_4096)) &&
         !(mask & IBV_QP_MAX_DEST_RD_ATOMIC && attr.max_dest_rd_atomic > ReceiveSide::answers) &&
         !(mask & IBV_QP_MAX_QP_RD_ATOMIC && attr.max_rd_atomic > ReceiveSide::answers);
}

}  // namespace

ibv_qp* QueuePair::create(ibv_pd* domain, ibv_qp_init_attr& attr) {
  Context& context = Context::of(domain->context);
  if (attr.qp_type != IBV_QPT_RC || attr.srq) return refuse(EOPNOTSUPP);
  if (!fits(attr, context.uses_mlx5())) return refuse(EINVAL);
  std::unique_ptr<QueuePair> pair(new QueuePair(context, domain, attr));
  if (!pair->allocate()) return nullptr;
  attr.cap = pair->init_.cap;
  return &pair.release()->qp_base;
}

QueuePair::QueuePair(Context& context, ibv_pd* domain, const ibv_qp_init_attr& attr)
    : ibv_qp_ex{}, context_(context), init_(attr) {
  qp_base.context = domain->context;
  qp_base.qp_context = attr.qp_context;
  qp_base.pd = domain;
  qp_base.send_cq = attr.send_cq;
  qp_base.recv_cq = attr.recv_cq;
  qp_base.qp_type = attr.qp_type;
  set_builders();
  ibv_qp_cap& cap = init_.cap;
  cap.max_send_wr = std::max(cap.max_send_wr, 1u);
  cap.max_recv_wr = std::bit_ceil(std::max(cap.max_recv_wr, 1u));
  cap.max_send_sge = std::max(cap.max_send_sge, 2u);  // as many as a slot has room for
  cap.max_recv_sge = std::max(cap.max_recv_sge, 1u);
  cap.max_inline_data = std::max(cap.max_inline_data, 32u);
}

bool QueuePair::allocate() {
  const ibv_qp_cap& cap = init_.cap;
  ProcessMemory& memory = context_.process().memory();
  side_offset_ = memory.allocate(Block::receive_side, ReceiveSide::bytes(cap.max_recv_wr, cap.max_recv_sge));
  if (side_offset_ == 0) return false;
  side_ = memory.at<ReceiveSide>(side_offset_);
  if (side_->capacity == 0) side_->lock.initialise();
  side_->capacity = cap.max_recv_wr;
  side_->pieces_max = cap.max_recv_sge;
  side_->domain = static_cast<Domain*>(qp_base.pd)->number;
  side_->completions = CompletionQueue::of(qp_base.recv_cq).offset();
  side_->event = 0;

  const std::uint32_t number = context_.nic().pairs().add({memory.name(), side_offset_});
  if (number == 0) return false;
  qp_base.qp_num = number;
  requester_.emplace(qp_base, init_, attr_);
  enter(IBV_QPS_RESET);
  context_.pair(number).store(this, std::memory_order_release);
  side_->number.store(number, std::memory_order_release);
  context_.process().engine().add(*this);
  return true;
}

QueuePair::~QueuePair() {
  if (requester_) {
    context_.process().engine().remove(*this);
    context_.nic().pairs().remove(qp_base.qp_num);
    const std::lock_guard<RobustLock> guard(side_->lock);
    side_->number.store(0, std::memory_order_release);
    context_.pair(qp_base.qp_num).store(nullptr, std::memory_order_release);
  }
  const std::uint64_t bytes = ReceiveSide::bytes(init_.cap.max_recv_wr, init_.cap.max_recv_sge);
  if (side_) context_.process().memory().release(Block::receive_side, bytes, side_offset_);
}

int QueuePair::modify(const ibv_qp_attr& attr, int mask) {
  const std::lock_guard<std::mutex> guard(mutex_);
  // A peer may have put it into error, which its program need not have been told yet.
  if (side_->state == IBV_QPS_ERR) attr_.qp_state = IBV_QPS_ERR;
  const ibv_qp_state before = attr_.qp_state;
  const ibv_qp_state after = mask & IBV_QP_STATE ? attr.qp_state : before;
  if (mask & IBV_QP_CUR_STATE && attr.cur_qp_state != before) return EINVAL;
  if (!may_go(before, after, mask) || !is_valid(attr, mask)) return EINVAL;
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
  take(IBV_QP_SQ_PSN, attr_.sq_psn, attr.sq_psn & packet_mask);
  take(IBV_QP_MAX_QP_RD_ATOMIC, attr_.max_rd_atomic, attr.max_rd_atomic);
  take(IBV_QP_PATH_MIG_STATE, attr_.path_mig_state, attr.path_mig_state);
  if (mask & IBV_QP_SQ_PSN) requester_->number_from(attr_.sq_psn);
  const std::lock_guard<RobustLock> guard(side_->lock);
  side_->access = attr_.qp_access_flags;
  side_->rnr_timer = attr_.min_rnr_timer;
  take(IBV_QP_RQ_PSN, side_->expected, attr_.rq_psn);
  if (!(mask & IBV_QP_AV)) return;
  const auto peer = attr.ah_attr.is_global ? address_of(attr.ah_attr.grh.dgid) : address_of(attr.ah_attr.dlid);
  // No such address: nobody answers there.
  side_->peer = peer.value_or(Address{hosts_max, 0});
  side_->peer_number = attr_.dest_qp_num;
  requester_->connect(side_->peer, attr_.dest_qp_num);
}

void QueuePair::enter(ibv_qp_state state) {
  attr_.qp_state = attr_.cur_qp_state = qp_base.state = state;
  const std::lock_guard<RobustLock> guard(side_->lock);
  side_->state = state;
  if (state == IBV_QPS_ERR) flush_receives();
  if (state != IBV_QPS_RESET) return;
  side_->posted = side_->taken = 0;
  side_->peer_number = 0;
  for (ReceiveSide::Answered& one : side_->answered) one = {};
  requester_->restart();
}

/// In error each receive that was posted ends as flushed (IBTA Vol. 1, 10.3.1.7). The side's lock is held.
void QueuePair::flush_receives() {
  for (; side_->taken != side_->posted; ++side_->taken) {
    softverbs_completion completion{};
    completion.wc.wr_id = side_->receive(side_->taken).id;
    completion.wc.status = IBV_WC_WR_FLUSH_ERR;
    completion.wc.opcode = IBV_WC_RECV;
    completion.wc.qp_num = qp_base.qp_num;
    CompletionQueue::of(qp_base.recv_cq).push(completion);
  }
}

void QueuePair::query(ibv_qp_attr& attr, ibv_qp_init_attr& init) {
  const std::lock_guard<std::mutex> guard(mutex_);
  if (side_->state == IBV_QPS_ERR) attr_.qp_state = attr_.cur_qp_state = IBV_QPS_ERR;
  attr = attr_;
  attr.cap = init_.cap;
  init = init_;
}

int QueuePair::append(const ibv_send_wr& request) {
  const ibv_qp_state state = attr_.qp_state;
  if (state != IBV_QPS_RTS && state != IBV_QPS_SQD && state != IBV_QPS_ERR) return EINVAL;
  return queue().append(request);
}

int QueuePair::post(ibv_send_wr* first, ibv_send_wr** bad) {
  const std::lock_guard<std::mutex> guard(mutex_);
  int failed = 0;
  for (; first && (failed = append(*first)) == 0; first = first->next) {
  }
  if (failed != 0 && bad) *bad = first;
  queue().announce();
  serve();
  return failed;
}

int QueuePair::ring() {
  const std::lock_guard<std::mutex> guard(mutex_);
  if (!queue().read_doorbell()) {
    enter(IBV_QPS_ERR);
    tell(IBV_EVENT_QP_FATAL);
    return ENOMEM;
  }
  serve();
  return 0;
}

int QueuePair::post(ibv_recv_wr* first, ibv_recv_wr** bad) {
  const std::lock_guard<RobustLock> guard(side_->lock);
  int failed = 0;
  for (; first && (failed = side_->post(*first)) == 0; first = first->next) {
  }
  if (failed != 0 && bad) *bad = first;
  if (side_->state == IBV_QPS_ERR) flush_receives();
  return failed;
}

void QueuePair::serve() {
  // A peer may have put it into error.
  if (side_->state == IBV_QPS_ERR && attr_.qp_state != IBV_QPS_ERR) enter(IBV_QPS_ERR);
  if (!requester_->serve() && attr_.qp_state != IBV_QPS_ERR) enter(IBV_QPS_ERR);
  if (attr_.qp_state == IBV_QPS_ERR) requester_->flush();
  const std::uint64_t next = requester_->next();
  if (next < std::exchange(wake_at_, next)) context_.process().engine().wake();
}

std::uint64_t QueuePair::attend(std::uint64_t) {
  const std::lock_guard<std::mutex> guard(mutex_);
  const std::uint32_t event = side_->event.exchange(0, std::memory_order_acquire);
  if (event != 0) tell(static_cast<ibv_event_type>(event - 1));
  serve();
  return wake_at_;
}

void QueuePair::tell(ibv_event_type what) {
  context_.events().tell({.element = {.qp = &qp_base}, .event_type = what});
}

}  // namespace softverbs
