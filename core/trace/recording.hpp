// What happened in one iteration, for those who want to see it pass: tracks, and on them spans, instants and
// changes of counters; flows join what belongs to one operation. No clock and no file format: whoever keeps time
// writes it down here, a Timeline is made from it for the writers.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/base/units.hpp"

namespace gin::trace {

struct RecordingRules {
  std::vector<std::uint32_t> pes = {};  ///< whose events are kept, ascending; empty: everybody's
  std::size_t events_max = 1'000'000;
};

struct RecordedDetails {
  std::int64_t bytes = -1;  ///< -1: none of its business, here and below
  std::int64_t place = -1;  ///< the name of where in the heap
  std::int64_t peer = -1;
};

class Recording {
 public:
  /// Tracks and events have a number; this is nobody's, and what is written down there is forgotten.
  static constexpr std::uint32_t nowhere = ~std::uint32_t{0};

  struct Process {
    std::uint64_t order = 0;  ///< among processes
    std::string name;
  };
  struct Track {
    std::uint32_t process = 0;
    std::uint64_t order = 0;  ///< among the tracks of its process
    std::string name;
    bool counts = false;
    std::int64_t before = 0;  ///< of a counter: its value when the iteration began
  };
  /// Where on a track: spans of one strand follow or hold each other, those of different strands may overlap.
  struct Position {
    std::uint32_t track = nowhere;
    std::uint32_t strand = 0;
  };
  using Details = RecordedDetails;
  enum class Kind : std::uint8_t { span, instant, change };
  struct Event {
    Kind kind = Kind::span;
    Position position;
    std::uint32_t name = 0;
    std::int64_t begin_ps = 0;  ///< from the start of the iteration
    std::int64_t end_ps = 0;
    std::int64_t change = 0;  ///< of a counter
    Details details;
  };
  /// What an event is to the operation that it belongs to.
  enum class Stage : std::uint8_t { issued, way, visible };
  struct FlowPoint {
    std::uint32_t operation = 0;
    std::uint32_t event = 0;
    Stage stage = Stage::way;
  };

  explicit Recording(RecordingRules rules = {}) : rules_(std::move(rules)) {}

  bool keeps(std::uint32_t pe) const;
  std::uint32_t process(std::uint64_t order, const std::string& name);
  std::uint32_t track(const Track& track);
  std::uint32_t name(const std::string& text);

  /// What happens from now on is written down; before, only counters are kept.
  void open(Instant start);
  bool is_open() const { return open_; }
  Instant start() const { return start_; }

  /// Each answers with the number of the event.
  std::uint32_t span(Position position, std::uint32_t name, Instant begin, Instant end,
                     const Details& details = {});
  std::uint32_t instant(Position position, std::uint32_t name, Instant when, const Details& details = {});
  /// The counter changes at `when`, which may be still to come.
  void change(std::uint32_t track, Instant when, std::int64_t by);
  void join(std::uint32_t operation, std::uint32_t event, Stage stage);

  const std::vector<Process>& processes() const { return processes_; }
  const std::vector<Track>& tracks() const { return tracks_; }
  const std::vector<std::string>& names() const { return names_; }
  const std::vector<Event>& events() const { return events_; }
  const std::vector<FlowPoint>& flow_points() const { return flow_points_; }
  std::size_t left_out() const { return left_out_; }
  std::size_t events_max() const { return rules_.events_max; }

 private:
  std::uint32_t add(const Event& event);

  RecordingRules rules_;
  bool open_ = false;
  Instant start_;
  std::map<std::uint64_t, std::uint32_t> ordered_;
  std::vector<Process> processes_;
  std::vector<Track> tracks_;
  std::map<std::string, std::uint32_t> named_;
  std::vector<std::string> names_;
  std::vector<Event> events_;
  std::vector<FlowPoint> flow_points_;
  std::size_t left_out_ = 0;
};

}  // namespace gin::trace
