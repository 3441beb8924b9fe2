#include "core/softverbs/efa/request.hpp"

#include <cstring>

namespace softverbs::efa {
namespace {

constexpr Operation operation_of(ibv_wr_opcode opcode) {
  if (opcode == IBV_WR_SEND || opcode == IBV_WR_SEND_WITH_IMM) return Operation::send;
  return opcode == IBV_WR_RDMA_READ ? Operation::read : Operation::write;
}

constexpr Operation operation_of(const Slot& slot) {
  return static_cast<Operation>(slot.control1 & control::operation);
}

/// A send has two pieces, the others one.
constexpr std::size_t room(const Slot& slot) {
  return operation_of(slot) == Operation::send ? limits::pieces : 1;
}

}  // namespace

Slot begin(ibv_wr_opcode opcode, std::uint16_t id, bool phase) {
  Slot slot{};
  slot.id = id;
  slot.control1 = static_cast<std::uint8_t>(control::meta | static_cast<std::uint8_t>(operation_of(opcode)));
  if (opcode == IBV_WR_SEND_WITH_IMM || opcode == IBV_WR_RDMA_WRITE_WITH_IMM) slot.control1 |= control::immediate;
  slot.control2 = control::first | control::last | control::completes;
  if (phase) slot.control2 |= control::phase;
  return slot;
}

void address(Slot& slot, const Destination& to) {
  slot.handle = to.handle;
  slot.pair = to.pair;
  slot.queue_key = to.queue_key;
}

bool set_pieces(Slot& slot, std::size_t count, const ibv_sge* pieces) {
  if (count > room(slot)) return false;
  const bool is_send = operation_of(slot) == Operation::send;
  slot.length = static_cast<std::uint16_t>(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Slot::Piece piece{pieces[i].length, pieces[i].lkey, pieces[i].addr};
    (is_send ? slot.piece[i] : slot.rdma.local) = piece;
  }
  if (!is_send) slot.rdma.remote.bytes = count == 0 ? 0 : pieces[0].length;
  return true;
}

bool set_inline(Slot& slot, std::size_t count, const ibv_data_buf* buffers) {
  if (operation_of(slot) != Operation::send) return false;
  slot.control1 |= control::inlined;
  for (std::size_t i = 0; i < count; ++i) {
    if (slot.length + buffers[i].length > limits::inline_bytes) return false;
    std::memcpy(slot.inlined + slot.length, buffers[i].addr, buffers[i].length);
    slot.length = static_cast<std::uint16_t>(slot.length + buffers[i].length);
  }
  return true;
}

bool decode(const Slot& slot, Request& request, Destination& to) {
  const Operation operation = operation_of(slot);
  const bool has_immediate = slot.control1 & control::immediate, is_inline = slot.control1 & control::inlined;
  if (!(slot.control1 & control::meta) || operation > Operation::write) return false;
  if (slot.length > (is_inline ? limits::inline_bytes : room(slot))) return false;
  to = {slot.handle, slot.pair, slot.queue_key};
  request.id = slot.id;
  request.flags = is_inline ? IBV_SEND_INLINE : 0;
  request.immediate = slot.immediate;
  request.count = slot.length;
  request.bytes = 0;
  if (operation == Operation::send) {
    request.opcode = has_immediate ? IBV_WR_SEND_WITH_IMM : IBV_WR_SEND;
  } else {
    request.opcode = operation == Operation::read ? IBV_WR_RDMA_READ
                     : has_immediate              ? IBV_WR_RDMA_WRITE_WITH_IMM
                                                  : IBV_WR_RDMA_WRITE;
    request.remote = slot.rdma.remote.address;
    request.key = slot.rdma.remote.key;
  }
  if (is_inline) {
    request.count = 1;
    request.pieces[0] = {reinterpret_cast<std::uint64_t>(slot.inlined), slot.length, 0};
  } else {
    for (std::uint32_t i = 0; i < request.count; ++i) {
      const Slot::Piece& piece = operation == Operation::send ? slot.piece[i] : slot.rdma.local;
      request.pieces[i] = {piece.address, piece.bytes, piece.key};
    }
  }
  for (std::uint32_t i = 0; i < request.count; ++i) request.bytes += request.pieces[i].length;
  return operation != Operation::read || !is_inline;
}

}  // namespace softverbs::efa
