// Work requests and completions of the verbs device in software. Its own header declares them too (core/softverbs, which
// includes nothing of ginlab, and needs libibverbs' headers, which a GPU's compiler does not have); a test compares the two.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/format/big_endian.hpp"

namespace gin {

/// softverbs_request, in one slot.
struct alignas(64) SoftVerbsRequest {
  static constexpr std::uint32_t bytes_max = 32;  ///< inline
  struct Piece {
    std::uint64_t address;
    std::uint32_t bytes;
    std::uint32_t key;
  };
  struct Atomic {
    std::uint64_t compare_add;
    std::uint64_t swap;
    Piece result;
  };

  std::uint8_t opcode = 0;
  std::uint8_t flags = 0;
  std::uint8_t pieces = 0;
  std::uint8_t slots = 1;
  Big<std::uint32_t> immediate;
  std::uint64_t id = 0;
  std::uint64_t remote_address = 0;
  std::uint32_t remote_key = 0;
  std::uint32_t inline_bytes = 0;
  union {
    std::uint64_t inlined[bytes_max / 8] = {};
    Piece piece;
    Atomic atomic;
  };
};
static_assert(sizeof(SoftVerbsRequest) == 64 && offsetof(SoftVerbsRequest, inlined) == 32);

/// softverbs_completion.
struct alignas(64) SoftVerbsCompletion {
  std::uint64_t id = 0;
  std::uint32_t status = 0;
  std::uint8_t reserved[51] = {};
  std::uint8_t turn = 0;  ///< 1 on the first lap over the queue, 0 on the second, and so on
};
static_assert(sizeof(SoftVerbsCompletion) == 64 && offsetof(SoftVerbsCompletion, turn) == 63);

}  // namespace gin
