#include "core/softverbs/rc_pair.hpp"

#include <algorithm>
#include <cerrno>
#include <memory>

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

constexpr unsigned number_bits = 24;  // IBTA Vol. 1, 9.2: the base header

}  // namespace

ibv_qp* RcPair::create(ibv_pd* domain, ibv_qp_init_attr& attr) {
  Context& context = Context::of(domain->context);
  if (settings()->efa || attr.qp_type != IBV_QPT_RC || attr.srq) return refuse(EOPNOTSUPP);
  if (!fits(attr, context.uses_mlx5())) return refuse(EINVAL);
  std::unique_ptr<RcPair> pair(new RcPair(context, domain, attr));
  if (!pair->open(number_bits)) return nullptr;
  attr.cap = pair->init_.cap;
  return &pair.release()->qp_base;
}

RcPair::RcPair(Context& context, ibv_pd* domain, const ibv_qp_init_attr& attr) : QueuePair(context, domain, attr) {
  set_builders();
  ibv_qp_cap& cap = init_.cap;
  cap.max_send_sge = std::max(cap.max_send_sge, 2u);  // as many as a slot has room for
  cap.max_inline_data = std::max(cap.max_inline_data, 32u);
}

bool RcPair::allows(ibv_qp_state from, const ibv_qp_attr& to, int mask) const {
  return may_go(connected_steps, from, mask & IBV_QP_STATE ? to.qp_state : from, mask) && is_valid(to, mask);
}

void RcPair::restart() {
  if (requester_)
    requester_->restart();
  else
    requester_.emplace(qp_base, init_, attr_);
}

void RcPair::apply(const ibv_qp_attr& attr, int mask) {
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

int RcPair::append(const ibv_send_wr& request) {
  const ibv_qp_state state = attr_.qp_state;
  if (state != IBV_QPS_RTS && state != IBV_QPS_SQD && state != IBV_QPS_ERR) return EINVAL;
  return queue().append(request);
}

int RcPair::post(ibv_send_wr* first, ibv_send_wr** bad) {
  const std::lock_guard<std::mutex> guard(mutex_);
  int failed = 0;
  for (; first && (failed = append(*first)) == 0; first = first->next) {
  }
  if (failed != 0 && bad) *bad = first;
  queue().announce();
  serve();
  return failed;
}

int RcPair::ring() {
  const std::lock_guard<std::mutex> guard(mutex_);
  if (!queue().read_doorbell()) {
    enter(IBV_QPS_ERR);
    tell(IBV_EVENT_QP_FATAL);
    return ENOMEM;
  }
  serve();
  return 0;
}

std::uint64_t RcPair::carry_on() {
  if (!requester_->serve() && attr_.qp_state != IBV_QPS_ERR) enter(IBV_QPS_ERR);
  if (attr_.qp_state == IBV_QPS_ERR) requester_->flush();
  return requester_->next();
}

}  // namespace softverbs
