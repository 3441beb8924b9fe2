// The stations that an idle proxy thread looks at in turn, each at its cost.
#pragma once

#include <cstdint>

#include "core/device/cost.hpp"

namespace gin {

struct PollGrid {
  std::uint32_t rings = 0;            ///< stations 0 .. rings-1: rings, or queues with notes
  std::uint32_t station = 0;          ///< the next one
  Cost look = Cost::proxy_poll_ring;  ///< at one of them
  bool completions = true;            ///< station `rings` is the completion queue
  Cost cost(std::uint32_t at) const { return at < rings ? look : Cost::proxy_poll_completions; }
  std::uint32_t stations() const { return rings + (completions ? 1 : 0); }
};

}  // namespace gin
