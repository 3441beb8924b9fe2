// The stations that an idle proxy thread looks at in turn, each at its cost.
#pragma once

#include <cstdint>

#include "core/device/cost.hpp"

namespace gin {

struct PollGrid {
  std::uint32_t rings = 0;    ///< stations 0 .. rings-1
  std::uint32_t station = 0;  ///< the next one; station `rings` is the completion queue
  Cost cost(std::uint32_t at) const { return at < rings ? Cost::proxy_poll_ring : Cost::proxy_poll_completions; }
  std::uint32_t stations() const { return rings + 1; }
};

}  // namespace gin
