// The queues of a queue pair as its device has them in memory, for those who write requests and read completions by hand.
#pragma once

#include <string>

#include "core/format/verbs_queue.hpp"
#include "core/verbs/device.hpp"

namespace gin::verbs {

/// Whether queues of this device can be written by hand: a sentence why not, or empty.
std::string unmapped_because(const Device& device);

/// In an unmapped device's place there is nothing to prepare. Queues that are made from now on can be mapped; throws
/// Error(unavailable).
void prepare_to_map(const Device& device);

/// Slots, completions, doorbells; whoever posts brings words and keys. `sent` belongs to this queue pair alone, and holds as
/// many completions as the queue has requests. Throws Error(unavailable).
VerbsQueue::Memory map_queue(const Device& device, ibv_qp* pair, ibv_cq* sent);

/// Once a doorbell is written: a device in software carries out what was announced. Throws Error(failed).
void wake(VerbsKind kind, ibv_qp* pair);

}  // namespace gin::verbs
