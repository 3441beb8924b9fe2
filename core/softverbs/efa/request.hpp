// A request as EFA devices read it: one slot of 64 bytes (efa_io_tx_wqe in rdma-core, providers/efa/efa_io_defs.h).
#pragma once

#include <infiniband/verbs.h>

#include <cstdint>

#include "core/softverbs/efa/device.hpp"
#include "core/softverbs/request.hpp"

namespace softverbs::efa {

struct Slot {
  struct Piece {
    std::uint32_t bytes;
    std::uint32_t key;
    std::uint64_t address;
  };

  std::uint16_t id;       ///< comes back with the completion
  std::uint8_t control1;  ///< Operation and bits of what follows
  std::uint8_t control2;
  std::uint16_t pair;    ///< number of the target's queue pair
  std::uint16_t length;  ///< inline bytes, or pieces
  std::uint32_t immediate;
  std::uint16_t handle;  ///< address handle
  std::uint16_t reserved;
  std::uint32_t queue_key;
  std::uint8_t reserved2[12];
  union {
    Piece piece[limits::pieces];
    std::uint8_t inlined[limits::inline_bytes];
    struct {
      Piece remote;
      Piece local;
    } rdma;
  };
};
static_assert(sizeof(Slot) == 64);

enum class Operation : std::uint8_t { send = 0, read = 1, write = 2 };

namespace control {
constexpr std::uint8_t operation = 15, immediate = 16, inlined = 32, meta = 128;  // control1
constexpr std::uint8_t phase = 1, first = 4, last = 8, completes = 16;            // control2
}  // namespace control

/// Where a datagram goes.
struct Destination {
  std::uint16_t handle = 0;
  std::uint16_t pair = 0;
  std::uint32_t queue_key = 0;
};

/// A slot that says what is done, and nothing else yet.
Slot begin(ibv_wr_opcode opcode, std::uint16_t id, bool phase);
void address(Slot& slot, const Destination& to);
/// False: more pieces than there is room for.
bool set_pieces(Slot& slot, std::size_t count, const ibv_sge* pieces);
/// False: more bytes than there is room for, or not a send: only those may be inline.
bool set_inline(Slot& slot, std::size_t count, const ibv_data_buf* buffers);

/// `request.id` is the slot's; inline bytes are a piece of the slot. False where it holds no request.
bool decode(const Slot& slot, Request& request, Destination& to);

}  // namespace softverbs::efa
