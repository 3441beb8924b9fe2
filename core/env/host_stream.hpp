// Path host: an agent is a stream, a queue of kernels and calls that the PE's one CPU thread fills. The agent's
// fiber is the stream; the CPU runs ahead of it, as far as it enqueues faster than the stream works.
#pragma once

#include <algorithm>

#include "core/base/units.hpp"

namespace gin {

/// The CPU thread of a PE that enqueues for all its streams.
struct HostThread {
  Instant free_at;
};

class HostStream {
 public:
  struct Start {
    Instant enqueued;  ///< the CPU has done its part
    Instant begins;    ///< the stream is there
  };
  struct Delays {
    Duration start;  ///< from the end of the launch until an idle stream runs it
    Duration gap;    ///< between two kernels of a busy one
  };

  /// The CPU enqueues one more piece of work at its price; the stream has come to `now`.
  Start enqueue(HostThread& cpu, Instant now, Duration price, const Delays& delays) {
    cpu.free_at = std::max(cpu.free_at, ready_) + price;
    ready_ = cpu.free_at;
    return {ready_, std::max(now + delays.gap, ready_ + delays.start)};
  }

  /// The CPU has waited for the stream and goes on at `now`.
  void synchronised(HostThread& cpu, Instant now) {
    ready_ = std::max(ready_, now);
    cpu.free_at = std::max(cpu.free_at, now);
  }

 private:
  Instant ready_;  ///< of the CPU: when it can enqueue what comes next in this stream
};

}  // namespace gin
