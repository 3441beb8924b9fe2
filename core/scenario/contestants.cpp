#include "core/scenario/contestants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/json_path.hpp"
#include "core/scenario/fields.hpp"

namespace gin::scenario {
namespace {

constexpr std::size_t name_max = 40;

class ContestantReader {
 public:
  ContestantReader(const Names& names, const std::string& file) : names_(names), file_(file) {}

  Axis read(const Json& block) const {
    const JsonPath path = JsonPath() / "compare" / contestants_key;
    if (!block.is_object() || block.empty() || block.size() > axis_values_max)
      refuse(path,
             fmt::format("expected an object of 1 to {} contestants, {{\"NAME\": {{\"FIELD\": VALUE}}}}, got {}",
                         axis_values_max, shown(block)));
    Axis axis{.name = contestant_axis, .choices = {}};
    for (const auto& [name, fields] : block.items()) {
      check_name(name, path / name);
      for (const auto& [other, same] : block.items()) {
        if (other == name) break;
        if (same == fields)
          refuse(path / name, fmt::format("these are the fields of {} already; keep one", in_quotes(other)));
      }
      axis.choices.push_back(choice(name, fields, path / name));
    }
    return axis;
  }

 private:
  /// Reports quote names and sort by them; nothing in them may end a quotation, a line or a table's cell.
  void check_name(const std::string& name, const JsonPath& path) const {
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    const auto fits = [&](char c) {
      return letter(c) || (c >= '0' && c <= '9') || std::string_view(" _-.+/()").find(c) != std::string_view::npos;
    };
    if (name.size() <= name_max && !name.empty() && letter(name.front()) && name.back() != ' ' &&
        std::ranges::all_of(name, fits))
      return;
    refuse(path, fmt::format("expected a name of at most {} letters, digits, spaces and _-.+/() that starts with a "
                             "letter",
                             name_max));
  }

  Choice choice(const std::string& label, const Json& fields, const JsonPath& path) const {
    if (!fields.is_object() || fields.empty())
      refuse(path, fmt::format("expected an object of fields and their values, got {}", shown(fields)));
    Choice choice{.label = label, .targets = {}, .values = {}};
    for (const auto& [name, value] : fields.items()) {
      const std::optional<Target> target = Target::find(name, names_.table);
      if (!target) refuse(path / name, "unknown field" + Target::suggestion(name, names_));
      for (const Target& other : choice.targets)
        if (target->overlaps(other))
          refuse(path / name, fmt::format("{} says this already; keep one", in_quotes(other.name())));
      target->check(value, where(path / name), Code::bad_input);
      choice.targets.push_back(*target);
      choice.values.push_back(value);
    }
    return choice;
  }

  std::string where(const JsonPath& path) const { return fmt::format("{}: {}", file_, path.text()); }

  [[noreturn]] void refuse(const JsonPath& path, const std::string& message) const {
    throw Error(Code::bad_input, fmt::format("{}: {}", where(path), message));
  }

  const Names& names_;
  const std::string& file_;
};

}  // namespace

Axis read_contestants(const Json& block, const Names& names, const std::string& file) {
  return ContestantReader(names, file).read(block);
}

}  // namespace gin::scenario
