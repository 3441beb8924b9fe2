#include "core/trace/recording.hpp"

#include <algorithm>

namespace gin::trace {

bool Recording::keeps(std::uint32_t pe) const {
  return rules_.pes.empty() || std::binary_search(rules_.pes.begin(), rules_.pes.end(), pe);
}

std::uint32_t Recording::process(std::uint64_t order, const std::string& name) {
  const auto [at, added] = ordered_.try_emplace(order, static_cast<std::uint32_t>(processes_.size()));
  if (added) processes_.push_back({order, name});
  return at->second;
}

std::uint32_t Recording::track(const Track& track) {
  tracks_.push_back(track);
  return static_cast<std::uint32_t>(tracks_.size() - 1);
}

std::uint32_t Recording::name(const std::string& text) {
  const auto [at, added] = named_.try_emplace(text, static_cast<std::uint32_t>(names_.size()));
  if (added) names_.push_back(text);
  return at->second;
}

void Recording::open(Instant start) {
  open_ = true;
  start_ = start;
}

std::uint32_t Recording::add(const Event& event) {
  if (events_.size() >= rules_.events_max) {
    ++left_out_;
    return nowhere;
  }
  events_.push_back(event);
  return static_cast<std::uint32_t>(events_.size() - 1);
}

std::uint32_t Recording::span(Position position, std::uint32_t name, Instant begin, Instant end,
                              const Details& details) {
  // What ended before the iteration is not part of it, of what began before only the rest is.
  if (!open_ || position.track == nowhere || end < start_) return nowhere;
  const std::int64_t from = std::max(begin, start_).ps - start_.ps;
  return add({Kind::span, position, name, from, end.ps - start_.ps, 0, details});
}

std::uint32_t Recording::instant(Position position, std::uint32_t name, Instant when, const Details& details) {
  if (!open_ || position.track == nowhere) return nowhere;
  return add({Kind::instant, position, name, when.ps - start_.ps, when.ps - start_.ps, 0, details});
}

void Recording::change(std::uint32_t track, Instant when, std::int64_t by) {
  if (track == nowhere) return;
  if (open_)
    add({Kind::change, {track, 0}, 0, when.ps - start_.ps, when.ps - start_.ps, by, {}});
  else
    tracks_[track].before += by;
}

void Recording::join(std::uint32_t operation, std::uint32_t event, Stage stage) {
  if (operation != 0 && event != nowhere) flow_points_.push_back({operation, event, stage});
}

}  // namespace gin::trace
