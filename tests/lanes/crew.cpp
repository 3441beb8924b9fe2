#include "tests/lanes/crew.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "core/base/error.hpp"

namespace gin::lanes {
namespace {
constexpr std::uint32_t warp = 32;
}

const char* name(Call call) {
  constexpr const char* names[] = {"sync", "broadcast", "scan", "match"};
  return names[static_cast<std::uint8_t>(call)];
}

Crew::Crew(const Name& name, std::uint32_t lanes, Sleepers& sleepers)
    : name_(name), sleepers_(sleepers), lanes_(lanes), everybody_(lanes), first_warp_(std::min(lanes, warp)) {
  std::iota(everybody_.begin(), everybody_.end(), 0);
  std::iota(first_warp_.begin(), first_warp_.end(), 0);
}

void Crew::start() {
  for (Lane& lane : lanes_) lane.state = State::runs;
  meetings_.clear();
}

void Crew::end(std::uint32_t lane) {
  lanes_[lane].state = State::has_returned;
  refuse_if_nobody_is_left();
}

std::vector<std::uint64_t> Crew::meet(std::uint32_t lane, const Members& members, Call call, std::uint64_t value) {
  const auto place = std::find(members.begin(), members.end(), lane) - members.begin();
  Meeting& meeting = meetings_[members];
  meeting.given.resize(members.size());
  if (meeting.arrived == 0) {
    meeting.call = call;
    meeting.first = lane;
  } else if (meeting.call != call) {
    refuse(fmt::format("lane {} comes with {} where lane {} waits in {}", lane, name(call), meeting.first,
                       name(meeting.call)));
  }
  meeting.given[static_cast<std::size_t>(place)] = value;
  if (++meeting.arrived == members.size()) {
    meeting.arrived = 0;
    ++meeting.rounds;
    meeting.told = meeting.given;
    for (const std::uint32_t other : members) {
      if (other == lane) continue;
      lanes_[other].state = State::runs;
      sleepers_.wake(other);
    }
    return meeting.told;
  }
  lanes_[lane] = {State::meets, call, members.size()};
  refuse_if_nobody_is_left();
  for (const std::uint64_t round = meeting.rounds; meeting.rounds == round;) sleepers_.park();
  return meeting.told;  // the next round is not over before this lane has come to it
}

void Crew::refuse_if_nobody_is_left() const {
  bool waits = false;
  for (const Lane& lane : lanes_) {
    if (lane.state == State::runs) return;
    waits |= lane.state == State::meets;
  }
  if (waits) refuse(describe());
}

std::string Crew::describe() const {
  std::string text;
  const Lane* before = nullptr;
  for (std::uint32_t i = 0; i < lanes_.size(); ++i) {
    const Lane& lane = lanes_[i];
    const bool alike = before && before->state == lane.state &&
                       (lane.state != State::meets || (before->call == lane.call && before->with == lane.with));
    before = &lane;
    if (alike) continue;
    text += fmt::format("{}from lane {} on: ", text.empty() ? "" : ", ", i);
    text += lane.state == State::runs ? "running"
            : lane.state == State::has_returned
                ? "returned"
                : fmt::format("in {} of {}", gin::lanes::name(lane.call), lane.with);
  }
  return text;
}

void Crew::refuse(const std::string& what) const {
  throw Error(Code::failed,
              fmt::format("PE {} agent {}: expected all lanes of an agent to make the same calls, got {}; is what "
                          "they branch on the same for all of them?",
                          name_.pe.value, name_.agent, what));
}

}  // namespace gin::lanes
