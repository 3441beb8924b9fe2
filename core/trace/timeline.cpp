#include "core/trace/timeline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

#include "core/base/assert.hpp"

namespace gin::trace {
namespace {

using Kind = Recording::Kind;
using MarkKind = Timeline::MarkKind;

class Layout {
 public:
  Layout(const Recording& recording, const std::string& row)
      : recording_(recording), events_of_(recording.tracks().size()) {
    timeline_.names = recording.names();
    timeline_.events = recording.events();
    timeline_.left_out = recording.left_out();
    const std::string before = row.empty() ? "" : row + ": ";
    if (recording.left_out() > 0) say_what_is_left_out(before);
    for (std::uint32_t i = 0; i < recording.events().size(); ++i)
      events_of_[recording.events()[i].position.track].push_back(i);
    std::uint32_t of = Recording::nowhere;
    for (const std::uint32_t track : tracks_in_order()) {
      const Recording::Track& source = recording.tracks()[track];
      if (events_of_[track].empty() && source.before == 0) continue;
      if (source.process != of)
        timeline_.processes.push_back(before + recording.processes()[of = source.process].name);
      if (source.counts)
        count(source, events_of_[track]);
      else
        spread(source, events_of_[track]);
    }
    std::ranges::stable_sort(timeline_.marks, {}, &Timeline::Mark::when_ps);
    join();
  }

  Timeline take() { return std::move(timeline_); }

 private:
  void say_what_is_left_out(const std::string& before) {
    timeline_.processes.push_back(before + "left out");
    timeline_.tracks.push_back({0, "left out", false});
    timeline_.names.push_back(fmt::format("{} events are left out: this row may have {} (--trace-events)",
                                          recording_.left_out(), recording_.events_max()));
    Recording::Event note;
    note.kind = Kind::instant;
    note.name = static_cast<std::uint32_t>(timeline_.names.size() - 1);
    timeline_.marks.push_back({0, MarkKind::instant, 0, static_cast<std::uint32_t>(timeline_.events.size()), 0});
    timeline_.events.push_back(note);
  }

  std::vector<std::uint32_t> tracks_in_order() const {
    std::vector<std::uint32_t> order(recording_.tracks().size());
    std::iota(order.begin(), order.end(), 0U);
    const auto key = [&](std::uint32_t i) {
      const Recording::Track& track = recording_.tracks()[i];
      return std::tuple(recording_.processes()[track.process].order, track.order, i);
    };
    std::ranges::sort(order, {}, key);
    return order;
  }

  std::uint32_t add_track(const std::string& name, bool counts) {
    timeline_.tracks.push_back({static_cast<std::uint32_t>(timeline_.processes.size() - 1), name, counts});
    return static_cast<std::uint32_t>(timeline_.tracks.size() - 1);
  }

  void count(const Recording::Track& source, std::vector<std::uint32_t>& changes) {
    const std::uint32_t track = add_track(source.name, true);
    const auto when = [&](std::uint32_t i) { return recording_.events()[i].begin_ps; };
    std::ranges::stable_sort(changes, {}, when);
    std::int64_t value = source.before;
    timeline_.marks.push_back({0, MarkKind::value, track, 0, value});
    for (const std::uint32_t change : changes) {
      value += recording_.events()[change].change;
      // Of what changes at one moment only the outcome was ever there.
      if (timeline_.marks.back().when_ps != when(change))
        timeline_.marks.push_back({when(change), MarkKind::value, track, 0, value});
      else
        timeline_.marks.back().value = value;
    }
  }

