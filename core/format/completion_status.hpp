// How a work request or a command ended, in the words of verbs' work completions; and a failure as one word of memory.
#pragma once

#include <cstdint>

#include "core/base/ids.hpp"

namespace gin {

enum class CompletionStatus : std::uint8_t {
  ok,
  remote_access,       ///< the target refused it (IBV_WC_REM_ACCESS_ERR)
  flushed,             ///< not carried out, because something before it had failed (IBV_WC_WR_FLUSH_ERR)
  retry_exceeded,      ///< the target does not answer, or is gone (IBV_WC_RETRY_EXC_ERR)
  receiver_not_ready,  ///< the target takes nothing, however often it is asked (IBV_WC_RNR_RETRY_EXC_ERR)
  other,               ///< a provider has another reason, which its own log tells
};

constexpr const char* name(CompletionStatus status) {
  constexpr const char* names[] = {"success",        "remote access error", "flushed",
                                   "retry exceeded", "receiver not ready",  "error"};
  return names[static_cast<std::uint8_t>(status)];
}

/// What did not complete: how it ended, and whom it was for.
struct Failure {
  CompletionStatus status = CompletionStatus::ok;
  Pe peer;
};

/// As one word; 0 while nothing has failed.
constexpr std::uint32_t pack(const Failure& failure) {
  return static_cast<std::uint32_t>(failure.status) | failure.peer.value << 8;
}
constexpr Failure unpack_failure(std::uint32_t word) {
  return {static_cast<CompletionStatus>(word & 0xff), Pe{word >> 8}};
}

}  // namespace gin
