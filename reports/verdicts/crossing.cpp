#include "reports/verdicts/crossing.hpp"

#include <algorithm>

#include "core/base/random.hpp"
#include "reports/base/ladder.hpp"

namespace gin::reports {
namespace {

using Wide = __int128;

/// The straight line between two encounters, of which the first is ahead and the second is not, comes to 0 here.
std::int64_t zero_between(const Encounter& before, const Encounter& after) {
  const Wide fall = static_cast<Wide>(before.ahead) - after.ahead;
  const Wide way = static_cast<Wide>(after.rung - before.rung) * Ladder::parts * before.ahead;
  return before.rung * Ladder::parts + static_cast<std::int64_t>(way / fall);
}

/// Draws as many samples as there are, a thousand and one at most: fewer make the p50 less certain, never more.
class Redrawn {
 public:
  Redrawn(const std::vector<std::int64_t>& samples, std::uint64_t seed)
      : samples_(samples), drawn_(std::min<std::size_t>(samples.size(), 1'001)), random_(seed) {}

  std::int64_t p50() {
    for (std::int64_t& sample : drawn_) sample = samples_[random_.below(samples_.size())];
    const auto middle = drawn_.begin() + static_cast<std::ptrdiff_t>((drawn_.size() + 1) / 2 - 1);
    std::ranges::nth_element(drawn_, middle);
    return *middle;
  }

 private:
  const std::vector<std::int64_t>& samples_;
  std::vector<std::int64_t> drawn_;
  Random random_;
};

}  // namespace

std::optional<Turn> turn_of(std::span<const Encounter> encounters) {
  if (encounters.size() < 2 || encounters.front().ahead <= 0 || encounters.back().ahead >= 0) return std::nullopt;
  const auto met = std::ranges::find_if(encounters, [](const Encounter& m) { return m.ahead <= 0; });
  auto lost = encounters.end() - 1;
  while ((lost - 1)->ahead < 0) --lost;
  return Turn{.first = zero_between(*(met - 1), *met), .last = zero_between(*(lost - 1), *lost)};
}

Resampling resampled(const std::vector<Samples>& samples, std::uint64_t seed) {
  std::vector<Redrawn> first;
  std::vector<Redrawn> second;
  for (const Samples& each : samples) {
    first.emplace_back(each.first, derived_seed({seed, 2 * first.size()}));
    second.emplace_back(each.second, derived_seed({seed, 2 * second.size() + 1}));
  }
  std::vector<std::int64_t> turns;
  for (std::int64_t round = 0; round < Resampling::count; ++round) {
    std::vector<Encounter> encounters;
    for (std::size_t i = 0; i < samples.size(); ++i) {
      const std::int64_t quick = first[i].p50();
      encounters.push_back({.rung = samples[i].rung, .ahead = second[i].p50() - quick});
    }
    if (const auto turn = turn_of(encounters)) turns.push_back(turn->first + (turn->last - turn->first) / 2);
  }
  std::ranges::sort(turns);
  const auto count = static_cast<std::int64_t>(turns.size());
  if (count == 0) return {};
  const auto cut = static_cast<std::ptrdiff_t>(count / 20);
  return {.turned = count, .low = turns.begin()[cut], .high = turns.end()[-1 - cut]};
}

}  // namespace gin::reports
