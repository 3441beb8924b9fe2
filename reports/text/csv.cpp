// Lists of a row become columns: one for each name that any row has, in the order of their first mention. A list
// that a row has is whole, so a name that is missing in it stands for nought; a list that it has not says nothing.
#include "reports/text/csv.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <set>
#include <vector>

#include "core/trace/bracket.hpp"
#include "reports/verdicts/group.hpp"

namespace gin::reports {
namespace {

using trace::Row;

struct CsvColumn {
  std::string title;
  std::function<std::string(const Row&)> cell;
};

std::string quoted(const std::string& text) {
  const bool plain = text.find_first_of(",\"\r\n") == std::string::npos &&
                     (text.empty() || (text.front() != ' ' && text.back() != ' '));
  if (plain) return text;
  std::string cell = "\"";
  for (const char c : text) cell += c == '"' ? std::string("\"\"") : std::string(1, c);
  return cell + '"';
}

std::string least(const Row& row) {
  return row.samples_ps.empty() ? "" : std::to_string(std::ranges::min(row.samples_ps));
}

/// Of every row.
const std::vector<CsvColumn>& own_columns() {
  static const std::vector<CsvColumn> columns = {
      {"p50_ps", [](const Row& row) { return std::to_string(row.p50_ps()); }},
      {"p99_ps", [](const Row& row) { return std::to_string(row.p99_ps()); }},
      {"min_ps", least},
      {"max_ps", [](const Row& row) { return std::to_string(row.max_ps()); }},
      {"samples", [](const Row& row) { return std::to_string(row.samples_ps.size()); }},
      {"predicted_p50_ps",
       [](const Row& row) { return row.predicted_p50_ps == 0 ? "" : std::to_string(row.predicted_p50_ps); }},
      {"bound_ps", [](const Row& row) { return row.bound_ps == 0 ? "" : std::to_string(row.bound_ps); }},
      {"bound_by", &Row::bound_by},
      {"verified", [](const Row& row) { return row.verified ? "true" : "false"; }},
      {"mismatch", &Row::mismatch},
      {"program", &Row::program},
      {"payload", &Row::payload},
      {"pes", [](const Row& row) { return std::to_string(row.pes); }},
      {"nodes", [](const Row& row) { return std::to_string(row.nodes); }},
      {"agents", [](const Row& row) { return std::to_string(row.agents); }},
      {"scope", &Row::scope},
      {"seed", [](const Row& row) { return std::to_string(row.seed); }},
      {"profile", &Row::profile},
      {"stack", &Row::stack},
      {"path_same_node", &Row::path_same_node},
      {"path_other_node", &Row::path_other_node},
      {"signalling", &Row::signalling},
      {"not_offered", not_offered_by},
      {"layers", [](const Row& row) { return fmt::format("{}", fmt::join(row.layers, "; ")); }},
      {"bracket", [](const Row& row) { return std::string(trace::bracket_name(row.bracket)); }}};
  return columns;
}

/// Names of one list over all rows, in the order of their first mention.
template <typename Entry>
std::vector<std::string> names_in(const std::vector<Row>& rows, std::vector<Entry> Row::*list,
                                  std::string Entry::*name) {
  std::vector<std::string> names;
  std::set<std::string> seen;
  for (const Row& row : rows)
    for (const Entry& entry : row.*list)
      if (seen.insert(entry.*name).second) names.push_back(entry.*name);
  return names;
}

/// A column for each name in a list of texts; empty where a row has none of that name.
void append_texts(std::vector<CsvColumn>& columns, const std::vector<Row>& rows, const std::string& prefix,
                  trace::Texts Row::*list) {
  using Text = trace::Texts::value_type;
  for (const std::string& name : names_in(rows, list, &Text::first))
    columns.push_back({prefix + name, [=](const Row& row) -> std::string {
                         const auto found = std::ranges::find(row.*list, name, &Text::first);
                         return found == (row.*list).end() ? "" : found->second;
                       }});
}

/// A column for each name in a list and each of its numbers, called by what stands before the name and behind it.
template <typename Entry>
void append_numbers(std::vector<CsvColumn>& columns, const std::vector<Row>& rows, const std::string& prefix,
                    std::vector<Entry> Row::*list, std::string Entry::*name_of,
                    std::initializer_list<std::pair<const char*, std::int64_t Entry::*>> numbers) {
  for (const std::string& name : names_in(rows, list, name_of))
    for (const auto& [suffix, number] : numbers)
      columns.push_back({prefix + name + suffix, [=, number = number](const Row& row) -> std::string {
                           if ((row.*list).empty()) return "";
                           const auto found = std::ranges::find(row.*list, name, name_of);
                           return found == (row.*list).end() ? "0" : std::to_string((*found).*number);
                         }});
}

std::vector<CsvColumn> columns_of(const trace::Result& result) {
  const std::vector<Row>& rows = result.rows;
  std::vector<CsvColumn> columns = {{"scenario", [&](const Row&) { return result.scenario; }},
                                    {"backend", [&](const Row&) { return result.backend; }},
                                    {"clock", [&](const Row&) { return result.clock; }}};
  const std::size_t axes = rows.empty() ? 0 : rows.front().axes.size();
  for (std::size_t i = 0; i < axes; ++i)
    columns.push_back({"axis_" + rows.front().axes[i].first, [i](const Row& row) { return row.axes[i].second; }});
  std::ranges::copy(own_columns(), std::back_inserter(columns));
  append_texts(columns, rows, "param_", &Row::params);
  append_texts(columns, rows, "set_", &Row::overrides);
  using trace::Traffic;
  for (const auto& [prefix, list] : {std::pair{"by_path_", &Row::by_path}, std::pair{"by_link_", &Row::by_link}})
    append_numbers(columns, rows, prefix, list, &Traffic::name,
                   {{"_operations", &Traffic::operations}, {"_bytes", &Traffic::bytes}});
  append_numbers(columns, rows, "counter_", &Row::counters, &trace::Counter::name, {{"", &trace::Counter::value}});
  columns.push_back({"critical_path_total_ps", [](const Row& row) -> std::string {
                       return row.critical_path.empty() ? "" : std::to_string(row.critical_path_total_ps);
                     }});
  append_numbers(columns, rows, "critical_path_", &Row::critical_path, &trace::PathItem::item,
                 {{"_ps", &trace::PathItem::ps}});
  columns.push_back({"digest", &Row::digest});
  return columns;
}

}  // namespace

std::string to_csv(const trace::Result& result) {
  const std::vector<CsvColumn> columns = columns_of(result);
  std::string text;
  for (const CsvColumn& column : columns) text += (text.empty() ? "" : ",") + quoted(column.title);
  text += '\n';
  for (const Row& row : result.rows) {
    for (std::size_t i = 0; i < columns.size(); ++i) text += (i == 0 ? "" : ",") + quoted(columns[i].cell(row));
    text += '\n';
  }
  return text;
}

}  // namespace gin::reports
