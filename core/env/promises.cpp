#include "core/env/promises.hpp"

#include <algorithm>
#include <utility>

#include "core/base/planted.hpp"

namespace gin {

/// Where it is, or where it would be.
std::vector<Promises::Open>::iterator Promises::Stream::find(std::uint32_t number) {
  return std::ranges::lower_bound(open, number, {}, &Open::number);
}

void Promises::issued(const Issuer& issuer, const Operation& operation) {
  Stream& stream = streams_[{issuer.agent, issuer.context, operation.peer.value}];
  known_[operation.number] = {&stream, stream.epoch, operation.op};
}

void Promises::fence(const Issuer& issuer) {
  for (auto at = streams_.lower_bound({issuer.agent, issuer.context, 0}); at != streams_.end(); ++at) {
    if (std::get<0>(at->first) != issuer.agent || std::get<1>(at->first) != issuer.context) return;
    ++at->second.epoch;
  }
}

void Promises::taken(const Part& part) {
  const auto at = known_.find(part.number);
  if (at == known_.end() || part.is_read) return;
  const Known& known = at->second;
  Stream& stream = *known.stream;
  // All parts of earlier ones have been here: those that are through are done.
  std::erase_if(stream.through, [&](std::uint32_t number) {
    if (number >= part.number) return false;
    known_.erase(number);
    return true;
  });
  auto open = stream.find(part.number);
  if (open == stream.open.end() || open->number != part.number)
    open = stream.open.insert(open, {part.number, known.epoch, 0, 0});
  ++open->parts;
  if (!part.is_signal) ++open->payload;
}

bool Promises::is_blocked(const Part& part) const {
  const auto at = known_.find(part.number);
  if (at == known_.end()) return false;
  const Known& known = at->second;
  Stream& stream = *known.stream;
  const std::vector<Open>& open = stream.open;
  if (!open.empty() && open.front().number < part.number)
    if (is_two_sided(known.op) || (open.front().epoch < known.epoch && !planted(Fault::promise_of_fence_broken)))
      return true;
  if (!part.is_signal || planted(Fault::promise_of_signal_broken)) return false;
  const auto own = stream.find(part.number);
  return own != open.end() && own->number == part.number && own->payload > 0;
}

bool Promises::may_come(const Part& part, void* message) {
  if (!is_blocked(part)) return true;
  known_.at(part.number).stream->held.push_back({part, message});
  return false;
}

void Promises::is_there(const Part& part) {
  const auto at = known_.find(part.number);
  if (at == known_.end() || part.is_read) return;
  Stream& stream = *at->second.stream;
  const auto open = stream.find(part.number);
  --open->parts;
  if (!part.is_signal) --open->payload;
  if (open->parts == 0) {
    stream.open.erase(open);
    stream.through.push_back(part.number);
  }
  std::erase_if(stream.held, [&](const Held& held) {
    if (is_blocked(held.part)) return false;
    free_.push_back(held.message);
    return true;
  });
}

bool Promises::all_there(const Issuer& issuer) const {
  for (auto at = streams_.lower_bound({issuer.agent, issuer.context, 0}); at != streams_.end(); ++at) {
    if (std::get<0>(at->first) != issuer.agent || std::get<1>(at->first) != issuer.context) break;
    if (!at->second.open.empty()) return false;
  }
  return true;
}

std::vector<void*> Promises::let_go() {
  return std::exchange(free_, {});
}

bool Promises::is_put(std::uint32_t number) const {
  const auto at = known_.find(number);
  return at != known_.end() && at->second.op == Op::put;
}

}  // namespace gin
