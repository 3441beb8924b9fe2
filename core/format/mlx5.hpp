// Work requests and completions as mlx5 adapters (ConnectX-4 and later) have them: the names of <infiniband/mlx5dv.h> stand
// beside them, with which a test compares them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/format/big_endian.hpp"
#include "core/format/completion_status.hpp"

namespace gin {

/// mlx5_wqe_ctrl_seg.
struct Mlx5Control {
  static constexpr std::uint8_t signaled = 2 << 2;  ///< MLX5_WQE_CTRL_CQ_UPDATE
  Big<std::uint32_t> index_opcode;                  ///< unused 8, index 16, opcode 8
  Big<std::uint32_t> pair_size;                     ///< queue pair 24, size of the request in 16 bytes 8
  std::uint8_t reserved[3] = {};
  std::uint8_t flags = 0;
  Big<std::uint32_t> immediate;
};

/// MLX5_OPCODE_*.
struct Mlx5Opcode {
  static constexpr std::uint8_t write = 0x08, write_immediate = 0x09, read = 0x10, compare_swap = 0x11,
                                fetch_add = 0x12;
};

/// mlx5_wqe_raddr_seg.
struct Mlx5RemoteAddress {
  Big<std::uint64_t> address;
  Big<std::uint32_t> key;
  std::uint32_t reserved = 0;
};

/// mlx5_wqe_data_seg. A size of 0 means 2^31.
struct Mlx5Data {
  Big<std::uint32_t> bytes;
  Big<std::uint32_t> key;
  Big<std::uint64_t> address;
};

/// mlx5_wqe_inl_data_seg, and as much behind it as the first slot has room for.
struct Mlx5Inline {
  static constexpr std::uint32_t is_inline = 0x80000000, bytes_max = 28;
  Big<std::uint32_t> bytes;
  std::uint32_t payload[bytes_max / 4] = {};
};

/// mlx5_wqe_atomic_seg, and where the old value goes.
struct Mlx5Atomic {
  Big<std::uint64_t> swap_add;
  Big<std::uint64_t> compare;
  Mlx5Data result;
};

struct alignas(64) Mlx5Request {
  Mlx5Control control;
  Mlx5RemoteAddress remote;
  union {
    Mlx5Inline inlined;  ///< the largest, so that what is not written is 0
    Mlx5Data data;
    Mlx5Atomic atomic;
  };

  constexpr Mlx5Request() : inlined() {}
};
static_assert(sizeof(Mlx5Request) == 64 && sizeof(Mlx5Control) == 16 && offsetof(Mlx5Control, flags) == 11 &&
              offsetof(Mlx5Control, immediate) == 12 && offsetof(Mlx5Request, remote) == 16 &&
              offsetof(Mlx5RemoteAddress, key) == 8 && offsetof(Mlx5Request, data) == 32 &&
              offsetof(Mlx5Data, address) == 8 && offsetof(Mlx5Inline, payload) == 4 &&
              offsetof(Mlx5Atomic, result) == 16);

/// mlx5_cqe64 and mlx5_err_cqe, in words: the last one tells by itself whether the entry is new, and of which request.
struct alignas(64) Mlx5Completion {
  static constexpr std::uint8_t failed = 13, failed_receive = 14, invalid = 15;  ///< MLX5_CQE_REQ_ERR and so on
  std::uint64_t reserved[6] = {};
  std::uint64_t middle = 0;  ///< of a failure, its highest byte says why (MLX5_CQE_SYNDROME_*)
  std::uint64_t last = 0;    ///< opcode and queue pair 32, index 16, signature 8, owner 1 .. opcode 4

  static constexpr unsigned owner(std::uint64_t last) { return last >> 56 & 1; }
  static constexpr unsigned opcode(std::uint64_t last) { return static_cast<unsigned>(last >> 60); }
  static constexpr std::uint16_t index(std::uint64_t last) {
    return swapped(static_cast<std::uint16_t>(last >> 32));
  }
  static constexpr CompletionStatus status(std::uint64_t middle) {
    switch (middle >> 56) {
      case 0x05:
        return CompletionStatus::flushed;
      case 0x13:
        return CompletionStatus::remote_access;
      case 0x15:
        return CompletionStatus::retry_exceeded;
      case 0x16:
        return CompletionStatus::receiver_not_ready;
      default:
        return CompletionStatus::other;
    }
  }
};
static_assert(sizeof(Mlx5Completion) == 64 && offsetof(Mlx5Completion, last) == 56);

}  // namespace gin
