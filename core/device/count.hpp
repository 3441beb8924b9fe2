// What a run counts besides time.
#pragma once

#include <cstdint>

namespace gin {

enum class Count : std::uint8_t {
  puts,
  gets,
  values,
  signals,
  atomics,
  sends,
  receives,
  fences,
  fences_that_waited,  ///< earlier operations to a peer sat in several queues and were still under way
  strong_signals_that_waited,
  quiets,
  doorbells,
  commands,
  ring_full_stalls,
  queue_full_stalls,
  number_stalls,  ///< too many operations under way that the target's CPU has to carry out
  signals_held,   ///< calls whose signals waited at the source for their data
  arrivals,       ///< messages and immediates that CPUs of targets took
  acknowledgements,
  proxy_busy_posts,
  deadlines_missed,
};
inline constexpr std::uint32_t counts = static_cast<std::uint32_t>(Count::deadlines_missed) + 1;

constexpr const char* name(Count count) {
  constexpr const char* names[counts] = {"puts",
                                         "gets",
                                         "values",
                                         "signals",
                                         "atomics",
                                         "sends",
                                         "receives",
                                         "fences",
                                         "fences_that_waited",
                                         "strong_signals_that_waited",
                                         "quiets",
                                         "doorbells",
                                         "commands",
                                         "ring_full_stalls",
                                         "queue_full_stalls",
                                         "number_stalls",
                                         "signals_held",
                                         "arrivals",
                                         "acknowledgements",
                                         "proxy_busy_posts",
                                         "deadlines_missed"};
  return names[static_cast<std::uint32_t>(count)];
}

}  // namespace gin
