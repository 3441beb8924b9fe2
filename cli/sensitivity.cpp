#include "cli/sensitivity.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/assert.hpp"

namespace gin::cli {
namespace {

bool was_run(const Trial& trial) {
  return !trial.value.empty();
}

/// The larger of the two changes of one row; a trial that was not run changes nothing.
TimeChange largest_of(const RowTrials& row, std::int64_t base_ps) {
  TimeChange largest{.ps = 0, .base_ps = base_ps};
  for (const Trial* trial : {&row.less, &row.more}) {
    const TimeChange change{.ps = trial->p50_ps - base_ps, .base_ps = base_ps};
    if (was_run(*trial) && change.larger_than(largest)) largest = change;
  }
  return largest;
}

bool any_run(const Sensitivity& number) {
  return std::ranges::any_of(number.rows,
                             [](const RowTrials& row) { return was_run(row.less) || was_run(row.more); });
}

bool all_same(const Sensitivity& number) {
  return std::ranges::all_of(number.rows, [](const RowTrials& row) { return row.less.same && row.more.same; });
}

}  // namespace

bool TimeChange::larger_than(const TimeChange& other) const {
  return static_cast<__int128>(size_ps()) * other.base_ps > static_cast<__int128>(other.size_ps()) * base_ps;
}

std::string percent_text(const TimeChange& change) {
  if (change.ps == 0) return "0 %";
  const char sign = change.ps < 0 ? '-' : '+';
  const auto hundredths =
      static_cast<std::int64_t>((static_cast<__int128>(change.size_ps()) * 20'000 + change.base_ps) /
                                (2 * static_cast<__int128>(change.base_ps)));
  if (hundredths == 0) return fmt::format("{}<0.01 %", sign);
  return fmt::format("{}{}.{:02} %", sign, hundredths / 100, hundredths % 100);
}

Ranking ranking_of(const std::vector<Sensitivity>& all, const std::vector<std::int64_t>& base_p50_ps) {
  struct Ranked {
    Ranking::Mover mover;
    TimeChange largest;
  };
  Ranking ranking;
  std::vector<Ranked> ranked;
  for (std::size_t i = 0; i < all.size(); ++i) {
    GIN_ASSERT(all[i].rows.size() == base_p50_ps.size());
    if (!any_run(all[i])) {
      ranking.not_varied.push_back(i);
    } else if (all_same(all[i])) {
      ranking.changing_nothing.push_back(i);
    } else {
      Ranked best{.mover = {.number = i, .row = 0}, .largest = {}};
      for (std::size_t row = 0; row < base_p50_ps.size(); ++row) {
        const TimeChange here = largest_of(all[i].rows[row], base_p50_ps[row]);
        if (here.larger_than(best.largest)) best = {.mover = {.number = i, .row = row}, .largest = here};
      }
      ranked.push_back(best);
    }
  }
  std::ranges::stable_sort(ranked,
                           [](const Ranked& a, const Ranked& b) { return a.largest.larger_than(b.largest); });
  for (const Ranked& each : ranked) ranking.changing.push_back(each.mover);
  return ranking;
}

}  // namespace gin::cli
