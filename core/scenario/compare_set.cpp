#include "core/scenario/compare_set.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/base/fields.hpp"
#include "core/base/json_path.hpp"
#include "core/scenario/axis.hpp"
#include "core/scenario/expand.hpp"

namespace gin::scenario {
namespace {

constexpr const char* whole = "compare";
constexpr std::string_view axis_prefix = "compare.";

/// No bare word is a block, so a value that does not parse is told where it goes wrong.
Json block_of(const Assignment& set, const std::string& where) {
  try {
    return parse_json(set.value, where);
  } catch (const Error& error) {
    throw Error(Code::bad_usage,
                fmt::format("{}; give it as JSON, as it stands in a file, or null to drop it", error.what()));
  }
}

void set_whole(Json& document, const Json& block, const Names& names, const std::string& where) {
  if (block.is_null()) {
    document.erase(whole);
    return;
  }
  const Json alone = {{whole, block}};
  read_axes(alone, names, where);
  document[whole] = block;
}

void drop_axis(Json& document, const std::string& name, const std::string& where, const std::string& file) {
  if (document.contains(whole) && document[whole].erase(name) == 1) return;
  std::vector<std::string> known;
  if (document.contains(whole))
    for (const auto& [axis, ignored] : document[whole].items()) known.push_back(axis);
  const std::string there = known.empty() ? "which has none" : fmt::format("which has {}", fmt::join(known, ", "));
  throw Error(Code::bad_usage, fmt::format("{}: expected the name of an axis of {}, {}{}", where, file, there,
                                           did_you_mean(name, known)));
}

}  // namespace

bool sets_compare(const Assignment& set) {
  return set.path == whole || set.path.starts_with(axis_prefix);
}

void apply_compare_sets(Json& document, const std::vector<Assignment>& sets, const Names& names,
                        const std::string& file) {
  for (const Assignment& set : sets) {
    if (!sets_compare(set)) continue;
    const std::string where = set_as_written(set);
    const Json value = block_of(set, where);
    if (set.path == whole) {
      set_whole(document, value, names, where);
      continue;
    }
    if (document.contains(whole) && !document[whole].is_object()) return;  // whoever reads the axes refuses it
    const std::string name = set.path.substr(axis_prefix.size());
    if (value.is_null()) {
      drop_axis(document, name, where, file);
    } else {
      const Json alone = {{whole, {{name, value}}}};
      read_axes(alone, names, where);
      document[whole][name] = value;
    }
  }
}

}  // namespace gin::scenario
