// What a NumberedFabric is told of its job.
#pragma once

#include <cstdint>

#include "core/base/ids.hpp"
#include "core/device/post_rules.hpp"

namespace gin {

struct NumberedSetup {
  Pe me;
  std::uint32_t n_pes = 1;
  unsigned char* heap = nullptr;  ///< of this PE
  std::uint64_t heap_bytes = 0;   ///< of every PE
  UnorderedSignals signals = UnorderedSignals::receiver_count;
  std::uint64_t eager_max = 0;     ///< bytes of a send that travel with its message, as far as the wire lets them
  std::uint32_t first_number = 0;  ///< the same everywhere
  std::uint32_t backlog_max = 64;  ///< accepted operations that may wait for a busy wire
};

}  // namespace gin
