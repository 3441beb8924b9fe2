// Colours are names that the style sheet gives a value, by day, by night and on paper.
#include "reports/figures/parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "reports/figures/figure.hpp"

namespace gin::reports {

Json hint(const std::string& field, const std::string& title) {
  return Json{{"field", field}, {"type", "nominal"}, {"title", title}};
}

Json wrapped_legend(const std::vector<std::string>& names) {
  std::size_t longest = 0;
  for (const std::string& name : names) longest = std::max(longest, name.size());
  // Without strokes: dashes would be drawn around the shapes.
  return Json{{"symbolStrokeWidth", 0},
              {"columns", Json{{"expr", fmt::format("max(1, floor(width / {}))", 7 * longest + 40)}}}};
}

namespace {

Json channel_of(const PageRows& rows, const Json& range) {
  Json names = Json::array();
  Json used = Json::array();
  for (std::size_t i = 0; i < rows.contestants.size(); ++i) {
    names.push_back(rows.contestant_name(i));
    used.push_back(range[i % marks_max]);
  }
  Json channel{{"field", "c"}, {"type", "nominal"}, {"title", rows.axis}};
  channel["scale"] = Json{{"domain", names}, {"range", used}};
  channel["legend"] = rows.contestants.size() == 1 ? Json() : wrapped_legend(names);
  return channel;
}

}  // namespace

Json contestant_colour(const PageRows& rows) {
  Json colours = Json::array();
  for (std::size_t i = 0; i < marks_max; ++i) colours.push_back(fmt::format("var(--mark-{})", i));
  return channel_of(rows, colours);
}

Json contestant_shape(const PageRows& rows) {
  return channel_of(rows, Json{"circle", "square", "triangle-up", "diamond", "cross", "triangle-right",
                               "triangle-down", "triangle-left"});
}

Json contestant_dash(const PageRows& rows) {
  return channel_of(rows, Json::parse("[[1,0],[6,3],[2,2],[8,3,2,3],[10,4],[4,2,1,2],[1,3],[12,3,3,3]]"));
}

std::vector<std::int64_t> round_numbers(std::int64_t least, std::int64_t most) {
  std::vector<std::int64_t> found;
  const auto add = [&](std::int64_t number) {
    if (number >= least && number <= most) found.push_back(number);
  };
  if (most / 3 < least) {  // Less than half a decade: steps of equal length.
    std::int64_t step = 1;
    for (int turn = 0; (most - least) / step > 7; ++turn) step = turn % 3 == 1 ? step / 2 * 5 : step * 2;
    for (std::int64_t more = 0; more <= most / step - least / step; ++more) add((least / step + more) * step);
    return found;
  }
  // Fewer digits the longer the axis is.
  const int digits = most / 10'000 > least ? 1 : most / 30 > least ? 3 : 5;
  for (std::int64_t decade = 1; decade <= most; decade *= 10) {
    for (const std::int64_t digit : {1, 2, 3, 5, 7})
      if (digits == 5 || digit == 1 || (digits == 3 && (digit == 2 || digit == 5))) add(decade * digit);
    if (decade > most / 10) break;
  }
  return found;
}

Json quantity(const std::string& field, const Scale& scale, const std::vector<std::int64_t>& ticks) {
  Json channel{{"field", field}, {"type", "quantitative"}, {"title", scale.title}};
  channel["axis"] = Json{{"labelExpr", scale.words}, {"labelOverlap", "greedy"}};
  if (!ticks.empty()) channel["axis"]["values"] = ticks;
  if (!scale.logarithmic) {
    channel["axis"]["tickCount"] = 8;
    return channel;
  }
  channel["scale"] = Json{{"type", "log"}, {"base", scale.base}, {"nice", false}, {"padding", 16}};
  return channel;
}

Json drawing(const std::string& description, const Json& data) {
  Json spec{{"$schema", "https://vega.github.io/schema/vega-lite/v6.json"}};
  spec["description"] = description;
  spec["width"] = "container";
  spec["height"] = 300;
  spec["data"] = Json{{"values", data}};
  return spec;
}

void add_choice(Json& drawing) {
  drawing["params"] = Json::array({Json{{"name", "choice"}, {"value", 0}}});
  drawing["transform"] = Json::array({Json{{"filter", "datum.choice == choice"}}});
}

Json steps(const char* field, const char* title) {
  Json axis{{"field", field}, {"type", "ordinal"}, {"sort", nullptr}, {"title", title}};
  axis["axis"] = Json{{"ticks", false}, {"domain", false}, {"labelAngle", 0}, {"labelOverlap", true}};
  axis["scale"] = Json{{"paddingInner", 0.06}, {"paddingOuter", 0.03}};
  return axis;
}

std::string said(std::string words, const std::string& what) {
  for (std::size_t at = 0; (at = words.find("datum.value", at)) != std::string::npos; at += what.size())
    words.replace(at, 11, what);
  return words;
}

std::string text_of(const Json& drawing) {
  return drawing.dump(-1, ' ', true, Json::error_handler_t::replace);
}

Json number_of(const std::string& value) {
  std::int64_t whole = 0;
  const auto [stop, error] = std::from_chars(value.data(), value.data() + value.size(), whole);
  if (error == std::errc() && stop == value.data() + value.size()) return whole;
  return std::strtod(value.c_str(), nullptr);
}

}  // namespace gin::reports
