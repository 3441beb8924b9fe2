// One drawing for three quantities. Along a numeric axis it has lines, and a choice for the other axes; without one
// it has a line of dots for each place.
#include "reports/figures/points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "reports/base/format.hpp"
#include "reports/figures/parts.hpp"
#include "reports/figures/rows.hpp"
#include "reports/verdicts/region.hpp"

namespace gin::reports {
namespace {

/// More lines of dots than this are a wall, not a figure.
constexpr std::size_t dotted_places_max = 32;

bool counts_bytes(const std::string& axis) {
  return axis == "bytes" || axis.ends_with("_bytes");
}

/// The axis along which curves are drawn, counted from 0, the contestants' own: numbers, at least two of them; one
/// that counts bytes before any other.
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

/// The place without the axis that the curve runs along.
trace::Axes elsewhere(const trace::Row& row, std::size_t without) {
  trace::Axes place;
  for (std::size_t i = 1; i < row.axes.size(); ++i)
    if (i != without) place.push_back(row.axes[i]);
  return place;
}

bool powers_of_two(const std::set<std::string>& values) {
  return std::ranges::all_of(values, [](const std::string& value) {
    const Json number = number_of(value);
    return number.is_number_integer() && number.get<std::int64_t>() > 0 &&
           (number.get<std::int64_t>() & (number.get<std::int64_t>() - 1)) == 0;
  });
}

Json datum(const PageRows& rows, const trace::Row& row, const CurvePoint& point) {
  Json datum{{"c", rows.contestant_name(rows.contestant(row))}, {"y", point.value}, {"text", point.text}};
  if (row.axes.size() > 1) datum["at"] = place_text({row.axes.begin() + 1, row.axes.end()});
  if (point.low != point.high) datum["low"] = point.low, datum["high"] = point.high;
  if (point.bound > 0) datum["bound"] = point.bound, datum["bound_text"] = short_text(Duration{point.bound});
  return datum;
}

Json hints(const PageRows& rows, const Quantity& quantity, const Json& data) {
  Json hints = Json::array();
  if (!rows.axis.empty()) hints.push_back(hint("c", rows.axis));
  if (data.front().contains("at")) hints.push_back(hint("at", "place"));
  hints.push_back(hint("text", quantity.name));
  if (data.front().contains("bound")) hints.push_back(hint("bound_text", "bound"));
  return hints;
}

std::vector<std::int64_t> ticks_for(const Json& data) {
  std::int64_t least = data.front()["y"];
  std::int64_t most = least;
  for (const Json& datum : data)
    for (const char* key : {"y", "low", "high", "bound"})
      if (datum.contains(key)) {
        least = std::min(least, datum[key].get<std::int64_t>());
        most = std::max(most, datum[key].get<std::int64_t>());
      }
  // The axis reaches a little farther than its data.
  return round_numbers(least - least / 10, scaled({most, 10}, 11));
}

bool any_has(const Json& data, const char* key) {
  return std::ranges::any_of(data, [&](const Json& datum) { return datum.contains(key); });
}

/// Which way values are drawn.
struct Drawn {
  std::string channel;
  const char* orient;  ///< of the bound's tick, across it
  int tick_size;
};

/// What stands behind the points: the bound, and the range of the samples.
Json limits(const PageRows& rows, const Json& data, const Drawn& drawn) {
  Json layers = Json::array();
  if (any_has(data, "bound"))
    layers.push_back(Json{{"mark", Json{{"type", "tick"},
                                        {"orient", drawn.orient},
                                        {"size", drawn.tick_size},
                                        {"thickness", 2},
                                        {"fillOpacity", 0.6},
                                        {"aria", false}}},
                          {"encoding", Json{{drawn.channel, Json{{"field", "bound"}, {"type", "quantitative"}}},
                                            {"color", contestant_colour(rows)}}}});
  if (any_has(data, "low"))
    layers.push_back(
        Json{{"mark", Json{{"type", "rule"}, {"strokeWidth", 5}, {"strokeOpacity", 0.35}, {"aria", false}}},
             {"encoding", Json{{drawn.channel, Json{{"field", "low"}, {"type", "quantitative"}}},
                               {drawn.channel + "2", Json{{"field", "high"}}},
                               {"color", contestant_colour(rows)}}}});
  return layers;
}

Json points(const PageRows& rows, const Quantity& quantity, const Json& data, int size) {
  return Json{{"mark", Json{{"type", "point"}, {"filled", true}, {"size", size}, {"opacity", 1}}},
              {"encoding", Json{{"color", contestant_colour(rows)},
                                {"shape", contestant_shape(rows)},
                                {"tooltip", hints(rows, quantity, data)}}}};
}

/// Lines, with the range of the samples behind and the bound below.
Json along(const PageRows& rows, const Quantity& quantity, const Json& data, const Scale& across) {
  Json layers = limits(rows, data, {.channel = "y", .orient = "horizontal", .tick_size = 22});
  layers.push_back(
      Json{{"mark", Json{{"type", "line"}, {"strokeWidth", 2}, {"aria", false}}},
           {"encoding", Json{{"color", contestant_colour(rows)}, {"strokeDash", contestant_dash(rows)}}}});
  layers.push_back(points(rows, quantity, data, 70));
  Json spec;
  spec["encoding"] =
      Json{{"x", reports::quantity("x", across)},
           {"y", reports::quantity("y", {quantity.name, quantity.words, true, 10}, ticks_for(data))}};
  spec["layer"] = std::move(layers);
  return spec;
}

/// A line of dots for each place, or for each contestant where there is one place.
Json dotted(const PageRows& rows, const Quantity& quantity, const Json& data) {
  const bool places = data.front().contains("at");
  Json where{{"field", places ? "at" : "c"}, {"type", "nominal"}, {"sort", nullptr}, {"title", nullptr}};
  where["axis"] = Json{{"grid", true}, {"labelLimit", 260}, {"ticks", false}, {"domain", false}};
  Json layers = limits(rows, data, {.channel = "x", .orient = "vertical", .tick_size = 16});
  layers.push_back(points(rows, quantity, data, 90));
  Json spec;
  const std::size_t lines = places ? std::min(rows.groups.size(), dotted_places_max) : rows.contestants.size();
  spec["height"] = 30 * lines;
  spec["encoding"] =
      Json{{"y", where}, {"x", reports::quantity("y", {quantity.name, quantity.words, true, 10}, ticks_for(data))}};
  spec["layer"] = std::move(layers);
  return spec;
}

/// One line for each place and one column for each contestant.
PageTable numbers(const PageRows& rows, const Quantity& quantity) {
  PageTable table{.id = quantity.id + "-data",
                  .caption = quantity.title + ": " + quantity.name,
                  .columns = place_page_columns(rows)};
  for (std::size_t i = 0; i < rows.contestants.size(); ++i)
    table.columns.push_back({"value", rows.contestant_name(i), Align::right});
  for (const Group& group : rows.groups) {
    PageLine line;
    for (const auto& [axis, value] : group.place) line.cells.push_back({.text = value});
    for (const std::string& contestant : rows.contestants) {
      const trace::Row* row = group.find(contestant);
      const auto point = row == nullptr ? std::nullopt : quantity.point(*row);
      line.cells.push_back({.text = point ? point->text : "-"});
    }
    table.lines.push_back(std::move(line));
  }
  return table;
}

}  // namespace

std::vector<PageFigure> figure_of(const PageRows& rows, const Quantity& quantity) {
  PageFigure figure{.id = quantity.id, .title = quantity.title, .caption = quantity.caption, .spec = {}};
  const auto axis = curve_axis(rows);
  Json data = Json::array();
  std::vector<trace::Axes> choices;
  std::set<std::string> values;
  std::set<const trace::Row*> left_out;
  if (!axis) {
    for (const trace::Row& row : rows.result.rows) left_out.insert(&row);
    for (const Group* group : rows.some_groups(dotted_places_max))
      for (const trace::Row* row : group->rows) left_out.erase(row);
    if (!left_out.empty())
      figure.caption += fmt::format(" It shows {} of {}.", counted(dotted_places_max, "place"), rows.groups.size());
  }
  for (const trace::Row& row : rows.result.rows) {
    const auto point = quantity.point(row);
    if (!point || left_out.contains(&row)) continue;
    Json each = datum(rows, row, *point);
    if (axis) {
      const trace::Axes place = elsewhere(row, *axis);
      const auto known = std::ranges::find(choices, place);
      each["x"] = number_of(row.axes[*axis].second);
      each["choice"] = known - choices.begin();
      if (known == choices.end()) choices.push_back(place);
      values.insert(row.axes[*axis].second);
      // Where the axis is the contestants' own there is one line.
      if (*axis == 0)
        each["at"] = row.axes[0].first + " " + row.axes[0].second, each["c"] = rows.contestant_name(0);
    }
    data.push_back(std::move(each));
  }
  if (data.empty()) return {};
  const std::string over = axis ? rows.result.rows.front().axes[*axis].first : "";
  Json spec =
      drawing(axis ? fmt::format("{} by {}, a line for each {}", quantity.name, over, rows.axis)
                   : fmt::format("{}, a dot for each {}", quantity.name, rows.axis.empty() ? "row" : rows.axis),
              data);
  if (axis) {
    add_choice(spec);
    const bool size = counts_bytes(over);
    const bool zero = std::ranges::any_of(data, [](const Json& each) { return each["x"] == 0; });
    const bool logarithmic = !zero && (size || powers_of_two(values) || values.size() > 6);
    const Scale across{size ? "bytes" : over, size ? size_words : "format(datum.value, ',.6~r')", logarithmic,
                       powers_of_two(values) || size ? 2 : 10};
    spec.update(along(rows, quantity, data, across));
    if (quantity.crossovers) {
      const Json behind = crossover_layers(rows.result, over, choices);
      spec["layer"].insert(spec["layer"].begin(), behind.begin(), behind.end());
      if (!behind.empty())
        figure.caption +=
            " Grey band: the lead changes in there; broken line: where, if times run straight between points.";
    }
    if (values.size() <= 12) {
      Json ticks = Json::array();
      for (const std::string& value : values) ticks.push_back(number_of(value));
      spec["encoding"]["x"]["axis"]["values"] = ticks;
    }
    if (choices.size() > 1) {
      figure.choice = "place";
      for (const trace::Axes& place : choices) figure.choices.push_back(place_text(place));
    }
  } else {
    spec.update(dotted(rows, quantity, data));
  }
  figure.spec = text_of(spec);
  figure.tables.push_back(numbers(rows, quantity));
  return {figure};
}

}  // namespace gin::reports
