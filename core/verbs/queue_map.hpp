// The queues of a queue pair as its device has them in memory, for those who write requests and read completions by hand.
#pragma once

#include "core/format/verbs_queue.hpp"
#include "core/verbs/device.hpp"

namespace gin::verbs {

/// Queues that are made from now on can be mapped. Throws Error(unavailable) where they cannot.
void prepare_to_map(const Device& device);

/// Slots, completions, doorbells; whoever posts brings words and keys. `sent` belongs to this queue pair alone, and holds as
/// many completions as the queue has requests. Throws Error(unavailable).
VerbsQueue::Memory map_queue(VerbsKind kind, const Library& library, ibv_qp* pair, ibv_cq* sent);

/// What is called once a doorbell is written: a device in software carries out what was announced, an adapter has heard of it.
/// Throws Error(failed).
using Wake = void (*)(ibv_qp* pair);
Wake waking(const Device& device);

}  // namespace gin::verbs
