// A point on the diagonal is a row of which the model is right.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "reports/base/format.hpp"
#include "reports/figures/figures.hpp"
#include "reports/figures/parts.hpp"
#include "reports/verdicts/cells.hpp"

namespace gin::reports {
namespace {

PageTable numbers(const PageRows& rows) {
  PageTable table{.id = "predictions-data",
                  .caption = "Measured beside predicted",
                  .columns = {{"row", "row"},
                              {"p50", "measured", Align::right},
                              {"predicted", "predicted", Align::right},
                              {"off", "measured by predicted", Align::right}}};
  for (const trace::Row& row : rows.result.rows) {
    const auto [predicted, off] = prediction_cells(row);
    if (predicted == "-") continue;
    table.lines.push_back({.cells = {{rows.row_name(row)}, {time_cell(row, row.p50_ps())}, {predicted}, {off}}});
  }
  return table;
}

}  // namespace

std::vector<PageFigure> prediction_figures(const PageRows& rows) {
  Json data = Json::array();
  std::int64_t least = 0;
  std::int64_t most = 0;
  for (const trace::Row& row : rows.result.rows) {
    const auto [predicted, off] = prediction_cells(row);
    if (predicted == "-" || row.p50_ps() <= 0) continue;
    const std::int64_t low = std::min(row.p50_ps(), row.predicted_p50_ps);
    least = least == 0 ? low : std::min(least, low);
    most = std::max({most, row.p50_ps(), row.predicted_p50_ps});
    data.push_back(Json{{"c", rows.contestant_name(rows.contestant(row))},
                        {"row", rows.row_name(row)},
                        {"x", row.predicted_p50_ps},
                        {"y", row.p50_ps()},
                        {"predicted", predicted},
                        {"measured", time_cell(row, row.p50_ps())},
                        {"off", off}});
  }
  if (data.empty()) return {};
  PageFigure figure{.id = "predictions",
                    .title = "Measured and modelled",
                    .caption =
                        "Each row by what the model predicts and what was measured. On the diagonal both agree; "
                        "above it the machine was slower than the model."};
  Json spec = drawing("Measured time of each row against the predicted one", data);
  const Json diagonal = Json::array({Json{{"x", least}, {"y", least}}, Json{{"x", most}, {"y", most}}});
  const auto ticks = round_numbers(least - least / 10, scaled({most, 10}, 11));
  spec["height"] = 360;
  spec["encoding"] = Json{{"x", quantity("x", {"predicted p50", time_words, true, 10}, ticks)},
                          {"y", quantity("y", {"measured p50", time_words, true, 10}, ticks)}};
  Json line{
      {"data", Json{{"values", diagonal}}},
      {"mark", Json{{"type", "line"}, {"color", "var(--quiet)"}, {"strokeDash", Json{4, 4}}, {"aria", false}}}};
  Json points{
      {"mark", Json{{"type", "point"}, {"filled", true}, {"size", 80}, {"opacity", 1}}},
      {"encoding", Json{{"color", contestant_colour(rows)},
                        {"shape", contestant_shape(rows)},
                        {"tooltip", Json{hint("row", "row"), hint("measured", "measured"),
                                         hint("predicted", "predicted"), hint("off", "measured by predicted")}}}}};
  spec["layer"] = Json::array({line, points});
  figure.spec = text_of(spec);
  figure.tables.push_back(numbers(rows));
  return {figure};
}

}  // namespace gin::reports