  /// Strands that do not overlap share a lane, the first that is free.
  void spread(const Recording::Track& source, std::vector<std::uint32_t>& events) {
    struct Strand {
      std::uint32_t number = 0;
      std::int64_t begin = std::numeric_limits<std::int64_t>::max();
      std::int64_t end = 0;
      std::vector<std::uint32_t> events = {};
    };
    std::ranges::stable_sort(events, {}, [&](std::uint32_t i) { return recording_.events()[i].position.strand; });
    std::vector<Strand> strands;
    for (const std::uint32_t i : events) {
      const Recording::Event& event = recording_.events()[i];
      if (strands.empty() || strands.back().number != event.position.strand)
        strands.push_back({event.position.strand});
      Strand& strand = strands.back();
      strand.begin = std::min(strand.begin, event.begin_ps);
      strand.end = std::max(strand.end, event.end_ps);
      strand.events.push_back(i);
    }
    std::ranges::stable_sort(strands, {}, &Strand::begin);
    std::vector<std::int64_t> free_at;
    std::vector<std::vector<std::uint32_t>> lanes;
    for (const Strand& strand : strands) {
      const auto is_free = [&](std::int64_t free) { return free <= strand.begin; };
      const auto lane = static_cast<std::size_t>(std::ranges::find_if(free_at, is_free) - free_at.begin());
      if (lane == lanes.size()) {
        lanes.emplace_back();
        free_at.emplace_back();
      }
      free_at[lane] = strand.end;
      lanes[lane].insert(lanes[lane].end(), strand.events.begin(), strand.events.end());
    }
    for (std::size_t lane = 0; lane < lanes.size(); ++lane)
      nest(add_track(lane == 0 ? source.name : fmt::format("{} ({})", source.name, lane + 1), false), lanes[lane]);
  }

  void nest(std::uint32_t track, std::vector<std::uint32_t>& events) {
    const auto& all = recording_.events();
    std::ranges::stable_sort(events, {},
                             [&](std::uint32_t i) { return std::tuple(all[i].begin_ps, -all[i].end_ps); });
    std::vector<std::uint32_t> open;
    const auto end_newest = [&] {
      timeline_.marks.push_back({all[open.back()].end_ps, MarkKind::end, track, open.back(), 0});
      open.pop_back();
    };
    for (const std::uint32_t i : events) {
      while (!open.empty() && all[open.back()].end_ps <= all[i].begin_ps) end_newest();
      GIN_ASSERT(open.empty() || all[i].end_ps <= all[open.back()].end_ps);
      const bool is_span = all[i].kind == Kind::span;
      timeline_.marks.push_back({all[i].begin_ps, is_span ? MarkKind::begin : MarkKind::instant, track, i, 0});
      if (is_span) open.push_back(i);
    }
    while (!open.empty()) end_newest();
  }

  /// A flow that lost an end, to the filter or the most events there may be, would point nowhere.
  void join() {
    std::vector<Recording::FlowPoint> points = recording_.flow_points();
    const auto key = [&](const Recording::FlowPoint& point) {
      return std::tuple(point.operation, recording_.events()[point.event].begin_ps, point.stage, point.event);
    };
    std::ranges::sort(points, {}, key);
    for (std::size_t begin = 0, end = 0; begin < points.size(); begin = end) {
      while (end < points.size() && points[end].operation == points[begin].operation) ++end;
      const bool whole = points[begin].stage == Recording::Stage::issued && end - begin > 1 &&
                         points[end - 1].stage == Recording::Stage::visible;
      for (std::size_t i = begin; whole && i < end; ++i)
        timeline_.flows.push_back({points[i].event, points[i].operation,
                                   i == begin     ? Timeline::FlowEnd::first
                                   : i + 1 == end ? Timeline::FlowEnd::last
                                                  : Timeline::FlowEnd::middle});
    }
    std::ranges::sort(timeline_.flows, {}, [](const auto& flow) { return std::tuple(flow.event, flow.operation); });
  }

  const Recording& recording_;
  Timeline timeline_;
  std::vector<std::vector<std::uint32_t>> events_of_;  ///< each track: changes of a counter, or spans and instants
};

}  // namespace

std::span<const Timeline::Flow> Timeline::flows_of(std::uint32_t event) const {
  return {std::ranges::lower_bound(flows, event, {}, &Flow::event),
          std::ranges::upper_bound(flows, event, {}, &Flow::event)};
}

Timeline timeline_of(const Recording& recording, const std::string& row) {
  return Layout(recording, row).take();
}

}  // namespace gin::trace
