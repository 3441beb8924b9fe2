#include "core/scenario/expand.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/json_path.hpp"
#include "core/base/printable.hpp"
#include "core/scenario/axis.hpp"
#include "core/scenario/axis_range.hpp"
#include "core/scenario/compare_set.hpp"
#include "core/scenario/contestants.hpp"
#include "core/scenario/fields.hpp"

namespace gin::scenario {
namespace {

void check_name(const std::string& name, const JsonPath& path) {
  const auto small = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto fits = [&](char c) { return small(c) || (c >= '0' && c <= '9') || c == '_' || c == '-'; };
  if (!name.empty() && small(name.front()) && std::ranges::all_of(name, fits)) return;
  path.refuse("expected an axis name of a-z, 0-9, _ and - that starts with a letter");
}

void check_keys(const Json& block, const JsonPath& path) {
  const std::vector<std::string> known = {"field", "values", "range", "log_range"};
  if (!block.is_object()) path.refuse(fmt::format("expected an object {{field, values}}, got {}", shown(block)));
  std::string holds;
  for (const auto& [key, ignored] : block.items()) {
    if (std::ranges::find(known, key) == known.end())
      (path / key)
          .refuse(fmt::format("unknown key{} (known here: field, and one of values, range, log_range)",
                              did_you_mean(key, known)));
    if (key == "field") continue;
    if (!holds.empty())
      (path / key).refuse(fmt::format("\"{}\" says the values already; keep one of the two", holds));
    holds = key;
  }
  if (!block.contains("field")) (path / "field").refuse("this key is required and missing");
  if (holds.empty()) (path / "values").refuse("this key is required and missing (or range, or log_range)");
}

std::vector<Json> listed_values(const Json& values, const JsonPath& path) {
  if (values.is_array() && !values.empty() && values.size() <= axis_values_max)
    return {values.begin(), values.end()};
  path.refuse(fmt::format("expected an array of 1 to {} values, got {}", axis_values_max, shown(values)));
}

Target target_of(const Json& field, const Names& names, const JsonPath& path) {
  if (!field.is_string()) path.refuse(fmt::format("expected the path of a field, got {}", shown(field)));
  const auto& name = field.get_ref<const std::string&>();
  const std::optional<Target> found = Target::find(name, names.table);
  if (!found) path.refuse(fmt::format("unknown field {}{}", shown(field), Target::suggestion(name, names)));
  return *found;
}

/// A word and the object that it stands for are the same value.
Json full_path(const Json& value) {
  Json full = {{"same_node", path_words[0]}, {"other_node", path_words[1]}};
  full.update(value.is_string() ? path_object(value.get<std::string>()) : value);
  return full;
}

std::string label_of(const Json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (!value.is_object()) return value.dump();
  std::string words;
  for (const auto& [key, word] : value.items())
    words += fmt::format("{}{}={}", words.empty() ? "" : " ", key, word.get<std::string>());
  return words;
}

Axis read_axis(const std::string& name, const Json& block, const Names& names, const JsonPath& path) {
  check_name(name, path);
  check_keys(block, path);
  Axis axis{.name = name, .choices = {}};
  const Target varied = target_of(block["field"], names, path / "field");
  const bool listed = block.contains("values");
  const bool steps = block.contains("range");
  const JsonPath from = path / (listed ? "values" : steps ? "range" : "log_range");
  const std::vector<Json> values = listed ? listed_values(block["values"], from)
                                          : range_values({.block = block[steps ? "range" : "log_range"],
                                                          .kind = steps ? RangeKind::steps : RangeKind::factors,
                                                          .path = from});
  for (const Json& value : values) {
    const JsonPath place = listed ? from / axis.choices.size() : axis.choices.empty() ? from / "from" : from;
    varied.check(value, place.where(), Code::bad_input);
    const bool twice = std::ranges::any_of(axis.choices, [&](const Choice& earlier) {
      const Json& other = earlier.values.front();
      return other == value || (varied.name() == "path" && full_path(other) == full_path(value));
    });
    if (twice)
      place.refuse(fmt::format("{} is given twice; keep one", value.is_object() ? label_of(value) : shown(value)));
    axis.choices.push_back({.label = label_of(value), .targets = {varied}, .values = {value}});
  }
  return axis;
}

/// A field that both axes set; null if there is none.
const Target* shared_field(const Axis& one, const Axis& two) {
  for (const Choice& choice : two.choices)
    for (const Target& target : choice.targets)
      if (const Target* field = one.meets(target)) return field;
  return nullptr;
}

}  // namespace

const Target* Axis::meets(const Target& target) const {
  for (const Choice& choice : choices)
    for (const Target& own : choice.targets)
      if (own.overlaps(target)) return &own;
  return nullptr;
}

std::vector<Axis> read_axes(const Json& document, const Names& names, const std::string& file) {
  std::vector<Axis> axes;
  if (!document.contains("compare")) return axes;
  const Json& compare = document["compare"];
  const JsonPath path = JsonPath(file) / "compare";
  if (!compare.is_object()) path.refuse(fmt::format("expected an object of axes, got {}", shown(compare)));
  std::size_t rows = 1;
  // Reports take the first axis for the contestants, so those that are called so are it, wherever they stand.
  std::vector<std::string> order;
  for (const auto& [name, ignored] : compare.items())
    order.insert(name == contestants_key ? order.begin() : order.end(), name);
  for (const std::string& name : order) {
    const Json& block = compare[name];
    const JsonPath place = path / name;
    Axis axis =
        name == contestants_key ? read_contestants(block, names, place) : read_axis(name, block, names, place);
    for (const Axis& other : axes) {
      if (axis.name == other.name)
        place.refuse(fmt::format("\"{}\" makes an axis of that name; choose another", contestants_key));
      if (const Target* field = shared_field(other, axis))
        (place / "field")
            .refuse(fmt::format("axis \"{}\" sets {} already; let each field vary on one axis", other.name,
                                field->name()));
    }
    rows *= axis.choices.size();
    if (rows > rows_max)
      path.refuse(fmt::format("expected at most {} rows, got {} with axis \"{}\"; shorten an axis or drop one",
                              rows_max, rows, name));
    axes.push_back(std::move(axis));
  }
  return axes;
}

std::string set_as_written(const Assignment& set) {
  return fmt::format("--set {}", in_quotes(set.path + "=" + set.value));
}

Json assigned_value(const Assignment& set) {
  if (first_unprintable(set.value) != std::string::npos)
    throw Error(Code::bad_usage, fmt::format("{}: expected text in UTF-8 without characters that steer a terminal, "
                                             "got others",
                                             set_as_written(set)));
  try {
    return parse_json(set.value, "--set");
  } catch (const Error&) {
    return set.value;
  }
}

void apply_sets(Json& document, const std::vector<Assignment>& sets, const Names& names,
                const std::vector<Axis>& axes, const std::string& file) {
  for (const Assignment& set : sets) {
    if (sets_compare(set)) continue;
    const std::string where = set_as_written(set);
    const std::optional<Target> target = Target::find(set.path, names.table);
    if (!target) {
      throw Error(Code::bad_usage, fmt::format("{}: unknown field{}", where, Target::suggestion(set.path, names)));
    }
    for (const Axis& axis : axes) {
      const Target* varied = axis.meets(*target);
      if (varied == nullptr) continue;
      // Contestants are the one axis that is not called as its key.
      const bool listed = document["compare"].contains(axis.name);
      throw Error(
          Code::bad_usage,
          fmt::format("{}: axis \"{}\" of {} varies {} already; leave this out, or drop the axis with --set "
                      "compare.{}=null",
                      where, axis.name, file, varied->name(), listed ? axis.name : contestants_key));
    }
    const Json value = assigned_value(set);
    target->check(value, where, Code::bad_usage);
    target->assign(document, value, file);
  }
}

}  // namespace gin::scenario
