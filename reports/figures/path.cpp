// Parts carry their begin and end, so that nothing is added up in the reader's browser.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "reports/base/format.hpp"
#include "reports/figures/figures.hpp"
#include "reports/figures/parts.hpp"
#include "reports/verdicts/region.hpp"

namespace gin::reports {
namespace {

constexpr std::size_t coloured_max = 10;
constexpr const char* other_items = "other items";

/// What is long anywhere comes first: by the largest share that an item has of any of the paths.
std::vector<std::string> coloured_items(const std::vector<const Group*>& groups) {
  std::map<std::string, std::int64_t> shares;
  for (const Group* group : groups)
    for (const trace::Row* row : group->rows)
      for (const trace::PathItem& item : row->critical_path) {
        const std::int64_t share = scaled({item.ps, row->critical_path_total_ps}, 1'000'000);
        shares[item.item] = std::max(shares[item.item], share);
      }
  std::vector<std::string> names;
  for (const auto& [name, share] : shares) names.push_back(name);
  std::ranges::stable_sort(names, std::greater{}, [&](const std::string& name) { return shares[name]; });
  if (names.size() > coloured_max) names.resize(coloured_max);
  return names;
}

/// The parts of one row, in the order of the legend.
void add_parts(Json& data, const trace::Row& row, const std::vector<std::string>& items, const Json& about) {
  std::int64_t begin = 0;
  const auto add = [&](const std::string& item, std::int64_t ps) {
    if (ps == 0) return;
    Json part = about;
    part["item"] = item;
    part["begin"] = begin;
    part["end"] = begin += ps;
    part["time"] = short_text(Duration{ps});
    part["share"] = share_text({ps, row.critical_path_total_ps});
    data.push_back(std::move(part));
  };
  std::int64_t others = 0;
  for (const trace::PathItem& part : row.critical_path)
    if (std::ranges::find(items, part.item) == items.end()) others += part.ps;
  for (const std::string& item : items)
    for (const trace::PathItem& part : row.critical_path)
      if (part.item == item) add(item, part.ps);
  add(other_items, others);
}

Json bars(const std::vector<std::string>& items, bool others) {
  Json names = items;
  Json colours = Json::array();
  for (std::size_t i = 0; i < items.size(); ++i) colours.push_back(fmt::format("var(--part-{})", i));
  if (others) names.push_back(other_items), colours.push_back("var(--part-rest)");
  Json colour{{"field", "item"}, {"type", "nominal"}, {"title", nullptr}};
  colour["scale"] = Json{{"domain", names}, {"range", colours}};
  colour["legend"] = wrapped_legend(items);
  return Json{{"mark", Json{{"type", "bar"}, {"stroke", "var(--card)"}, {"strokeWidth", 1}}},
              {"encoding", Json{{"color", colour},
                                {"tooltip", Json{hint("c", "of"), hint("item", "item"), hint("time", "time"),
                                                 hint("share", "share")}}}}};
}

/// A name and its share inside a part that has room for them, the share alone in a smaller one.
Json words_in_bars() {
  const char* const room = "width * (datum.end - datum.begin) / datum.longest";
  const std::string label = fmt::format(
      "{0} > 7 * length(datum.item + datum.share) + 16 ? datum.item + '  ' + datum.share : "
      "{0} > 7 * length(datum.share) + 8 ? datum.share : ''",
      room);
  return Json{{"transform", Json::array({Json{{"calculate", label}, {"as", "label"}},
                                         Json{{"calculate", "(datum.begin + datum.end) / 2"}, {"as", "middle"}}})},
              {"mark", Json{{"type", "text"}, {"color", "var(--on-part)"}, {"fontSize", 11.5}, {"aria", false}}},
              {"encoding", Json{{"x", Json{{"field", "middle"}, {"type", "quantitative"}}},
                                {"x2", nullptr},
                                {"text", Json{{"field", "label"}, {"type", "nominal"}}}}}};
}

}  // namespace

std::vector<PageFigure> path_figures(const PageRows& rows, const std::vector<const Group*>& groups) {
  const std::vector<std::string> items = coloured_items(groups);
  if (items.empty()) return {};
  PageFigure figure{.id = "path-figure",
                    .title = "Critical path",
                    .caption =
                        "What the last measured iteration waited for, from its begin to its end: all parts of a "
                        "bar add up to the elapsed time."};
  Json data = Json::array();
  for (const Group* group : groups) {
    std::int64_t longest = 0;
    for (const trace::Row* row : group->rows) longest = std::max(longest, row->critical_path_total_ps);
    if (longest == 0) continue;
    for (const trace::Row* row : group->rows) {
      add_parts(data, *row, items,
                {{"choice", figure.choices.size()},
                 {"c", rows.contestant_name(rows.contestant(*row))},
                 {"longest", longest}});
    }
    figure.choices.push_back(group->place.empty() ? "all" : place_text(group->place));
  }
  const bool others = std::ranges::any_of(data, [](const Json& part) { return part["item"] == other_items; });
  Json spec = drawing("The critical path of each row, item by item", data);
  add_choice(spec);
  spec["height"] = 52 * rows.contestants.size();
  Json across = quantity("begin", {.title = "time since the iteration began", .words = time_words});
  across["scale"] = Json{{"nice", false}};
  Json who{{"field", "c"}, {"type", "nominal"}, {"sort", nullptr}, {"title", nullptr}};
  who["axis"] = Json{{"ticks", false}, {"domain", false}, {"labelLimit", 240}, {"labelFontSize", 12.5}};
  who["scale"] = Json{{"paddingInner", 0.28}, {"paddingOuter", 0.1}};
  spec["encoding"] = Json{{"y", who}, {"x", across}, {"x2", Json{{"field", "end"}}}};
  spec["layer"] = Json::array({bars(items, others), words_in_bars()});
  if (figure.choices.size() > 1) {
    figure.choice = "place";
  } else {
    figure.choices.clear();
  }
  figure.spec = text_of(spec);
  return {figure};
}

}  // namespace gin::reports
