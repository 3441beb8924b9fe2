// Phases stay lists in the data and are taken apart in the browser: a page holds four times as much that way.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "reports/base/format.hpp"
#include "reports/figures/figures.hpp"
#include "reports/figures/parts.hpp"
#include "reports/figures/rows.hpp"

namespace gin::reports {
namespace {

/// What an agent does by itself, then what it waits for, then that it is through.
std::vector<std::string> phase_names(const FigureRows& shown) {
  std::set<std::string> waits;
  std::vector<std::string> names{"issue", "compute", "move", "fence"};
  for (const trace::Row* row : shown.rows)
    for (const trace::Phase& phase : row->phases)
      if (phase.name != "through" && std::ranges::find(names, phase.name) == names.end()) waits.insert(phase.name);
  names.insert(names.end(), waits.begin(), waits.end());
  names.emplace_back("through");
  std::erase_if(names, [&](const std::string& name) {
    return std::ranges::none_of(shown.rows, [&](const trace::Row* row) {
      return std::ranges::any_of(row->phases, [&](const trace::Phase& phase) { return phase.name == name; });
    });
  });
  return names;
}

/// A line for each PE: how long it spent in each phase.
PageTable phase_table(const PageRows& rows, const FigureRows& shown, const std::vector<std::string>& names) {
  PageTable table{.id = "phases-data",
                  .caption = "Time in each phase, by PE",
                  .columns = {{"row", "row"}, {"pe", "PE", Align::right}}};
  for (const std::string& name : names) table.columns.push_back({"value", name, Align::right});
  for (const trace::Row* row : shown.rows) {
    std::map<std::int64_t, std::map<std::string, std::int64_t>> spent;
    for (const trace::Phase& phase : row->phases) spent[phase.pe][phase.name] += phase.end_ps - phase.begin_ps;
    if (table.lines.size() * names.size() > figure_cells_max) break;
    for (auto& [pe, by_name] : spent) {
      PageLine line{.opens = pe == spent.begin()->first};
      line.cells = {{.text = line.opens ? rows.row_name(*row) : ""}, {.text = fmt::format("{}", pe)}};
      for (const std::string& name : names)
        line.cells.push_back({.text = by_name[name] == 0 ? "-" : short_text(Duration{by_name[name]})});
      table.lines.push_back(std::move(line));
    }
  }
  return table;
}

}  // namespace

std::vector<PageFigure> phase_figures(const PageRows& rows, const std::vector<const Group*>& groups) {
  const FigureRows chosen = figure_rows(groups, [](const trace::Row& row) { return row.phases.size(); });
  if (chosen.empty()) return {};
  PageFigure figure{.id = "phases",
                    .title = "Phases",
                    .caption =
                        "What the first agent of each PE was doing in the last measured iteration. Issue: its own "
                        "instructions; move: bytes that it moves itself; wait: for the call named; through: "
                        "done, while others are not."};
  offer(figure, rows, chosen);
  const auto names = phase_names(chosen);
  Json data = Json::array();
  std::set<std::int64_t> pes;
  for (std::size_t i = 0; i < chosen.rows.size(); ++i) {
    std::map<std::int64_t, Json> lines;
    for (const trace::Phase& phase : chosen.rows[i]->phases) {
      pes.insert(phase.pe);
      Json& line = lines.try_emplace(phase.pe, Json{{"choice", i}, {"pe", phase.pe}}).first->second;
      line["phase"].push_back(std::ranges::find(names, phase.name) - names.begin());
      line["begin"].push_back(phase.begin_ps);
      line["end"].push_back(phase.end_ps);
    }
    for (auto& [pe, line] : lines) data.push_back(std::move(line));
  }
  Json spec = drawing("Phases of the PEs along the last measured iteration", data);
  add_choice(spec);
  spec["transform"].push_back(Json{{"flatten", Json{"phase", "begin", "end"}}});
  spec["transform"].push_back(Json{{"calculate", Json(names).dump() + "[datum.phase]"}, {"as", "name"}});
  spec["transform"].push_back(Json{{"calculate", said(time_words, "(datum.end - datum.begin)")}, {"as", "time"}});
  spec["height"] = (pes.size() <= 8 ? 34 : 20) * pes.size();
  Json colours = Json::array();
  for (std::size_t i = 0; i < names.size(); ++i)
    colours.push_back(names[i] == "through" ? "var(--line)" : fmt::format("var(--part-{})", i % marks_max));
  Json colour{{"field", "name"}, {"type", "nominal"}, {"title", nullptr}};
  colour["scale"] = Json{{"domain", names}, {"range", colours}};
  colour["legend"] = wrapped_legend(names);
  Json across = quantity("begin", {.title = "time since the iteration began", .words = time_words});
  across["scale"] = Json{{"nice", false}};
  spec["mark"] = Json{{"type", "bar"}};
  spec["encoding"] = Json{{"y", steps("pe", "PE")},
                          {"x", across},
                          {"x2", Json{{"field", "end"}}},
                          {"color", colour},
                          {"tooltip", Json{hint("pe", "PE"), hint("name", "phase"), hint("time", "time")}}};
  figure.spec = text_of(spec);
  figure.tables.push_back(phase_table(rows, chosen, names));
  return {figure};
}

}  // namespace gin::reports
