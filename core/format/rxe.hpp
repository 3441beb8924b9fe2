// Work requests and completions as Linux' Soft-RoCE has them in memory that it shares with programs (<rdma/rdma_user_rxe.h>,
// <rdma/ib_user_verbs.h>, whose names stand beside them and with which a test compares them).
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/format/big_endian.hpp"

namespace gin {

/// rxe_send_wqe with one piece or 32 inline bytes behind it; a queue whose elements have room for that was made for as
/// many inline bytes.
struct RxeRequest {
  static constexpr std::uint32_t bytes_max = 32;  ///< inline
  struct Remote {
    std::uint64_t address;
    std::uint32_t key;
    std::uint32_t reserved;
  };
  struct Atomic {
    std::uint64_t address;
    std::uint64_t compare_add;
    std::uint64_t swap;
    std::uint32_t key;
    std::uint32_t reserved;
  };

  std::uint64_t id = 0;
  std::uint32_t reserved = 0;
  std::uint32_t opcode = 0;
  std::uint32_t flags = 0;
  Big<std::uint32_t> immediate;
  union {
    std::uint64_t any[15] = {};  ///< addresses of datagrams are this long
    Remote remote;
    Atomic atomic;
  };
  std::uint32_t status = 0;
  std::uint32_t state = 0;
  std::uint64_t target = 0;  ///< iova: the remote address once more
  std::uint32_t progress[4] = {};
  std::uint32_t number = 0;  ///< ssn
  std::uint32_t has_atomic = 0;
  std::uint32_t bytes = 0;
  std::uint32_t bytes_left = 0;
  std::uint32_t piece_under_way = 0;
  std::uint32_t pieces = 1;
  std::uint32_t offset_under_way = 0;
  std::uint32_t padding = 0;
  union {
    std::uint64_t inlined[bytes_max / 8] = {};
    struct {
      std::uint64_t address;
      std::uint32_t bytes;
      std::uint32_t key;
    } piece;
  };
};
static_assert(sizeof(RxeRequest) == 240 && offsetof(RxeRequest, remote) == 24 &&
              offsetof(RxeRequest, status) == 144 && offsetof(RxeRequest, target) == 152 &&
              offsetof(RxeRequest, number) == 176 && offsetof(RxeRequest, bytes) == 184 &&
              offsetof(RxeRequest, pieces) == 196 && offsetof(RxeRequest, piece) == 208);

/// ib_uverbs_wc.
struct RxeCompletion {
  std::uint64_t id = 0;
  std::uint32_t status = 0;
  std::uint32_t reserved[9] = {};
};
static_assert(sizeof(RxeCompletion) == 48 && offsetof(RxeCompletion, status) == 8);

/// rxe_queue_buf: what stands before the elements of a queue. Both indices stay below the number of elements, one of which
/// is always free.
struct RxeQueueHeader {
  std::uint32_t element_log2 = 0;
  std::uint32_t index_mask = 0;
  std::uint32_t reserved[30] = {};
  std::uint32_t producer = 0;
  std::uint32_t reserved_too[31] = {};
  std::uint32_t consumer = 0;
  std::uint32_t reserved_last[31] = {};
};
static_assert(sizeof(RxeQueueHeader) == 384 && offsetof(RxeQueueHeader, producer) == 128 &&
              offsetof(RxeQueueHeader, consumer) == 256);

}  // namespace gin
