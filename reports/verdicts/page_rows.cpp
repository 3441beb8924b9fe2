// Asked once for each page; whoever draws only looks things up.
#include "reports/verdicts/page_rows.hpp"

#include <algorithm>

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

}  // namespace gin::reports
