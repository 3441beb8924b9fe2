// Comparing p50 within each group, and finding in the critical paths what the difference is made of.
#include "reports/verdicts/verdict.hpp"

#include <algorithm>
#include <map>

namespace gin::reports {
namespace {

Verdict verdict_of(const trace::Axes& place, std::vector<const trace::Row*> rows) {
  Verdict verdict{.place = place, .leaders = {}, .trailing = {}, .imagined = {}};
  const auto imagined =
      std::stable_partition(rows.begin(), rows.end(), [](const auto* row) { return offered(*row); });
  verdict.all_imagined = imagined == rows.begin();
  if (!verdict.all_imagined) {
    for (auto row = imagined; row != rows.end(); ++row)
      verdict.imagined.push_back({contestant_of(**row), (*row)->p50_ps(), not_offered_by(**row)});
    rows.erase(imagined, rows.end());
  }
  const trace::Row& fastest = **std::ranges::min_element(rows, {}, [](const auto* row) { return row->p50_ps(); });
  verdict.best_p50_ps = fastest.p50_ps();
  for (const trace::Row* row : rows) {
    if (level({row->p50_ps()}, {verdict.best_p50_ps})) {
      verdict.leaders_apart_ps = std::max(verdict.leaders_apart_ps, row->p50_ps() - verdict.best_p50_ps);
      verdict.leaders.push_back(contestant_of(*row));
    } else {
      verdict.trailing.push_back({contestant_of(*row), row->p50_ps(), cause_of({fastest, *row})});
    }
  }
  return verdict;
}

}  // namespace

std::optional<Cause> cause_of(Pair pair) {
  std::map<std::string, std::int64_t> gaps;
  std::int64_t total = 0;
  for (const trace::PathItem& item : pair.slower.critical_path) gaps[item.item] += item.ps, total += item.ps;
  for (const trace::PathItem& item : pair.faster.critical_path) gaps[item.item] -= item.ps, total -= item.ps;
  if (total <= 0 || pair.faster.critical_path.empty()) return std::nullopt;
  const auto largest = std::ranges::max_element(gaps, {}, [](const auto& gap) { return gap.second; });
  return Cause{largest->first, largest->second, total};
}

bool Verdict::same_outcome(const Verdict& other) const {
  return leaders == other.leaders && all_imagined == other.all_imagined &&
         std::ranges::equal(trailing, other.trailing, {}, &Trailing::contestant, &Trailing::contestant) &&
         std::ranges::equal(imagined, other.imagined, {}, &Imagined::contestant, &Imagined::contestant);
}

bool level(Duration a, Duration b) {
  const auto [shorter, longer] = std::minmax(a.ps, b.ps);
  return longer == shorter || static_cast<__int128>(longer) * 100 < static_cast<__int128>(shorter) * 105;
}

std::vector<Verdict> verdicts_of(const trace::Result& result) {
  std::vector<Verdict> verdicts;
  for (const Group& group : groups_of(result)) {
    std::vector<const trace::Row*> rows;
    std::ranges::copy_if(group.rows, std::back_inserter(rows), [&](const trace::Row* row) {
      return !row->samples_ps.empty() && checked(*row) != Checked::wrong;
    });
    if (rows.size() > 1) verdicts.push_back(verdict_of(group.place, rows));
  }
  return verdicts;
}

}  // namespace gin::reports
