#include "models/score.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>

#include "core/base/random.hpp"

namespace gin::models {
namespace {

/// The smallest value that at least this share does not exceed.
std::int64_t nearest_rank(const std::vector<std::int64_t>& sorted, std::size_t percent) {
  return sorted[(sorted.size() * percent + 99) / 100 - 1];
}

std::map<std::string, std::vector<std::size_t>> by_group(std::span<const Scored> all) {
  std::map<std::string, std::vector<std::size_t>> groups;
  for (std::size_t i = 0; i < all.size(); ++i) groups[all[i].group].push_back(i);
  return groups;
}

}  // namespace

Score score(std::span<const Scored> all) {
  Score sum;
  sum.count = all.size();
  if (all.empty()) return sum;
  std::vector<std::int64_t> errors;
  for (const Scored& one : all) errors.push_back(std::abs(one.off()));
  std::sort(errors.begin(), errors.end());
  sum.median = nearest_rank(errors, 50);
  sum.p90 = nearest_rank(errors, 90);
  sum.worst = errors.back();
  for (const auto& [group, places] : by_group(all)) {
    for (std::size_t i = 0; i < places.size(); ++i) {
      for (std::size_t j = i + 1; j < places.size(); ++j) {
        const Scored* less = &all[places[i]];
        const Scored* more = &all[places[j]];
        if (less->expected > more->expected) std::swap(less, more);
        if (more->expected * 10 <= less->expected * 11) continue;
        ++sum.pairs;
        sum.right += less->predicted < more->predicted ? 1 : 0;
      }
    }
  }
  return sum;
}

bool within(const Score& score, const Bounds& bounds) {
  return score.median <= bounds.median && score.p90 <= bounds.p90 &&
         score.right * 1000 >= bounds.order * score.pairs;
}

std::vector<Scored> permuted(std::vector<Scored> all, std::uint64_t seed) {
  Random random(seed);
  for (const auto& [group, places] : by_group(all)) {
    std::vector<std::int64_t> expected;
    for (const std::size_t at : places) expected.push_back(all[at].expected);
    random.shuffle(std::span<std::int64_t>(expected));
    for (std::size_t i = 0; i < places.size(); ++i) all[places[i]].expected = expected[i];
  }
  return all;
}

}  // namespace gin::models
