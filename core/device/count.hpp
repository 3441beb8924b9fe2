// What a run counts besides time.
#pragma once

#include <cstdint>

#include "core/device/path.hpp"
#include "core/format/operation.hpp"

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
  messages,   ///< of operations and their answers, that a proxy's thread handed to a wire (core/fabric/wire.hpp)
  questions,  ///< in which a source asked a target what it has carried out
  proxy_busy_posts,
  deadlines_missed,
  // Not reported under names of their own.
  lane_loops,
  operations_by_path,                               ///< by path
  bytes_by_path = operations_by_path + path_count,  ///< by path
};
/// Those that are reported by name.
inline constexpr std::uint32_t counts = static_cast<std::uint32_t>(Count::lane_loops);
inline constexpr std::uint32_t counts_in_all = static_cast<std::uint32_t>(Count::bytes_by_path) + path_count;

constexpr Count operations_by(Path path) {
  return static_cast<Count>(static_cast<std::uint32_t>(Count::operations_by_path) +
                            static_cast<std::uint32_t>(path));
}
constexpr Count bytes_by(Path path) {
  return static_cast<Count>(static_cast<std::uint32_t>(Count::bytes_by_path) + static_cast<std::uint32_t>(path));
}
constexpr Count counted(Op op) {
  constexpr Count as[] = {Count::puts,    Count::gets,  Count::values,  Count::atomics,
                          Count::atomics, Count::sends, Count::receives};
  return as[static_cast<std::uint32_t>(op)];
}

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
                                         "messages",
                                         "questions",
                                         "proxy_busy_posts",
                                         "deadlines_missed"};
  return names[static_cast<std::uint32_t>(count)];
}

}  // namespace gin
