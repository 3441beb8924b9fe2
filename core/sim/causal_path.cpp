#include "core/sim/causal_path.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.hpp"

namespace gin::sim {

Item CausalPath::item(const std::string& name) {
  const auto at = static_cast<std::uint16_t>(std::ranges::find(names_, name) - names_.begin());
  GIN_ASSERT(at < Item::bare_bit);
  if (at == names_.size()) names_.push_back(name);
  return {at};
}

void CausalPath::restart(Instant start) {
  ++epoch_;
  nodes_.clear();
  nodes_.add() = {start, start, 0, {}};
}

void CausalPath::refuse_endless(Item item, Instant begin) const {
  constexpr std::int64_t ps_per_ms = 1'000'000'000;
  throw Error(
      Code::bad_input,
      fmt::format("virtual time: expected to end before 2^63 ps, which are 106 days, came {} that began at {} "
                  "ms and ends later; use less data, fewer iterations or a faster machine",
                  name(item), begin.ps / ps_per_ms));
}

std::vector<CausalPath::Share> CausalPath::shares(Chain finish) const {
  std::vector<Share> all(names_.size());
  for (std::size_t i = 0; i < names_.size(); ++i) all[i].item = names_[i];
  for (std::uint32_t at = index(finish); at != 0;) {
    const Node& node = nodes_[at];
    const Duration time = node.end - nodes_[node.before].end;
    at = node.before;
    if (time == Duration{}) continue;  // only says when it could have ended
    all[node.item.name()].time += time;
    ++all[node.item.name()].count;
  }
  std::erase_if(all, [](const Share& share) { return share.count == 0; });
  std::ranges::sort(
      all, [](const Share& a, const Share& b) { return a.time != b.time ? a.time > b.time : a.item < b.item; });
  return all;
}

}  // namespace gin::sim
