// Lists of a row become columns: one for each name that any row has, in the order of their first mention. A list
// that a row has is whole, so a name that is missing in it stands for nought; a list that it has not says nothing.
#include "reports/text/csv.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
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

std::vector<CsvColumn> times() {
  return {{"p50_ps", [](const Row& row) { return std::to_string(row.p50_ps()); }},
          {"p99_ps", [](const Row& row) { return std::to_string(row.p99_ps()); }},
          {"min_ps", least},
          {"max_ps", [](const Row& row) { return std::to_string(row.max_ps()); }},
          {"samples", [](const Row& row) { return std::to_string(row.samples_ps.size()); }},
          {"predicted_p50_ps",
           [](const Row& row) { return row.predicted_p50_ps == 0 ? "" : std::to_string(row.predicted_p50_ps); }},
          {"bound_ps", [](const Row& row) { return row.bound_ps == 0 ? "" : std::to_string(row.bound_ps); }},
          {"bound_by", [](const Row& row) { return row.bound_by; }},
          {"verified", [](const Row& row) { return row.verified ? "true" : "false"; }},
          {"mismatch", [](const Row& row) { return row.mismatch; }}};
}

std::vector<CsvColumn> what_was_run() {
  return {{"program", [](const Row& row) { return row.program; }},
          {"payload", [](const Row& row) { return row.payload; }},
          {"pes", [](const Row& row) { return std::to_string(row.pes); }},
          {"nodes", [](const Row& row) { return std::to_string(row.nodes); }},
          {"agents", [](const Row& row) { return std::to_string(row.agents); }},
          {"scope", [](const Row& row) { return row.scope; }},
          {"seed", [](const Row& row) { return std::to_string(row.seed); }},
          {"profile", [](const Row& row) { return row.profile; }},
          {"stack", [](const Row& row) { return row.stack; }},
          {"path_same_node", [](const Row& row) { return row.path_same_node; }},
          {"path_other_node", [](const Row& row) { return row.path_other_node; }},
          {"signalling", [](const Row& row) { return row.signalling; }},
          {"not_offered", [](const Row& row) { return not_offered_by(row); }},
          {"layers", [](const Row& row) { return fmt::format("{}", fmt::join(row.layers, "; ")); }},
          {"bracket", [](const Row& row) { return std::string(trace::bracket_name(row.bracket)); }}};
}

void append(std::vector<CsvColumn>& columns, std::vector<CsvColumn> more) {
  columns.insert(columns.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

/// Names of one list over all rows, in the order of their first mention.
template <typename Entry>
std::vector<std::string> names_in(const std::vector<Row>& rows, std::vector<Entry> Row::*list,
                                  std::string Entry::*name) {
  std::vector<std::string> names;
  std::map<std::string, bool> seen;
  for (const Row& row : rows)
    for (const Entry& entry : row.*list)
      if (seen.emplace(entry.*name, true).second) names.push_back(entry.*name);
  return names;
}

/// A column for each name in a list of texts; empty where a row has none of that name.
void append_texts(std::vector<CsvColumn>& columns, const std::vector<Row>& rows, const std::string& prefix,
                  trace::Texts Row::*list) {
  using Text = trace::Texts::value_type;
  for (const std::string& name : names_in(rows, list, &Text::first))
    columns.push_back({prefix + "_" + name, [=](const Row& row) -> std::string {
                         const auto found = std::ranges::find(row.*list, name, &Text::first);
                         return found == (row.*list).end() ? "" : found->second;
                       }});
}

/// A list of a row, the name of an entry and one number of it.
template <typename Entry>
struct Listed {
  std::vector<Entry> Row::*list;
  std::string Entry::*name;
  std::int64_t Entry::*number;
};

template <typename Entry>
CsvColumn column_of(const std::string& title, const std::string& name, const Listed<Entry>& what) {
  return {title, [=](const Row& row) -> std::string {
            const auto& list = row.*what.list;
            if (list.empty()) return "";
            const auto found = std::ranges::find(list, name, what.name);
            return found == list.end() ? "0" : std::to_string((*found).*what.number);
          }};
}

void append_traffic(std::vector<CsvColumn>& columns, const std::vector<Row>& rows, const std::string& prefix,
                    std::vector<trace::Traffic> Row::*list) {
  using trace::Traffic;
  for (const std::string& name : names_in(rows, list, &Traffic::name)) {
    const std::string title = prefix + "_" + name;
    columns.push_back(
        column_of<Traffic>(title + "_operations", name, {list, &Traffic::name, &Traffic::operations}));
    columns.push_back(column_of<Traffic>(title + "_bytes", name, {list, &Traffic::name, &Traffic::bytes}));
  }
}

std::vector<CsvColumn> columns_of(const trace::Result& result) {
  const std::vector<Row>& rows = result.rows;
  std::vector<CsvColumn> columns = {{"scenario", [&](const Row&) { return result.scenario; }},
                                    {"backend", [&](const Row&) { return result.backend; }},
                                    {"clock", [&](const Row&) { return result.clock; }}};
  const std::size_t axes = rows.empty() ? 0 : rows.front().axes.size();
  for (std::size_t i = 0; i < axes; ++i)
    columns.push_back({"axis_" + rows.front().axes[i].first, [i](const Row& row) { return row.axes[i].second; }});
  append(columns, times());
  append(columns, what_was_run());
  append_texts(columns, rows, "param", &Row::params);
  append_texts(columns, rows, "set", &Row::overrides);
  append_traffic(columns, rows, "by_path", &Row::by_path);
  append_traffic(columns, rows, "by_link", &Row::by_link);
  for (const std::string& name : names_in(rows, &Row::counters, &trace::Counter::name))
    columns.push_back(column_of<trace::Counter>("counter_" + name, name,
                                                {&Row::counters, &trace::Counter::name, &trace::Counter::value}));
  columns.push_back({"critical_path_total_ps", [](const Row& row) -> std::string {
                       return row.critical_path.empty() ? "" : std::to_string(row.critical_path_total_ps);
                     }});
  for (const std::string& name : names_in(rows, &Row::critical_path, &trace::PathItem::item))
    columns.push_back(
        column_of<trace::PathItem>("critical_path_" + name + "_ps", name,
                                   {&Row::critical_path, &trace::PathItem::item, &trace::PathItem::ps}));
  columns.push_back({"digest", [](const Row& row) { return row.digest; }});
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
