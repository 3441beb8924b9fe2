#include "core/softverbs/request.hpp"

#include <algorithm>
#include <cstring>

#include "core/softverbs/mlx5.hpp"

namespace softverbs {
namespace {

// WRITE, WRITE_WITH_IMM, SEND, SEND_WITH_IMM, READ, CMP_AND_SWP, FETCH_AND_ADD.
constexpr bool is_known(unsigned opcode) {
  return opcode <= IBV_WR_ATOMIC_FETCH_AND_ADD;
}

// Data are contiguous over slots but for the end of the lap: so the place of byte `at` is found, not added up.
unsigned char* data_at(const Slots& slots, std::uint64_t index, std::uint32_t at) {
  at += data_offset;
  return reinterpret_cast<unsigned char*>(&slots[index + at / 64]) + at % 64;
}

/// Up to the end of the slot.
constexpr std::uint32_t run_of(std::uint32_t at) {
  return 64 - (data_offset + at) % 64;
}

ibv_sge& piece_of(const Slots& slots, std::uint64_t index, std::uint32_t i) {
  return *reinterpret_cast<ibv_sge*>(data_at(slots, index, static_cast<std::uint32_t>(i * sizeof(ibv_sge))));
}

std::uint64_t inline_bytes_of(const ibv_send_wr& wr) {
  std::uint64_t bytes = 0;
  for (int i = 0; i < wr.num_sge; ++i) bytes += wr.sg_list[i].length;
  return bytes;
}

void put_inline(const Slots& slots, std::uint64_t index, const ibv_send_wr& wr) {
  std::uint32_t at = 0;
  for (int i = 0; i < wr.num_sge; ++i) {
    const auto* from = reinterpret_cast<const unsigned char*>(wr.sg_list[i].addr);
    for (std::uint32_t left = wr.sg_list[i].length; left > 0;) {
      const std::uint32_t run = std::min(left, run_of(at));
      std::memcpy(data_at(slots, index, at), from, run);
      at += run;
      from += run;
      left -= run;
    }
  }
}

}  // namespace

std::uint32_t slots_of(const ibv_send_wr& wr, std::uint32_t pieces, std::uint32_t inline_bytes) {
  const auto count = static_cast<std::uint32_t>(wr.num_sge);
  if (!is_known(wr.opcode) || wr.num_sge < 0 || count > pieces || (is_atomic(wr.opcode) && count != 1)) return 0;
  if (!(wr.send_flags & IBV_SEND_INLINE)) return is_atomic(wr.opcode) ? 1 : slots_for(count, 0);
  const std::uint64_t bytes = inline_bytes_of(wr);
  const bool writes = wr.opcode != IBV_WR_RDMA_READ && !is_atomic(wr.opcode);
  return writes && bytes <= inline_bytes ? slots_for(0, static_cast<std::uint32_t>(bytes)) : 0;
}

void encode(const ibv_send_wr& wr, const Slots& slots, std::uint64_t index) {
  softverbs_request request{};
  request.opcode = static_cast<std::uint8_t>(wr.opcode);
  request.flags = static_cast<std::uint8_t>(wr.send_flags);
  request.immediate = wr.imm_data;
  request.wr_id = wr.wr_id;
  if (is_atomic(wr.opcode)) {
    request.remote_address = wr.wr.atomic.remote_addr;
    request.remote_key = wr.wr.atomic.rkey;
    request.atomic = {wr.wr.atomic.compare_add, wr.wr.atomic.swap, wr.sg_list[0]};
  } else if (wr.opcode != IBV_WR_SEND && wr.opcode != IBV_WR_SEND_WITH_IMM) {
    request.remote_address = wr.wr.rdma.remote_addr;
    request.remote_key = wr.wr.rdma.rkey;
  }
  if (wr.send_flags & IBV_SEND_INLINE) {
    request.inline_bytes = static_cast<std::uint32_t>(inline_bytes_of(wr));
    request.slots = static_cast<std::uint8_t>(slots_for(0, request.inline_bytes));
    slots[index] = request;
    put_inline(slots, index, wr);
    return;
  }
  request.pieces = static_cast<std::uint8_t>(is_atomic(wr.opcode) ? 0 : wr.num_sge);
  request.slots = static_cast<std::uint8_t>(slots_for(request.pieces, 0));
  slots[index] = request;
  for (std::uint32_t i = 0; i < request.pieces; ++i) piece_of(slots, index, i) = wr.sg_list[i];
}

bool decode(const Slots& slots, std::uint64_t index, Request& request) {
  if (slots.mlx5_pair != 0) return decode_mlx5(slots, index, request);
  const softverbs_request& slot = slots[index];
  request.slots = slot.slots == 0 ? 1 : slot.slots;
  request.id = slot.wr_id;
  request.flags = slot.flags;
  const bool fits = is_known(slot.opcode) && slot.pieces <= pieces_max && slot.inline_bytes <= inline_max &&
                    request.slots == slots_for(slot.pieces, slot.inline_bytes) && request.slots <= slots.count;
  if (!fits) return false;
  request.opcode = static_cast<ibv_wr_opcode>(slot.opcode);
  request.immediate = slot.immediate;
  request.remote = slot.remote_address;
  request.key = slot.remote_key;
  request.bytes = 0;
  request.count = 0;
  if (request.is_atomic()) {
    request.compare_add = slot.atomic.compare_add;
    request.swap = slot.atomic.swap;
    request.pieces[request.count++] = slot.atomic.result;
    request.bytes = slot.atomic.result.length;
    return true;
  }
  if (slot.flags & IBV_SEND_INLINE) {
    for (std::uint32_t at = 0; at < slot.inline_bytes;) {
      const std::uint32_t run = std::min(slot.inline_bytes - at, run_of(at));
      request.pieces[request.count++] = {reinterpret_cast<std::uint64_t>(data_at(slots, index, at)), run, 0};
      at += run;
    }
    request.bytes = slot.inline_bytes;
    return true;
  }
  for (std::uint32_t i = 0; i < slot.pieces; ++i) {
    request.pieces[request.count] = piece_of(slots, index, i);
    request.bytes += request.pieces[request.count++].length;
  }
  return true;
}

}  // namespace softverbs
