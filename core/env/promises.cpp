#include "core/env/promises.hpp"

#include <utility>

#include "core/base/planted.hpp"

namespace gin {

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
  Open& open = stream.open.try_emplace(part.number, Open{known.epoch, 0, 0}).first->second;
  ++open.parts;
  if (!part.is_signal) ++open.payload;
}

bool Promises::is_blocked(const Part& part) const {
  const auto at = known_.find(part.number);
  if (at == known_.end()) return false;
  const Known& known = at->second;
  const auto& open = known.stream->open;
  if (!open.empty() && open.begin()->first < part.number)
    if (is_two_sided(known.op) ||
        (open.begin()->second.epoch < known.epoch && !planted(Fault::promise_of_fence_broken)))
      return true;
  if (!part.is_signal || planted(Fault::promise_of_signal_broken)) return false;
  const auto own = open.find(part.number);
  return own != open.end() && own->second.payload > 0;
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
  Open& open = stream.open.at(part.number);
  --open.parts;
  if (!part.is_signal) --open.payload;
  if (open.parts == 0) {
    stream.open.erase(part.number);
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
