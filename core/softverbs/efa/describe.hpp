// What an EFA device says of itself where it is not what InfiniBand devices say.
#pragma once

#include <infiniband/verbs.h>

#include "core/softverbs/device.hpp"

namespace softverbs::efa {

/// Its names, and where the kernel would describe it: libfabric's provider looks there.
void describe(Device& device);
void describe(ibv_device_attr& attr);
void describe(ibv_port_attr& attr);

}  // namespace softverbs::efa
