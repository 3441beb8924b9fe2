#include "core/softverbs/mlx5.hpp"

#include <endian.h>
#include <infiniband/mlx5dv.h>

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

namespace softverbs {
namespace {

struct Slot {
  mlx5_wqe_ctrl_seg control;
  mlx5_wqe_raddr_seg remote;
  union {
    mlx5_wqe_data_seg data;
    struct {
      mlx5_wqe_inl_data_seg header;
      unsigned char bytes[28];
    } inlined;
    struct {
      mlx5_wqe_atomic_seg operands;
      mlx5_wqe_data_seg result;
    } atomic;
  };
};
static_assert(sizeof(Slot) == sizeof(softverbs_request));

constexpr std::pair<int, ibv_wr_opcode> opcodes[] = {{MLX5_OPCODE_RDMA_WRITE, IBV_WR_RDMA_WRITE},
                                                     {MLX5_OPCODE_RDMA_WRITE_IMM, IBV_WR_RDMA_WRITE_WITH_IMM},
                                                     {MLX5_OPCODE_RDMA_READ, IBV_WR_RDMA_READ},
                                                     {MLX5_OPCODE_ATOMIC_CS, IBV_WR_ATOMIC_CMP_AND_SWP},
                                                     {MLX5_OPCODE_ATOMIC_FA, IBV_WR_ATOMIC_FETCH_AND_ADD}};

/// Anything else is MLX5_CQE_SYNDROME_LOCAL_QP_OP_ERR.
constexpr std::pair<int, std::uint8_t> syndromes[] = {
    {IBV_WC_LOC_LEN_ERR, MLX5_CQE_SYNDROME_LOCAL_LENGTH_ERR},
    {IBV_WC_LOC_PROT_ERR, MLX5_CQE_SYNDROME_LOCAL_PROT_ERR},
    {IBV_WC_WR_FLUSH_ERR, MLX5_CQE_SYNDROME_WR_FLUSH_ERR},
    {IBV_WC_REM_INV_REQ_ERR, MLX5_CQE_SYNDROME_REMOTE_INVAL_REQ_ERR},
    {IBV_WC_REM_ACCESS_ERR, MLX5_CQE_SYNDROME_REMOTE_ACCESS_ERR},
    {IBV_WC_REM_OP_ERR, MLX5_CQE_SYNDROME_REMOTE_OP_ERR},
    {IBV_WC_RETRY_EXC_ERR, MLX5_CQE_SYNDROME_TRANSPORT_RETRY_EXC_ERR},
    {IBV_WC_RNR_RETRY_EXC_ERR, MLX5_CQE_SYNDROME_RNR_RETRY_EXC_ERR}};

template <class Value, std::size_t count>
constexpr std::optional<Value> look_up(const std::pair<int, Value> (&table)[count], int key) {
  for (const auto& [known, value] : table)
    if (known == key) return value;
  return std::nullopt;
}

}  // namespace

bool decode_mlx5(const Slots& slots, std::uint64_t index, Request& request) {
  auto& slot = reinterpret_cast<Slot&>(slots[index]);
  const std::uint32_t head = be32toh(slot.control.opmod_idx_opcode);
  const std::uint32_t pair_size = be32toh(slot.control.qpn_ds);
  const std::uint32_t size = pair_size & 0x3f;  // in 16 bytes
  request.slots = std::max(1u, (size + 3) / 4);
  request.id = index;
  request.flags = (slot.control.fm_ce_se & MLX5_WQE_CTRL_CQ_UPDATE ? IBV_SEND_SIGNALED : 0) |
                  (slot.control.fm_ce_se & MLX5_WQE_CTRL_FENCE ? IBV_SEND_FENCE : 0);
  const auto opcode = look_up(opcodes, head & 0xff);
  if (!opcode || (head >> 8 & 0xffff) != (index & 0xffff) || pair_size >> 8 != slots.mlx5_pair) return false;
  request.opcode = *opcode;
  request.immediate = slot.control.imm;
  request.remote = be64toh(slot.remote.raddr);
  request.key = be32toh(slot.remote.rkey);
  request.count = 1;
  const std::uint32_t inlined = be32toh(slot.inlined.header.byte_count);
  if (request.is_write() && inlined & MLX5_INLINE_SEG) {
    request.flags |= IBV_SEND_INLINE;
    request.bytes = inlined & ~MLX5_INLINE_SEG;
    request.pieces[0] = {reinterpret_cast<std::uint64_t>(slot.inlined.bytes),
                         static_cast<std::uint32_t>(request.bytes), 0};
    return request.bytes <= sizeof slot.inlined.bytes && size == 2 + (4 + request.bytes + 15) / 16;
  }
  const bool swaps = request.opcode == IBV_WR_ATOMIC_CMP_AND_SWP;
  const mlx5_wqe_data_seg& data = request.is_atomic() ? slot.atomic.result : slot.data;
  request.compare_add = be64toh(swaps ? slot.atomic.operands.compare : slot.atomic.operands.swap_add);
  request.swap = be64toh(slot.atomic.operands.swap_add);
  request.pieces[0] = {be64toh(data.addr), be32toh(data.byte_count), be32toh(data.lkey)};
  request.bytes = request.pieces[0].length;
  return size == (request.is_atomic() ? 4 : 3);
}

softverbs_completion as_mlx5(const softverbs_completion& completion, std::uint8_t owner) {
  const bool failed = completion.wc.status != IBV_WC_SUCCESS;
  mlx5_cqe64 entry{};
  entry.sop_drop_qpn = htobe32(completion.wc.qp_num);
  entry.wqe_counter = htobe16(static_cast<std::uint16_t>(completion.wc.wr_id));
  entry.op_own = static_cast<std::uint8_t>((failed ? MLX5_CQE_REQ_ERR : MLX5_CQE_REQ) << 4 | owner);
  if (failed)
    reinterpret_cast<mlx5_err_cqe&>(entry).syndrome =
        look_up(syndromes, completion.wc.status).value_or(MLX5_CQE_SYNDROME_LOCAL_QP_OP_ERR);
  else
    entry.byte_cnt = htobe32(completion.wc.byte_len);
  return std::bit_cast<softverbs_completion>(entry);
}

}  // namespace softverbs
