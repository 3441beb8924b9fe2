// A request of a send queue, as its slots say it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "core/softverbs/copy.hpp"
#include "core/softverbs/softverbs.h"

namespace softverbs {

static_assert(sizeof(softverbs_request) == 64 && sizeof(softverbs_completion) == 64);

constexpr std::uint32_t inline_max = 1024;

constexpr bool is_atomic(unsigned opcode) {
  return opcode == IBV_WR_ATOMIC_CMP_AND_SWP || opcode == IBV_WR_ATOMIC_FETCH_AND_ADD;
}

/// Decoded. What is inline stays in the queue, and is a piece of this process's memory like any other.
struct Request {
  std::uint64_t id = 0;
  ibv_wr_opcode opcode = IBV_WR_RDMA_WRITE;
  unsigned flags = 0;
  std::uint32_t slots = 1;
  std::uint64_t end = 0;  ///< index of the slot behind it, as its queue counts
  __be32 immediate = 0;
  std::uint64_t remote = 0;
  std::uint32_t key = 0;
  std::uint64_t compare_add = 0;
  std::uint64_t swap = 0;
  std::uint64_t bytes = 0;
  std::uint32_t count = 0;
  std::array<ibv_sge, pieces_max> pieces;

  bool is_atomic() const { return softverbs::is_atomic(opcode); }
  bool is_write() const { return opcode == IBV_WR_RDMA_WRITE || opcode == IBV_WR_RDMA_WRITE_WITH_IMM; }
  bool is_send() const { return opcode == IBV_WR_SEND || opcode == IBV_WR_SEND_WITH_IMM; }
  bool has_immediate() const { return opcode == IBV_WR_SEND_WITH_IMM || opcode == IBV_WR_RDMA_WRITE_WITH_IMM; }
  bool takes_receive() const { return is_send() || opcode == IBV_WR_RDMA_WRITE_WITH_IMM; }
  /// Its bytes come back to the source.
  bool fetches() const { return opcode == IBV_WR_RDMA_READ || is_atomic(); }
};

/// The slots of one lap, whose number is a power of two.
struct Slots {
  softverbs_request* of = nullptr;
  std::uint32_t count = 0;
  std::uint32_t mlx5_pair = 0;  ///< number of the queue pair whose slots are mlx5's

  softverbs_request& operator[](std::uint64_t index) const { return of[index & (count - 1)]; }
};

/// A request's data, pieces or inline bytes, begin here in its first slot and go on in whole slots behind it.
constexpr std::uint32_t data_offset = 32;

/// Slots that a request of so many pieces or inline bytes takes.
constexpr std::uint32_t slots_for(std::uint32_t pieces, std::uint32_t inline_bytes) {
  const auto piece_bytes = static_cast<std::uint32_t>(pieces * sizeof(ibv_sge));
  return (data_offset + std::max(piece_bytes, inline_bytes) + 63) / 64;
}
static_assert(slots_for(0, 0) == 1 && slots_for(2, 32) == 1 && slots_for(3, 0) == 2 && slots_for(7, 96) == 3);

/// Slots that `wr` takes; 0 where it is not a request of a reliable connection, or has more than `pieces` pieces or more than
/// `inline_bytes`.
std::uint32_t slots_of(const ibv_send_wr& wr, std::uint32_t pieces, std::uint32_t inline_bytes);

/// Writes it from slot `index` on.
void encode(const ibv_send_wr& wr, const Slots& slots, std::uint64_t index);

/// False where the slots hold no request. `request.slots` is then how many to skip.
bool decode(const Slots& slots, std::uint64_t index, Request& request);

}  // namespace softverbs
