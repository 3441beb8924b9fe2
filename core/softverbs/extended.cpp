// The newer interfaces of queues, whose functions a device fills in: ibv_wr_*() and ibv_start_poll() with its kin.
#include <cerrno>
#include <vector>

#include "core/softverbs/completion_queue.hpp"
#include "core/softverbs/rc_pair.hpp"

namespace softverbs {

void CompletionQueue::set_readers() {
  start_poll = [](ibv_cq_ex* queue, ibv_poll_cq_attr* attr) {
    if (attr->comp_mask != 0) return EINVAL;
    CompletionQueue& q = of(queue);
    q.mutex_.lock();
    if (q.take_next()) return 0;
    q.mutex_.unlock();
    q.rest();
    return ENOENT;
  };
  next_poll = [](ibv_cq_ex* queue) { return of(queue).take_next() ? 0 : ENOENT; };
  end_poll = [](ibv_cq_ex* queue) { of(queue).mutex_.unlock(); };
  read_opcode = [](ibv_cq_ex* queue) { return of(queue).current_.wc.opcode; };
  read_vendor_err = [](ibv_cq_ex* queue) { return of(queue).current_.wc.vendor_err; };
  read_byte_len = [](ibv_cq_ex* queue) { return of(queue).current_.wc.byte_len; };
  read_imm_data = [](ibv_cq_ex* queue) { return of(queue).current_.wc.imm_data; };
  read_qp_num = [](ibv_cq_ex* queue) { return of(queue).current_.wc.qp_num; };
  read_src_qp = [](ibv_cq_ex* queue) { return of(queue).current_.wc.src_qp; };
  read_wc_flags = [](ibv_cq_ex* queue) { return of(queue).current_.wc.wc_flags; };
  read_slid = [](ibv_cq_ex* queue) -> std::uint32_t { return of(queue).current_.wc.slid; };
  read_sl = [](ibv_cq_ex*) -> std::uint8_t { return 0; };
  read_dlid_path_bits = [](ibv_cq_ex*) -> std::uint8_t { return 0; };
  wc_read_sgid = [](efadv_cq* queue, ibv_gid* gid) {
    const CompletionQueue& q = of(queue);
    if (q.current_.wc.slid != efa::AddressHandles::unknown)
      return -ENOENT;  // its handle says it (efadv_create_cq(3))
    *gid = gid_of(*address_of(q.source_));
    return 0;
  };
  wc_is_unsolicited = [](efadv_cq* queue) { return of(queue).current_.is_unsolicited != 0; };
}

/// A request, up to its data.
ibv_send_wr& RcPair::begin(ibv_wr_opcode opcode) {
  draft_ = {};
  draft_.opcode = opcode;
  draft_.wr_id = wr_id;
  draft_.send_flags = wr_flags;
  return draft_;
}

void RcPair::end(std::size_t count, const ibv_sge* pieces) {
  draft_.sg_list = const_cast<ibv_sge*>(pieces);
  draft_.num_sge = static_cast<int>(count);
  if (draft_failed_ == 0) draft_failed_ = append(draft_);
}

void RcPair::end_inline(std::size_t count, const ibv_data_buf* buffers) {
  std::vector<ibv_sge> pieces;
  for (std::size_t i = 0; i < count; ++i)
    pieces.push_back(
        {reinterpret_cast<std::uint64_t>(buffers[i].addr), static_cast<std::uint32_t>(buffers[i].length), 0});
  draft_.send_flags |= IBV_SEND_INLINE;
  end(count, pieces.data());
}

void RcPair::set_builders() {
  wr_start = [](ibv_qp_ex* pair) {
    of(pair).mutex_.lock();
    of(pair).draft_failed_ = 0;
  };
  wr_complete = [](ibv_qp_ex* pair) {
    RcPair& q = of(pair);
    const int failed = q.draft_failed_;
    if (failed != 0) q.queue().abandon();
    q.queue().announce();
    q.serve();
    q.mutex_.unlock();
    return failed;
  };
  wr_abort = [](ibv_qp_ex* pair) {
    of(pair).queue().abandon();
    of(pair).mutex_.unlock();
  };
  wr_send = [](ibv_qp_ex* pair) { of(pair).begin(IBV_WR_SEND); };
  wr_send_imm = [](ibv_qp_ex* pair, __be32 data) { of(pair).begin(IBV_WR_SEND_WITH_IMM).imm_data = data; };
  wr_rdma_read = [](ibv_qp_ex* pair, std::uint32_t key, std::uint64_t address) {
    of(pair).begin(IBV_WR_RDMA_READ).wr.rdma = {address, key};
  };
  wr_rdma_write = [](ibv_qp_ex* pair, std::uint32_t key, std::uint64_t address) {
    of(pair).begin(IBV_WR_RDMA_WRITE).wr.rdma = {address, key};
  };
  wr_rdma_write_imm = [](ibv_qp_ex* pair, std::uint32_t key, std::uint64_t address, __be32 data) {
    ibv_send_wr& request = of(pair).begin(IBV_WR_RDMA_WRITE_WITH_IMM);
    request.wr.rdma = {address, key};
    request.imm_data = data;
  };
  wr_atomic_cmp_swp = [](ibv_qp_ex* pair, std::uint32_t key, std::uint64_t address, std::uint64_t compare,
                         std::uint64_t swap) {
    of(pair).begin(IBV_WR_ATOMIC_CMP_AND_SWP).wr.atomic = {address, compare, swap, key};
  };
  wr_atomic_fetch_add = [](ibv_qp_ex* pair, std::uint32_t key, std::uint64_t address, std::uint64_t add) {
    of(pair).begin(IBV_WR_ATOMIC_FETCH_AND_ADD).wr.atomic = {address, add, 0, key};
  };
  wr_set_sge = [](ibv_qp_ex* pair, std::uint32_t key, std::uint64_t address, std::uint32_t bytes) {
    const ibv_sge piece{address, bytes, key};
    of(pair).end(1, &piece);
  };
  wr_set_sge_list = [](ibv_qp_ex* pair, std::size_t count, const ibv_sge* pieces) { of(pair).end(count, pieces); };
  wr_set_inline_data = [](ibv_qp_ex* pair, void* address, std::size_t bytes) {
    const ibv_data_buf buffer{address, bytes};
    of(pair).end_inline(1, &buffer);
  };
  wr_set_inline_data_list = [](ibv_qp_ex* pair, std::size_t count, const ibv_data_buf* buffers) {
    of(pair).end_inline(count, buffers);
  };
}

}  // namespace softverbs
