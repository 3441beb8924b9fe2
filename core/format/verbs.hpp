// Numbers of verbs that NICs read and write: operations, flags and how a request ended (<infiniband/verbs.h>, which a test
// compares; a GPU's compiler does not have it).
#pragma once

#include <cstdint>

#include "core/format/completion_status.hpp"

namespace gin {

/// ibv_wr_opcode.
struct VerbsOpcode {
  static constexpr std::uint8_t write = 0, write_immediate = 1, read = 4, compare_swap = 5, fetch_add = 6;
};

/// ibv_send_flags.
struct VerbsFlags {
  static constexpr std::uint8_t signaled = 2, is_inline = 8;
};

/// Of an ibv_wc_status.
constexpr CompletionStatus status_of_verbs(std::uint32_t status) {
  switch (status) {
    case 0:
      return CompletionStatus::ok;
    case 5:
      return CompletionStatus::flushed;
    case 10:
      return CompletionStatus::remote_access;
    case 12:
      return CompletionStatus::retry_exceeded;
    case 13:
      return CompletionStatus::receiver_not_ready;
    default:
      return CompletionStatus::other;
  }
}

}  // namespace gin
