#include "core/softverbs/extended.hpp"

#include <cerrno>
#include <ctime>
#include <vector>

#include "core/softverbs/completion_queue.hpp"
#include "core/softverbs/queue_pair.hpp"

namespace softverbs {
namespace {

const softverbs_completion& current(ibv_cq_ex* queue) {
  return CompletionQueue::of(queue).current();
}

int start_poll(ibv_cq_ex* queue, ibv_poll_cq_attr* attr) {
  if (attr->comp_mask != 0) return EINVAL;
  return CompletionQueue::of(queue).start() ? 0 : ENOENT;
}

/// A request, up to its data.
ibv_send_wr& begin(ibv_qp_ex* pair, ibv_wr_opcode opcode) {
  ibv_send_wr& draft = QueuePair::of(pair).draft();
  draft = {};
  draft.opcode = opcode;
  draft.wr_id = pair->wr_id;
  draft.send_flags = pair->wr_flags;
  return draft;
}

ibv_send_wr& begin_remote(ibv_qp_ex* pair, ibv_wr_opcode opcode, std::uint32_t key, std::uint64_t address) {
  ibv_send_wr& draft = begin(pair, opcode);
  draft.wr.rdma.remote_addr = address;
  draft.wr.rdma.rkey = key;
  return draft;
}

void begin_atomic(ibv_qp_ex* pair, ibv_wr_opcode opcode, std::uint32_t key, std::uint64_t address,
                  std::uint64_t compare_add, std::uint64_t swap) {
  ibv_send_wr& draft = begin(pair, opcode);
  draft.wr.atomic.remote_addr = address;
  draft.wr.atomic.rkey = key;
  draft.wr.atomic.compare_add = compare_add;
  draft.wr.atomic.swap = swap;
}

void set_pieces(ibv_qp_ex* pair, std::size_t count, const ibv_sge* pieces) {
  QueuePair& owner = QueuePair::of(pair);
  owner.draft().sg_list = const_cast<ibv_sge*>(pieces);
  owner.draft().num_sge = static_cast<int>(count);
  owner.add(owner.draft());
}

void set_inline(ibv_qp_ex* pair, std::size_t count, const ibv_data_buf* buffers) {
  std::vector<ibv_sge> pieces;
  for (std::size_t i = 0; i < count; ++i)
    pieces.push_back(
        {reinterpret_cast<std::uint64_t>(buffers[i].addr), static_cast<std::uint32_t>(buffers[i].length), 0});
  QueuePair::of(pair).draft().send_flags |= IBV_SEND_INLINE;
  set_pieces(pair, count, pieces.data());
}

}  // namespace

void set_readers(CompletionQueue& queue) {
  ibv_cq_ex& verbs = *queue.extended();
  verbs.start_poll = &start_poll;
  verbs.next_poll = [](ibv_cq_ex* q) { return CompletionQueue::of(q).next() ? 0 : ENOENT; };
  verbs.end_poll = [](ibv_cq_ex* q) { CompletionQueue::of(q).end(); };
  verbs.read_opcode = [](ibv_cq_ex* q) { return static_cast<ibv_wc_opcode>(current(q).opcode); };
  verbs.read_vendor_err = [](ibv_cq_ex* q) { return current(q).vendor_err; };
  verbs.read_byte_len = [](ibv_cq_ex* q) { return current(q).byte_len; };
  verbs.read_imm_data = [](ibv_cq_ex* q) -> __be32 { return current(q).immediate; };
  verbs.read_qp_num = [](ibv_cq_ex* q) { return current(q).qp_num; };
  verbs.read_src_qp = [](ibv_cq_ex* q) { return current(q).src_qp; };
  verbs.read_wc_flags = [](ibv_cq_ex* q) -> unsigned { return current(q).wc_flags; };
  verbs.read_slid = [](ibv_cq_ex*) -> std::uint32_t { return 0; };
  verbs.read_sl = [](ibv_cq_ex*) -> std::uint8_t { return 0; };
  verbs.read_dlid_path_bits = [](ibv_cq_ex*) -> std::uint8_t { return 0; };
}

void set_builders(QueuePair& pair) {
  ibv_qp_ex& verbs = *pair.extended();
  verbs.wr_start = [](ibv_qp_ex* q) { QueuePair::of(q).begin_building(); };
  verbs.wr_complete = [](ibv_qp_ex* q) { return QueuePair::of(q).end_building(); };
  verbs.wr_abort = [](ibv_qp_ex* q) { QueuePair::of(q).abort_building(); };
  verbs.wr_send = [](ibv_qp_ex* q) { begin(q, IBV_WR_SEND); };
  verbs.wr_send_imm = [](ibv_qp_ex* q, __be32 data) { begin(q, IBV_WR_SEND_WITH_IMM).imm_data = data; };
  verbs.wr_rdma_read = [](ibv_qp_ex* q, std::uint32_t key, std::uint64_t address) {
    begin_remote(q, IBV_WR_RDMA_READ, key, address);
  };
  verbs.wr_rdma_write = [](ibv_qp_ex* q, std::uint32_t key, std::uint64_t address) {
    begin_remote(q, IBV_WR_RDMA_WRITE, key, address);
  };
  verbs.wr_rdma_write_imm = [](ibv_qp_ex* q, std::uint32_t key, std::uint64_t address, __be32 data) {
    begin_remote(q, IBV_WR_RDMA_WRITE_WITH_IMM, key, address).imm_data = data;
  };
  verbs.wr_atomic_cmp_swp = [](ibv_qp_ex* q, std::uint32_t key, std::uint64_t address, std::uint64_t compare,
                               std::uint64_t swap) {
    begin_atomic(q, IBV_WR_ATOMIC_CMP_AND_SWP, key, address, compare, swap);
  };
  verbs.wr_atomic_fetch_add = [](ibv_qp_ex* q, std::uint32_t key, std::uint64_t address, std::uint64_t add) {
    begin_atomic(q, IBV_WR_ATOMIC_FETCH_AND_ADD, key, address, add, 0);
  };
  verbs.wr_set_sge = [](ibv_qp_ex* q, std::uint32_t key, std::uint64_t address, std::uint32_t bytes) {
    const ibv_sge piece{address, bytes, key};
    set_pieces(q, 1, &piece);
  };
  verbs.wr_set_sge_list = &set_pieces;
  verbs.wr_set_inline_data = [](ibv_qp_ex* q, void* address, std::size_t bytes) {
    const ibv_data_buf buffer{address, bytes};
    set_inline(q, 1, &buffer);
  };
  verbs.wr_set_inline_data_list = &set_inline;
}

}  // namespace softverbs
