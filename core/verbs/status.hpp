// How a work completion ended, in the runtime's words.
#pragma once

#include <infiniband/verbs.h>

#include "core/format/completion_status.hpp"

namespace gin::verbs {

inline CompletionStatus status_of(ibv_wc_status status) {
  switch (status) {
    case IBV_WC_SUCCESS:
      return CompletionStatus::ok;
    case IBV_WC_REM_ACCESS_ERR:
      return CompletionStatus::remote_access;
    case IBV_WC_WR_FLUSH_ERR:
      return CompletionStatus::flushed;
    case IBV_WC_RETRY_EXC_ERR:
      return CompletionStatus::retry_exceeded;
    case IBV_WC_RNR_RETRY_EXC_ERR:
      return CompletionStatus::receiver_not_ready;
    default:
      return CompletionStatus::other;
  }
}

}  // namespace gin::verbs
