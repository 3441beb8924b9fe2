// Why an agent waits, for the hang report; and how long it is willing to.
#pragma once

#include <cstdint>

#include "core/base/units.hpp"
#include "core/device/compare.hpp"

namespace gin {

/// Filled in by each waiting call; "PE 3 agent 1 waits in signal_wait_until: word at 4096 is 2, wanted >= 3".
struct Waiting {
  const char* call = "";
  const char* what = "";     ///< "word", "queue", "ring", "completions"
  std::uint64_t offset = 0;  ///< heap offset of the word; peer for a queue
  std::uint64_t seen = 0;
  std::uint64_t wanted = 0;
  Compare compare = Compare::ge;
};

/// How a waiting call ended.
enum class Status : std::uint8_t {
  ok,
  timed_out,  ///< the deadline passed first; nothing was changed
};

/// The most time a waiting call may take, from its start.
struct Deadline {
  Duration within;
};

}  // namespace gin
