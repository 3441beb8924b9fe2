#include "core/topology/assignment.hpp"

#include <fmt/format.h>

#include <set>

#include "core/base/assert.hpp"

namespace gin::topology {
namespace {

/// Takes the first `count` of `wanted` that are free. Fewer come back where there are no more.
Cores take(const Cores& wanted, std::uint32_t count, std::set<std::uint32_t>& taken) {
  Cores got;
  for (const std::uint32_t core : wanted) {
    if (got.size() == count) break;
    if (taken.insert(core).second) got.push_back(core);
  }
  return got;
}

std::string too_few(const std::vector<Cores>& nearest_first, const BusyThreads& each) {
  std::set<std::uint32_t> all;
  for (const Cores& cores : nearest_first) all.insert(cores.begin(), cores.end());
  return fmt::format(
      "threads: expected a core for each busy thread of this machine, {} PEs with {} proxies and {} others "
      "each, came {} cores that they may share; nothing is pinned. Use fewer launch.agents, or more cores",
      nearest_first.size(), each.proxies, each.others, all.size());
}

}  // namespace

Assignment assign(const std::vector<Cores>& nearest_first, std::uint32_t me, const BusyThreads& each) {
  GIN_ASSERT(me < nearest_first.size());
  std::set<std::uint32_t> taken;
  Assignment mine;
  const auto give = [&](std::uint32_t count, Cores& to_mine) {
    for (std::uint32_t pe = 0; pe < nearest_first.size(); ++pe) {
      const Cores got = take(nearest_first[pe], count, taken);
      if (got.size() < count) return false;
      if (pe == me) to_mine = got;
    }
    return true;
  };
  if (!give(each.proxies, mine.proxies) || !give(each.others, mine.others))
    return {{}, {}, too_few(nearest_first, each)};
  return mine;
}

}  // namespace gin::topology
