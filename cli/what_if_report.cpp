#include "cli/what_if_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/console.hpp"
#include "cli/variation.hpp"
#include "core/trace/json_layout.hpp"
#include "reports/base/format.hpp"
#include "reports/base/table.hpp"

namespace gin::cli {
namespace {

constexpr int version = 1;

std::string cell_of(const Trial& trial, std::int64_t base_ps) {
  return trial.value.empty() ? "-" : percent_text({.ps = trial.p50_ps - base_ps, .base_ps = base_ps});
}

std::string value_text(const models::Number& number) {
  return fmt::format("{} {}{}", models::written(number), number.unit,
                     number.power_of_two ? " (halved, doubled)" : "");
}

/// One row needs no name beside each number, and its time is said once.
std::string table_of(const WhatIf& found, const std::vector<Ranking::Mover>& movers) {
  const bool several = found.rows.size() > 1;
  std::vector<reports::Column> columns = {
      {.title = "number"},
      {.title = "value", .align = reports::Align::right},
      {.title = side_text(Side::less, found.percent), .align = reports::Align::right},
      {.title = side_text(Side::more, found.percent), .align = reports::Align::right}};
  if (several) {
    columns.push_back({.title = "of p50", .align = reports::Align::right});
    columns.push_back({.title = "most in"});
  }
  reports::Table table(columns);
  for (const Ranking::Mover& mover : movers) {
    const Sensitivity& number = found.numbers[mover.number];
    const RowTrials& row = number.rows[mover.row];
    const std::int64_t base_ps = found.base_p50_ps[mover.row];
    std::vector<std::string> cells = {number.field, value_text(row.base), cell_of(row.less, base_ps),
                                      cell_of(row.more, base_ps)};
    if (several) {
      cells.push_back(reports::short_text(Duration{base_ps}));
      cells.push_back(row_name(found.rows[mover.row]));
    }
    table.add(cells);
  }
  return table.text();
}

/// What was not done to the number: "-20 %", "halved".
std::string step_text(const models::Number& number, Side side, std::int64_t percent) {
  if (!number.power_of_two) return side_text(side, percent);
  return side == Side::less ? "halved" : "doubled";
}

/// Each reason once, however many rows and sides share it; empty when every value was tried.
std::string why_not(const Sensitivity& number, std::int64_t percent) {
  std::vector<std::string> reasons;
  for (const RowTrials& row : number.rows) {
    const bool of_both = row.less.why_not == row.more.why_not;
    for (const Side side : {Side::less, Side::more}) {
      const std::string& why = (side == Side::less ? row.less : row.more).why_not;
      if (why.empty()) continue;
      reports::add_new(reasons, of_both ? why : fmt::format("{}: {}", step_text(row.base, side, percent), why));
    }
  }
  return fmt::format("{}", fmt::join(reasons, "; "));
}

std::string not_varied(const WhatIf& found) {
  std::vector<std::pair<std::string, std::string>> entries;
  for (const Sensitivity& number : found.numbers)
    if (const std::string why = why_not(number, found.percent); !why.empty())
      entries.emplace_back("  " + number.field, why);
  return entries.empty() ? "" : "\nNot varied:\n" + two_columns(entries);
}

Json json_of(const Trial& trial, std::int64_t base_ps) {
  if (trial.value.empty()) return {{"not_varied", trial.why_not}};
  return {{"value", parse_json(trial.value, "value")},
          {"p50_ps", trial.p50_ps},
          {"change_ps", trial.p50_ps - base_ps},
          {"same_times", trial.same}};
}

Json json_of(const WhatIf& found, std::size_t index, const char* effect) {
  const Sensitivity& number = found.numbers[index];
  const models::Number& first = number.rows.front().base;
  Json rows = Json::array();
  for (std::size_t i = 0; i < number.rows.size(); ++i) {
    const RowTrials& row = number.rows[i];
    rows.push_back({{"value", parse_json(models::written(row.base), "value")},
                    {"less", json_of(row.less, found.base_p50_ps[i])},
                    {"more", json_of(row.more, found.base_p50_ps[i])}});
  }
  return {{"field", number.field}, {"unit", first.unit}, {"effect", effect}, {"rows", rows}};
}

}  // namespace

std::string to_text(const WhatIf& found, std::int64_t top) {
  const Ranking ranking = ranking_of(found.numbers, found.base_p50_ps);
  std::vector<Ranking::Mover> shown = ranking.changing;
  if (top > 0 && static_cast<std::size_t>(top) < shown.size()) shown.resize(static_cast<std::size_t>(top));
  std::string text = fmt::format("# What if: {}\n\n", found.scenario);
  if (found.rows.size() == 1)
    text +=
        fmt::format("Changes are of a p50 of {}.\n\n", reports::short_text(Duration{found.base_p50_ps.front()}));
  if (!shown.empty()) text += table_of(found, shown) + "\n";
  const auto hidden = static_cast<std::int64_t>(ranking.changing.size() - shown.size());
  if (hidden > 0) text += fmt::format("{} below these; --top shows more.\n", reports::counted(hidden, "number"));
  const auto idle = static_cast<std::int64_t>(ranking.changing_nothing.size());
  text += fmt::format("{} of {} {} nothing.\n", reports::counted(idle, "number"), found.numbers.size(),
                      idle == 1 ? "changes" : "change");
  return text + not_varied(found);
}

std::string to_json(const WhatIf& found) {
  const Ranking ranking = ranking_of(found.numbers, found.base_p50_ps);
  Json rows = Json::array();
  for (std::size_t i = 0; i < found.rows.size(); ++i) {
    Json axes = Json::object();
    for (const auto& [axis, value] : found.rows[i]) axes[axis] = value;
    rows.push_back({{"axes", axes}, {"p50_ps", found.base_p50_ps[i]}});
  }
  Json numbers = Json::array();
  for (const Ranking::Mover& mover : ranking.changing) numbers.push_back(json_of(found, mover.number, "changes"));
  for (const std::size_t index : ranking.changing_nothing) numbers.push_back(json_of(found, index, "nothing"));
  for (const std::size_t index : ranking.not_varied) numbers.push_back(json_of(found, index, "not_varied"));
  return trace::lay_out({{"version", version},
                         {"scenario", found.scenario},
                         {"percent", found.percent},
                         {"rows", rows},
                         {"numbers", numbers}});
}

}  // namespace gin::cli
