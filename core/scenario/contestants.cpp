#include "core/scenario/contestants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/json_path.hpp"
#include "core/scenario/fields.hpp"

namespace gin::scenario {
namespace {

constexpr std::size_t name_max = 40;

/// Reports quote names and sort by them; nothing in them may end a quotation, a line or a table's cell.
void check_contestant_name(const std::string& name, const JsonPath& path) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto fits = [&](char c) {
    return letter(c) || (c >= '0' && c <= '9') || std::string_view(" _-.+/()").find(c) != std::string_view::npos;
  };
  if (name.size() <= name_max && !name.empty() && letter(name.front()) && name.back() != ' ' &&
      std::ranges::all_of(name, fits))
    return;
  path.refuse(fmt::format(
      "expected a name of at most {} letters, digits, spaces and _-.+/() that starts with a letter", name_max));
}

Choice contestant(const std::string& label, const Json& fields, const Names& names, const JsonPath& path) {
  if (!fields.is_object() || fields.empty())
    path.refuse(fmt::format("expected an object of fields and their values, got {}", shown(fields)));
  Choice choice{.label = label, .targets = {}, .values = {}};
  for (const auto& [name, value] : fields.items()) {
    const JsonPath place = path / name;
    const std::optional<Target> target = Target::find(name, names.table);
    if (!target) place.refuse("unknown field" + Target::suggestion(name, names));
    for (const Target& other : choice.targets)
      if (target->overlaps(other))
        place.refuse(fmt::format("{} says this already; keep one", in_quotes(other.name())));
    target->check(value, place.where(), Code::bad_input);
    choice.targets.push_back(*target);
    choice.values.push_back(value);
  }
  return choice;
}

}  // namespace

Axis read_contestants(const Json& block, const Names& names, const JsonPath& path) {
  if (!block.is_object() || block.empty() || block.size() > axis_values_max)
    path.refuse(fmt::format("expected an object of 1 to {} contestants, {{\"NAME\": {{\"FIELD\": VALUE}}}}, got {}",
                            axis_values_max, shown(block)));
  Axis axis{.name = contestant_axis, .choices = {}};
  for (const auto& [name, fields] : block.items()) {
    check_contestant_name(name, path / name);
    for (const auto& [other, same] : block.items()) {
      if (other == name) break;
      if (same == fields)
        (path / name).refuse(fmt::format("these are the fields of {} already; keep one", in_quotes(other)));
    }
    axis.choices.push_back(contestant(name, fields, names, path / name));
  }
  return axis;
}

}  // namespace gin::scenario
