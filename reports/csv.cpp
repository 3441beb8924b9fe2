// Columns are a table of names and what they take from a row, so that a new one is one line.
#include "reports/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "core/trace/bracket.hpp"
#include "reports/format.hpp"
#include "reports/group.hpp"

namespace gin::reports {
namespace {

struct CsvColumn {
  const char* name;
  std::string (*text)(const trace::Row&);
};

std::string digits(std::int64_t number) {
  return fmt::format("{}", number);
}

/// Empty where nobody measured or counted.
std::string known(std::int64_t number) {
  return number == 0 ? "" : digits(number);
}

std::string timed(const trace::Row& row, std::int64_t ps) {
  return row.samples_ps.empty() ? "" : digits(ps);
}

std::string least(const trace::Row& row) {
  return row.samples_ps.empty() ? "" : digits(*std::ranges::min_element(row.samples_ps));
}

std::string checked_word(const trace::Row& row) {
  switch (checked(row)) {
    case Checked::right:
      return "yes";
    case Checked::wrong:
      return "no";
    case Checked::not_checked:
      return "not checked";
  }
  return "";
}

constexpr CsvColumn columns[] = {
    {"program", [](const trace::Row& row) { return row.program; }},
    {"payload", [](const trace::Row& row) { return row.payload; }},
    {"pes", [](const trace::Row& row) { return digits(row.pes); }},
    {"nodes", [](const trace::Row& row) { return digits(row.nodes); }},
    {"agents", [](const trace::Row& row) { return digits(row.agents); }},
    {"scope", [](const trace::Row& row) { return row.scope; }},
    {"seed", [](const trace::Row& row) { return fmt::format("{}", row.seed); }},
    {"profile", [](const trace::Row& row) { return row.profile; }},
    {"stack", [](const trace::Row& row) { return row.stack; }},
    {"path_same_node", [](const trace::Row& row) { return row.path_same_node; }},
    {"path_other_node", [](const trace::Row& row) { return row.path_other_node; }},
    {"signalling", [](const trace::Row& row) { return row.signalling; }},
    {"bracket", [](const trace::Row& row) { return std::string(trace::bracket_name(row.bracket)); }},
    {"samples", [](const trace::Row& row) { return digits(static_cast<std::int64_t>(row.samples_ps.size())); }},
    {"p50_ps", [](const trace::Row& row) { return timed(row, row.p50_ps()); }},
    {"p99_ps", [](const trace::Row& row) { return timed(row, row.p99_ps()); }},
    {"min_ps", least},
    {"max_ps", [](const trace::Row& row) { return timed(row, row.max_ps()); }},
    {"bound_ps", [](const trace::Row& row) { return known(row.bound_ps); }},
    {"bound_by", [](const trace::Row& row) { return row.bound_by; }},
    {"predicted_p50_ps", [](const trace::Row& row) { return known(row.predicted_p50_ps); }},
    {"verified", checked_word},
    {"critical_path_total_ps", [](const trace::Row& row) { return known(row.critical_path_total_ps); }},
    {"dominated_by",
     [](const trace::Row& row) {
       const trace::PathItem* item = dominant_item(row);
       return item == nullptr ? std::string() : item->item;
     }},
    {"digest", [](const trace::Row& row) { return row.digest; }},
};

std::string field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos && text == std::string(text.c_str())) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::string line(const std::vector<std::string>& fields) {
  std::string text;
  for (const std::string& each : fields) text += (&each == fields.data() ? "" : ",") + field(each);
  return text + "\n";
}

}  // namespace

std::string to_csv(const trace::Result& result) {
  std::vector<std::string> names{"scenario", "backend", "clock"};
  if (!result.rows.empty()) {
    for (const auto& [axis, value] : result.rows.front().axes) {
      const bool taken = std::ranges::find(names, axis) != names.end() ||
                         std::ranges::any_of(columns, [&](const CsvColumn& each) { return each.name == axis; });
      names.push_back(taken ? "axis." + axis : axis);
    }
  }
  for (const CsvColumn& each : columns) names.emplace_back(each.name);
  std::string text = line(names);
  for (const trace::Row& row : result.rows) {
    std::vector<std::string> fields{result.scenario, result.backend, result.clock};
    for (const auto& [axis, value] : row.axes) fields.push_back(value);
    for (const CsvColumn& each : columns) fields.push_back(each.text(row));
    text += line(fields);
  }
  return text;
}

}  // namespace gin::reports
