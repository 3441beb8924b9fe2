#include "core/softverbs/efa/srd_pair.hpp"

#include <algorithm>
#include <bit>
#include <cerrno>
#include <memory>
#include <span>
#include <utility>

#include "core/softverbs/efa/handles.hpp"
#include "core/softverbs/states.hpp"

namespace softverbs::efa {
namespace {

bool fits(const ibv_qp_init_attr& attr) {
  const ibv_qp_cap& cap = attr.cap;
  return attr.send_cq && attr.recv_cq && cap.max_send_wr <= limits::sends && cap.max_recv_wr <= limits::receives &&
         cap.max_send_sge <= limits::pieces && cap.max_recv_sge <= limits::pieces &&
         cap.max_inline_data <= limits::inline_bytes;
}

}  // namespace

ibv_qp* SrdPair::create(ibv_pd* domain, ibv_qp_init_attr& attr, bool takes_unsolicited) {
  if (attr.srq) return refuse(EOPNOTSUPP);
  if (!fits(attr)) return refuse(EINVAL);
  std::unique_ptr<SrdPair> pair(new SrdPair(Context::of(domain->context), domain, attr));
  if (!pair->open(limits::number_bits)) return nullptr;
  pair->side_->takes_unsolicited = takes_unsolicited;
  attr.cap = pair->init_.cap;
  return &pair.release()->qp_base;
}

SrdPair::SrdPair(Context& context, ibv_pd* domain, const ibv_qp_init_attr& attr)
    : QueuePair(context, domain, attr) {
  set_builders();
  init_.cap.max_send_wr = std::bit_ceil(init_.cap.max_send_wr);
  init_.cap.max_inline_data = limits::inline_bytes;
}

bool SrdPair::allows(ibv_qp_state from, const ibv_qp_attr& to, int mask) const {
  if (mask & IBV_QP_RNR_RETRY && !can(retries_rnr)) return false;
  return may_go(datagram_steps, from, mask & IBV_QP_STATE ? to.qp_state : from, mask) &&
         !(mask & IBV_QP_PORT && to.port_num != 1) && !(mask & IBV_QP_PKEY_INDEX && to.pkey_index != 0);
}

void SrdPair::apply(const ibv_qp_attr& attr, int mask) {
  if (mask & IBV_QP_PKEY_INDEX) attr_.pkey_index = attr.pkey_index;
  if (mask & IBV_QP_PORT) attr_.port_num = attr.port_num;
  if (mask & IBV_QP_SQ_PSN) attr_.sq_psn = attr.sq_psn;
  if (mask & IBV_QP_RNR_RETRY) attr_.rnr_retry = attr.rnr_retry;
  if (!(mask & IBV_QP_QKEY)) return;
  attr_.qkey = attr.qkey;
  const std::lock_guard<RobustLock> guard(side_->lock);
  side_->queue_key = attr.qkey;
}

void SrdPair::restart() {
  if (source_) {
    source_->restart();
    return;
  }
  attr_.rnr_retry = rnr_for_ever;  // until a program says something else
  source_.emplace(qp_base, init_.cap.max_send_wr, attr_, *side_);
}

std::uint64_t SrdPair::carry_on() {
  if (!source_->serve() && attr_.qp_state != IBV_QPS_ERR) enter(IBV_QPS_ERR);
  if (attr_.qp_state == IBV_QPS_ERR) source_->flush();
  return source_->next();
}

void SrdPair::begin(ibv_wr_opcode opcode, std::uint64_t id) {
  slot_ = nullptr;
  if (failed_ != 0) return;
  const ibv_qp_state state = attr_.qp_state;
  if (source_->queue().is_by_hand())
    failed_ = EOPNOTSUPP;
  else if (state != IBV_QPS_RTS && state != IBV_QPS_SQD && state != IBV_QPS_ERR)
    failed_ = EINVAL;
  else if (!(slot_ = source_->queue().append(opcode, id)))
    failed_ = ENOMEM;
}

int SrdPair::end(bool is_wanted) {
  SendQueue& queue = source_->queue();
  if (!is_wanted || failed_ != 0) queue.abandon();
  queue.announce();
  serve();
  return std::exchange(failed_, 0);
}

int SrdPair::append(const ibv_send_wr& request) {
  if (request.opcode != IBV_WR_SEND && request.opcode != IBV_WR_SEND_WITH_IMM) return EINVAL;
  if (!request.wr.ud.ah || request.num_sge < 0) return EINVAL;
  begin(request.opcode, request.wr_id);
  if (!slot_) return failed_;
  slot_->immediate = request.imm_data;
  address(*slot_, {static_cast<AddressHandle*>(request.wr.ud.ah)->number,
                   static_cast<std::uint16_t>(request.wr.ud.remote_qpn), request.wr.ud.remote_qkey});
  const auto count = static_cast<std::size_t>(request.num_sge);
  if (!(request.send_flags & IBV_SEND_INLINE)) return set_pieces(*slot_, count, request.sg_list) ? 0 : EINVAL;
  for (const ibv_sge& piece : std::span(request.sg_list, count)) {
    const ibv_data_buf bytes{reinterpret_cast<void*>(piece.addr), piece.length};
    if (!set_inline(*slot_, 1, &bytes)) return EINVAL;
  }
  return 0;
}

/// What was appended before the one that failed is sent.
int SrdPair::post(ibv_send_wr* first, ibv_send_wr** bad) {
  const std::lock_guard<std::mutex> guard(mutex_);
  SendQueue& queue = source_->queue();
  int failed = 0;
  for (; first && (failed = append(*first)) == 0; first = first->next) queue.announce();
  if (failed != 0 && bad) *bad = first;
  failed_ = failed;
  return end(true);
}

int SrdPair::map(younger::WorkQueue& sends) {
  const std::lock_guard<std::mutex> guard(mutex_);
  if (!source_->queue().is_empty()) return EBUSY;
  source_->queue().map(sends);
  return 0;
}

int SrdPair::ring() {
  const std::lock_guard<std::mutex> guard(mutex_);
  if (!source_->queue().is_by_hand()) return EOPNOTSUPP;
  const bool fits = source_->queue().read_doorbell();
  if (!fits) enter(IBV_QPS_ERR);
  serve();
  return fits ? 0 : ENOMEM;
}

/// Before it takes packets, so that none is missed (ibv_qp_attach_comp_cntr(3)).
int SrdPair::attach(Counter& counter, const younger::Attachment& what) {
  const std::lock_guard<std::mutex> guard(mutex_);
  const bool is_early = attr_.qp_state == IBV_QPS_RESET || attr_.qp_state == IBV_QPS_INIT;
  if (!is_early || what.comp_mask != 0 || what.op_mask == 0) return EINVAL;
  if (what.op_mask & ~younger::all_kinds) return EOPNOTSUPP;
  const std::lock_guard<RobustLock> side_guard(side_->lock);
  for (unsigned kind = 0; kind < younger::kinds; ++kind)
    if (what.op_mask >> kind & 1 && side_->counters[kind] != 0) return EBUSY;
  for (unsigned kind = 0; kind < younger::kinds; ++kind)
    if (what.op_mask >> kind & 1) side_->counters[kind] = counter.offset();
  counters_.push_back(&counter);
  ++counter.attached;
  return 0;
}

void SrdPair::detach() {
  for (Counter* counter : counters_) --counter->attached;
}

}  // namespace softverbs::efa
