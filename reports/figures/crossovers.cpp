// Where the lead changes, behind the lines of a figure.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "reports/base/ladder.hpp"
#include "reports/figures/parts.hpp"
#include "reports/figures/points.hpp"
#include "reports/verdicts/crossover.hpp"

namespace gin::reports {
namespace {

Json across(const char* field) {
  return Json{{"field", field}, {"type", "quantitative"}};
}

/// From top to bottom, whatever the drawing's own y is.
Json layer(const Json& data, Json mark, Json encoding) {
  mark["aria"] = false;
  encoding["y"] = Json{{"value", 0}};
  return Json{{"data", Json{{"values", data}}},
              {"transform", Json::array({Json{{"filter", "datum.choice == choice"}}})},
              {"mark", std::move(mark)},
              {"encoding", std::move(encoding)}};
}

}  // namespace

Json crossover_layers(const trace::Result& result, const std::string& axis,
                      const std::vector<trace::Axes>& places) {
  Json bands = Json::array();
  Json lines = Json::array();
  for (const Course& course : courses_of(result)) {
    const auto choice = std::ranges::find(places, course.elsewhere) - places.begin();
    if (course.axis != axis || choice == static_cast<std::ptrdiff_t>(places.size())) continue;
    for (const Crossover& each : course.crossovers) {
      bands.push_back({{"choice", choice}, {"from", number_of(each.before)}, {"to", number_of(each.after)}});
      if (!each.at) continue;
      const std::string at = value_text(*each.at);
      lines.push_back({{"choice", choice},
                       {"at", number_of(at)},
                       {"text", fmt::format("{} \u2192 {} at {}", each.from, each.to, at)}});
    }
  }
  Json layers = Json::array();
  if (bands.empty()) return layers;
  const Json bottom{{"value", "height"}};
  layers.push_back(layer(bands, {{"type", "rect"}, {"color", "var(--quiet)"}, {"opacity", 0.14}},
                         {{"x", across("from")}, {"x2", Json{{"field", "to"}}}, {"y2", bottom}}));
  if (lines.empty()) return layers;
  layers.push_back(layer(lines, {{"type", "rule"}, {"color", "var(--quiet)"}, {"strokeDash", Json{4, 4}}},
                         {{"x", across("at")}, {"y2", bottom}}));
  // The name stands on the side that has room for it.
  const auto by_side = [](const char* left, const char* right) {
    return Json{{"expr", fmt::format("scale('x', datum.at) > width / 2 ? {} : {}", right, left)}};
  };
  layers.push_back(layer(lines,
                         {{"type", "text"},
                          {"color", "var(--soft)"},
                          {"align", by_side("'left'", "'right'")},
                          {"baseline", "top"},
                          {"dx", by_side("5", "-5")},
                          {"dy", 3}},
                         {{"x", across("at")}, {"text", Json{{"field", "text"}, {"type", "nominal"}}}}));
  return layers;
}

}  // namespace gin::reports
