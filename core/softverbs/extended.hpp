// The newer interfaces of queues, whose functions a device fills in: ibv_wr_*() and ibv_start_poll() with its kin.
#pragma once

namespace softverbs {

class CompletionQueue;
class QueuePair;

void set_readers(CompletionQueue& queue);
void set_builders(QueuePair& pair);

}  // namespace softverbs
