// A recording as viewers want it: tracks in a lasting order, spans that nest on each of them, counters as values,
// flows that have both ends, all in the order of time. Every writer tells the same Timeline in its own format.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/trace/recording.hpp"

namespace gin::trace {

struct Timeline {
  struct Track {
    std::uint32_t process = 0;
    std::string name;
    bool counts = false;
  };
  enum class MarkKind : std::uint8_t { begin, end, instant, value };
  struct Mark {
    std::int64_t when_ps = 0;
    MarkKind kind = MarkKind::begin;
    std::uint32_t track = 0;
    std::uint32_t event = 0;  ///< whose; none of a value
    std::int64_t value = 0;   ///< of a counter, from now on
  };
  enum class FlowEnd : std::uint8_t { first, middle, last };
  struct Flow {
    std::uint32_t event = 0;
    std::uint32_t operation = 0;
    FlowEnd end = FlowEnd::middle;
  };

  std::vector<std::string> processes;
  std::vector<Track> tracks;  ///< those of a process follow each other
  std::vector<std::string> names;
  std::vector<Recording::Event> events;
  std::vector<Mark> marks;
  std::vector<Flow> flows;   ///< by event
  std::size_t left_out = 0;  ///< events that were too many

  std::span<const Flow> flows_of(std::uint32_t event) const;
};

/// `row` opens the names of all processes, if it has a name.
Timeline timeline_of(const Recording& recording, const std::string& row);

}  // namespace gin::trace
