// Completions as EFA devices write them, for those who read queues by hand (efa_io_cdesc_common, efa_io_rx_cdesc in rdma-core,
// providers/efa/efa_io_defs.h).
#pragma once

#include <cstdint>

#include "core/softverbs/softverbs.h"

namespace softverbs::efa {

/// At the begin of an entry, in place of `completion`; `phase` is 1 on the first lap, 0 on the second.
softverbs_completion as_read_by_hand(const softverbs_completion& completion, std::uint8_t phase);

}  // namespace softverbs::efa
