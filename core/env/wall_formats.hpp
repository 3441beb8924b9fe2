// The formats of queues and rings in wall-clock time. Whoever names either before WallEnv is complete includes this first.
#pragma once

#include "core/device/host_queue_format.hpp"

namespace gin {

class WallEnv;

template <>
struct FormatsOf<WallEnv> {
  using Queue = HostQueueFormat;
  using Commands = SixteenByteCommands;
};

}  // namespace gin
