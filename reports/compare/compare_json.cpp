// What compare_page.cpp says in sentences, with every row and every number.
#include <nlohmann/json.hpp>

#include "core/trace/json_layout.hpp"
#include "reports/compare/compare.hpp"

namespace gin::reports {
namespace {

constexpr int version = 1;

Json axes_json(const trace::Row& row) {
  Json axes = Json::object();
  for (const auto& [axis, value] : row.axes) axes[axis] = value;
  return axes;
}

constexpr const char* standing_words[] = {"same", "level", "noise", "faster", "slower"};  // by Standing

Json pair_json(const RowPair& pair) {
  Json json{{"axes", axes_json(*pair.base)},
            {"standing", standing_words[static_cast<std::size_t>(pair.standing)]},
            {"apart", pair.apart},
            {"base_p50_ps", pair.base->p50_ps()},
            {"other_p50_ps", pair.other->p50_ps()}};
  if (pair.cause)
    json["takes_longer"] = {{"item", pair.cause->item}, {"time_ps", pair.cause->ps}, {"of_ps", pair.cause->of_ps}};
  return json;
}

Json rows_json(const std::vector<const trace::Row*>& rows) {
  Json list = Json::array();
  for (const trace::Row* row : rows) list.push_back(axes_json(*row));
  return list;
}

Json comparison_json(const NamedRun& base, const NamedRun& other) {
  const SideBySide found = side_by_side(base, other);
  Json rows = Json::array();
  for (const RowPair& pair : found.pairs) rows.push_back(pair_json(pair));
  Json not_compared = Json::array();
  for (const NotCompared& each : found.not_compared)
    not_compared.push_back({{"axes", axes_json(*each.row)}, {"why", each.why}});
  Json changes = Json::array();
  for (const Change& change : found.changes)
    changes.push_back(
        {{"what", change.what}, {"before", change.before}, {"after", change.after}, {"rows", change.rows}});
  return {{"base", base.letter},
          {"other", other.letter},
          {"rows", rows},
          {"not_compared", not_compared},
          {"only_in_base", rows_json(found.only_in_base)},
          {"only_in_other", rows_json(found.only_in_other)},
          {"changes", changes}};
}

}  // namespace

std::string to_json(const std::vector<NamedRun>& runs) {
  Json named = Json::array();
  for (const NamedRun& run : runs)
    named.push_back({{"name", run.letter},
                     {"file", run.file},
                     {"scenario", run.result.scenario},
                     {"backend", run.result.backend},
                     {"clock", run.result.clock},
                     {"ginlab", run.result.host.ginlab}});
  Json comparisons = Json::array();
  for (std::size_t i = 1; i < runs.size(); ++i) comparisons.push_back(comparison_json(runs.front(), runs[i]));
  return trace::lay_out({{"version", version}, {"runs", named}, {"comparisons", comparisons}});
}

}  // namespace gin::reports
