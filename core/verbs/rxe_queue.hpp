// The queues of Linux' Soft-RoCE in memory that the kernel shares with this process, for those who write requests and read
// completions by hand.
#pragma once

#include <infiniband/verbs.h>

#include "core/format/verbs_queue.hpp"

namespace gin::verbs {

/// Whether it is one of its devices that is open.
bool is_rxe(const ibv_context& context);

/// Slots, indices, completions; whoever posts brings words and keys. The queue pair has sent nothing yet, and `sent` belongs to
/// it alone. Of its slots one is always free. Throws Error(unavailable).
VerbsQueue::Memory map_rxe(ibv_qp* pair, ibv_cq* sent);

/// Has the kernel carry out what `posted` announces: this device's doorbell is a system call. Throws Error(failed).
void wake_rxe(ibv_qp* pair);

}  // namespace gin::verbs
