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

/// Reads one axis; every message names the place in the file.
class AxisReader {
 public:
  AxisReader(const Names& names, const std::string& file) : names_(names), file_(file) {}

  Axis read(const std::string& name, const Json& block) const {
    const JsonPath path = JsonPath() / "compare" / name;
    check_name(name, path);
    check_keys(block, path);
    Axis axis{.name = name, .choices = {}};
    const Target varied = target(block["field"], path / "field");
    const bool listed = block.contains("values");
    for (const Json& value : listed ? listed_values(block["values"], path / "values") : ruled_values(block, path)) {
      const JsonPath place = listed                 ? path / "values" / axis.choices.size()
                             : axis.choices.empty() ? path / rule_of(block) / "from"
                                                    : path / rule_of(block);
      varied.check(value, where(place), Code::bad_input);
      const bool twice = std::ranges::any_of(axis.choices, [&](const Choice& earlier) {
        const Json& other = earlier.values.front();
        return other == value || (varied.name() == "path" && full_path(other) == full_path(value));
      });
      if (twice)
        refuse(place, fmt::format("{} is given twice; keep one", value.is_object() ? label(value) : shown(value)));
      axis.choices.push_back({.label = label(value), .targets = {varied}, .values = {value}});
    }
    return axis;
  }

  [[noreturn]] void refuse(const JsonPath& path, const std::string& message) const {
    throw Error(Code::bad_input, fmt::format("{}: {}", where(path), message));
  }

 private:
  void check_name(const std::string& name, const JsonPath& path) const {
    const auto fits = [](char c) {
      return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    };
    const bool starts_well = !name.empty() && name.front() >= 'a' && name.front() <= 'z';
    if (starts_well && std::all_of(name.begin(), name.end(), fits)) return;
    refuse(path, "expected an axis name of a-z, 0-9, _ and - that starts with a letter");
  }

  void check_keys(const Json& block, const JsonPath& path) const {
    const std::vector<std::string> known = {"field", "values", "range", "log_range"};
    if (!block.is_object()) refuse(path, fmt::format("expected an object {{field, values}}, got {}", shown(block)));
    std::string holds;
    for (const auto& [key, ignored] : block.items()) {
      if (std::find(known.begin(), known.end(), key) == known.end())
        refuse(path / key, fmt::format("unknown key{} (known here: field, and one of values, range, log_range)",
                                       did_you_mean(key, known)));
      if (key == "field") continue;
      if (!holds.empty())
        refuse(path / key, fmt::format("\"{}\" says the values already; keep one of the two", holds));
      holds = key;
    }
    if (!block.contains("field")) refuse(path / "field", "this key is required and missing");
    if (holds.empty()) refuse(path / "values", "this key is required and missing (or range, or log_range)");
  }

  static const char* rule_of(const Json& block) { return block.contains("range") ? "range" : "log_range"; }

  std::vector<Json> listed_values(const Json& values, const JsonPath& path) const {
    if (values.is_array() && !values.empty() && values.size() <= axis_values_max)
      return {values.begin(), values.end()};
    refuse(path, fmt::format("expected an array of 1 to {} values, got {}", axis_values_max, shown(values)));
  }

  std::vector<Json> ruled_values(const Json& block, const JsonPath& path) const {
    const std::string rule = rule_of(block);
    return range_values({.block = block[rule],
                         .kind = rule == "range" ? RangeKind::steps : RangeKind::factors,
                         .file = file_,
                         .path = path / rule});
  }

  Target target(const Json& field, const JsonPath& path) const {
    if (!field.is_string()) refuse(path, fmt::format("expected the path of a field, got {}", shown(field)));
    const auto& name = field.get_ref<const std::string&>();
    const std::optional<Target> found = Target::find(name, names_.table);
    if (!found) refuse(path, fmt::format("unknown field {}{}", shown(field), Target::suggestion(name, names_)));
    return *found;
  }

  /// A word and the object that it stands for are the same value.
  static Json full_path(const Json& value) {
    Json full = {{"same_node", path_words[0]}, {"other_node", path_words[1]}};
    full.update(value.is_string() ? path_object(value.get<std::string>()) : value);
    return full;
  }

  static std::string label(const Json& value) {
    if (value.is_string()) return value.get<std::string>();
    if (!value.is_object()) return value.dump();
    std::string words;
    for (const auto& [key, word] : value.items()) {
      words += fmt::format("{}{}={}", words.empty() ? "" : " ", key, word.get<std::string>());
    }
    return words;
  }

  std::string where(const JsonPath& path) const { return fmt::format("{}: {}", file_, path.text()); }

  const Names& names_;
  const std::string& file_;
};

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
  const AxisReader reader(names, file);
  const JsonPath path = JsonPath() / "compare";
  if (!compare.is_object()) reader.refuse(path, fmt::format("expected an object of axes, got {}", shown(compare)));
  std::size_t rows = 1;
  // Reports take the first axis for the contestants, so those that are called so are it, wherever they stand.
  std::vector<std::string> order;
  for (const auto& [name, ignored] : compare.items())
    order.insert(name == contestants_key ? order.begin() : order.end(), name);
  for (const std::string& name : order) {
    const Json& block = compare[name];
    Axis axis = name == contestants_key ? read_contestants(block, names, file) : reader.read(name, block);
    for (const Axis& other : axes) {
      if (axis.name == other.name)
        reader.refuse(path / name,
                      fmt::format("\"{}\" makes an axis of that name; choose another", contestants_key));
      const Target* field = shared_field(other, axis);
      if (field == nullptr) continue;
      reader.refuse(
          path / name / "field",
          fmt::format("axis \"{}\" sets {} already; let each field vary on one axis", other.name, field->name()));
    }
    rows *= axis.choices.size();
    if (rows > rows_max) {
      reader.refuse(path,
                    fmt::format("expected at most {} rows, got {} with axis \"{}\"; shorten an axis or drop one",
                                rows_max, rows, name));
    }
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

std::vector<Point> product(const std::vector<Axis>& axes) {
  std::vector<Point> points(1);
  for (const Axis& axis : axes) {
    std::vector<Point> longer;
    for (const Point& point : points) {
      for (std::size_t i = 0; i < axis.choices.size(); ++i) {
        longer.push_back(point);
        longer.back().indices.push_back(i);
      }
    }
    points = std::move(longer);
  }
  return points;
}

std::vector<Variant::Coordinate> coordinates_of(const Point& point, const std::vector<Axis>& axes) {
  std::vector<Variant::Coordinate> coordinates;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    coordinates.push_back({.axis = axes[i].name, .value = axes[i].choices[point.indices[i]].label});
  }
  return coordinates;
}

Json document_at(const Point& point, const std::vector<Axis>& axes, const Json& document, const std::string& file) {
  Json row = document;
  row.erase("compare");
  for (std::size_t i = 0; i < axes.size(); ++i) {
    const Choice& choice = axes[i].choices[point.indices[i]];
    for (std::size_t k = 0; k < choice.targets.size(); ++k) choice.targets[k].assign(row, choice.values[k], file);
  }
  return row;
}

}  // namespace gin::scenario
