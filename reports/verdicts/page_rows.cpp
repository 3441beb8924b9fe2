// Asked once for each page; whoever draws only looks things up.
#include "reports/verdicts/page_rows.hpp"

#include <algorithm>
#include <set>

#include "reports/verdicts/region.hpp"

namespace gin::reports {

PageRows::PageRows(const trace::Result& of)
    : result(of),
      contestants(contestants_of(of)),
      groups(groups_of(of)),
      axis(of.rows.front().axes.empty() ? "" : of.rows.front().axes.front().first) {}

std::size_t PageRows::contestant(const trace::Row& row) const {
  return static_cast<std::size_t>(std::ranges::find(contestants, contestant_of(row)) - contestants.begin());
}

std::string PageRows::contestant_name(std::size_t number) const {
  return contestants.at(number).empty() ? "this run" : contestants.at(number);
}

std::string PageRows::row_name(const trace::Row& row) const {
  const std::string name = contestant_name(contestant(row));
  return row.axes.size() < 2 ? name : name + ", " + place_text({row.axes.begin() + 1, row.axes.end()});
}

std::vector<const Group*> PageRows::some_groups(std::size_t most) const {
  std::vector<const Group*> some;
  const std::size_t count = std::min(most, groups.size());
  for (std::size_t i = 0; i < count; ++i) {
    some.push_back(&groups[count == 1 ? 0 : i * (groups.size() - 1) / (count - 1)]);
  }
  return some;
}

bool counts_bytes(const std::string& axis) {
  return axis == "bytes" || axis.ends_with("_bytes");
}

std::optional<std::size_t> curve_axis(const PageRows& rows) {
  const auto& axes = rows.result.rows.front().axes;
  std::optional<std::size_t> best;
  std::size_t most = 1;
  // The contestants' own axis only where there is nothing else: it has the colours.
  for (std::size_t i = axes.size() > 1 ? 1 : 0; i < axes.size(); ++i) {
    if (!numeric_axis(rows.result, i)) continue;
    if (best && counts_bytes(axes[*best].first)) break;
    std::set<std::string> values;
    for (const trace::Row& row : rows.result.rows) values.insert(row.axes[i].second);
    if (values.size() > most || (values.size() > 1 && counts_bytes(axes[i].first))) {
      most = values.size();
      best = i;
    }
  }
  return best;
}

}  // namespace gin::reports
