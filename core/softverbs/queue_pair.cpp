#include "core/softverbs/queue_pair.hpp"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <utility>

namespace softverbs {

QueuePair::QueuePair(Context& context, ibv_pd* domain, const ibv_qp_init_attr& attr)
    : ibv_qp_ex{}, context_(context), init_(attr) {
  qp_base.context = domain->context;
  qp_base.qp_context = attr.qp_context;
  qp_base.pd = domain;
  qp_base.send_cq = attr.send_cq;
  qp_base.recv_cq = attr.recv_cq;
  qp_base.qp_type = attr.qp_type;
  ibv_qp_cap& cap = init_.cap;
  cap.max_send_wr = std::max(cap.max_send_wr, 1u);
  cap.max_recv_wr = std::bit_ceil(std::max(cap.max_recv_wr, 1u));
  cap.max_recv_sge = std::max(cap.max_recv_sge, 1u);
}

bool QueuePair::open(unsigned number_bits) {
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
  std::ranges::fill(side_->counters, 0);
  const std::uint32_t number = context_.nic().pairs().add({memory.name(), side_offset_}, number_bits);
  if (number == 0) return false;
  qp_base.qp_num = number;
  enter(IBV_QPS_RESET);
  context_.pair(number).store(this, std::memory_order_release);
  side_->number.store(number, std::memory_order_release);
  context_.process().engine().add(*this);
  return true;
}

void QueuePair::leave() {
  if (qp_base.qp_num == 0) return;
  context_.process().engine().remove(*this);
  context_.nic().pairs().remove(qp_base.qp_num);
  const std::lock_guard<RobustLock> guard(side_->lock);
  side_->number.store(0, std::memory_order_release);
  context_.pair(qp_base.qp_num).store(nullptr, std::memory_order_release);
}

QueuePair::~QueuePair() {
  const std::uint64_t bytes = ReceiveSide::bytes(init_.cap.max_recv_wr, init_.cap.max_recv_sge);
  if (side_) context_.process().memory().release(Block::receive_side, bytes, side_offset_);
}

int QueuePair::modify(const ibv_qp_attr& attr, int mask) {
  const std::lock_guard<std::mutex> guard(mutex_);
  // A peer may have put it into error, which its program need not have been told yet.
  if (side_->state == IBV_QPS_ERR) attr_.qp_state = IBV_QPS_ERR;
  const ibv_qp_state before = attr_.qp_state;
  if (mask & IBV_QP_CUR_STATE && attr.cur_qp_state != before) return EINVAL;
  if (!allows(before, attr, mask)) return EINVAL;
  apply(attr, mask);
  const ibv_qp_state after = mask & IBV_QP_STATE ? attr.qp_state : before;
  if (after != before || after == IBV_QPS_RESET) enter(after);
  serve();
  return 0;
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
  restart();
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
  const std::uint64_t next = carry_on();
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
