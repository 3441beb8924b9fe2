// Words and numbers as every table of rows has them.
#include "reports/verdicts/cells.hpp"

#include <algorithm>

#include "reports/base/format.hpp"
#include "reports/verdicts/group.hpp"
#include "reports/verdicts/verdict.hpp"

namespace gin::reports {

bool one_time(const trace::Result& result) {
  return std::ranges::all_of(result.rows, [](const trace::Row& row) {
    return short_text(Duration{row.p50_ps()}) == short_text(Duration{row.max_ps()});
  });
}

std::string time_cell(const trace::Row& row, std::int64_t ps) {
  return row.samples_ps.empty() ? "-" : short_text(Duration{ps});
}

std::string bound_cell(const trace::Row& row) {
  if (row.bound_ps == 0 || row.samples_ps.empty()) return "-";
  return short_text(Duration{row.bound_ps}) + ", " + ratio_text({row.p50_ps(), row.bound_ps}) + "x";
}

std::pair<std::string, std::string> prediction_cells(const trace::Row& row) {
  if (row.predicted_p50_ps == 0 || row.samples_ps.empty()) return {"-", "-"};
  return {short_text(Duration{row.predicted_p50_ps}), ratio_text({row.p50_ps(), row.predicted_p50_ps}) + "x"};
}

std::string ratio_cell(const trace::Row& row, const trace::Row* base) {
  if (base == nullptr || base->samples_ps.empty() || row.samples_ps.empty()) return "-";
  const std::string ratio = ratio_text({row.p50_ps(), base->p50_ps()}) + "x";
  return &row != base && level(Duration{row.p50_ps()}, Duration{base->p50_ps()}) ? "level " + ratio : ratio;
}

std::string verified_cell(Checked state) {
  switch (state) {
    case Checked::right:
      return "yes";
    case Checked::wrong:
      return "NO";
    case Checked::not_checked:
      return "not checked";
  }
  return "";
}

std::string offered_cell(const trace::Row& row) {
  return offered(row) ? "yes" : "NO: " + not_offered_by(row);
}

std::string dominated_cell(const trace::Row& row) {
  const trace::PathItem* item = dominant_item(row);
  return item == nullptr ? "-" : item->item + ", " + share_text({item->ps, row.critical_path_total_ps});
}

}  // namespace gin::reports
