#include "core/scenario/axis_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "core/base/error.hpp"
#include "core/base/json_path.hpp"
#include "core/scenario/axis.hpp"
#include "core/scenario/expand.hpp"

namespace gin::scenario {
namespace {

std::string where(const AxisText& axis) {
  return fmt::format("--axis {}", in_quotes(axis.field + "=" + axis.values));
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Digits with at most one point among them and perhaps a sign.
bool is_number(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  return !text.empty() && is_digit(text.front()) && is_digit(text.back()) && std::ranges::count(text, '.') <= 1 &&
         std::ranges::all_of(text, [](char c) { return is_digit(c) || c == '.'; });
}

/// "64K" is 65536. Anything else as --set takes it: JSON where it parses, else text.
Json value_of(const std::string& text) {
  constexpr std::string_view powers = "KMG";
  const auto power = text.empty() ? powers.npos : powers.find(text.back());
  if (power != powers.npos && text.size() <= 10 && std::ranges::all_of(text.substr(0, text.size() - 1), is_digit) &&
      text.size() > 1)
    return std::stoll(text) << (10 * (power + 1));
  return assigned_value({.path = "", .value = text});
}

class RangeText {
 public:
  explicit RangeText(const AxisText& axis) : axis_(axis), dots_(axis.values.find("..")) {}

  /// A list may hold names of files, and "../near.json" is no range.
  bool is_range() const {
    return dots_ != std::string::npos && dots_ > 0 && is_digit(axis_.values[dots_ - 1 - suffix()]);
  }

  Json block() const {
    const std::string rest = axis_.values.substr(dots_ + 2);
    const auto sign = rest.find_first_of("+*");
    const bool factor = sign != std::string::npos && rest[sign] == '*';
    Json range = {{"from", number(axis_.values.substr(0, dots_))}, {"to", number(rest.substr(0, sign))}};
    if (sign != std::string::npos) range[factor ? "factor" : "step"] = number(rest.substr(sign + 1));
    return {{"field", axis_.field}, {factor ? "log_range" : "range", range}};
  }

 private:
  /// Characters between the number and the dots.
  std::size_t suffix() const { return dots_ > 1 && !is_digit(axis_.values[dots_ - 1]) ? 1 : 0; }

  Json number(const std::string& text) const {
    const bool power = !text.empty() && !is_digit(text.back());
    const Json value = value_of(text);
    if (!value.is_number() || (!power && !is_number(text)))
      throw Error(Code::bad_usage,
                  fmt::format("{}: expected FROM..TO, FROM..TO+STEP or FROM..TO*FACTOR with numbers such "
                              "as 8, 0.5 and 64K, got {}",
                              where(axis_), in_quotes(text)));
    return value;
  }

  const AxisText& axis_;
  std::size_t dots_;
};

Json listed(const AxisText& axis) {
  if (axis.values.starts_with('[')) return parse_json(axis.values, where(axis));
  Json values = Json::array();
  for (std::size_t start = 0; start != std::string::npos;) {
    const auto comma = axis.values.find(',', start);
    const std::string word = axis.values.substr(start, comma == std::string::npos ? comma : comma - start);
    if (word.empty())
      throw Error(Code::bad_usage,
                  fmt::format("{}: expected values with a comma between each two, got an empty one", where(axis)));
    values.push_back(value_of(word));
    start = comma == std::string::npos ? comma : comma + 1;
  }
  return values;
}

/// The axis of the file that varies this field, or a name that no axis has: "bytes", then "params-bytes".
std::string name_for(const Json& compare, const Target& target, const Names& names) {
  for (const auto& [name, block] : compare.items()) {
    if (!block.is_object() || !block.contains("field") || !block["field"].is_string()) continue;
    const auto other = Target::find(block["field"].get<std::string>(), names.table);
    if (other && other->name() == target.name()) return name;
  }
  std::string field = target.name();
  std::ranges::replace(field, '.', '-');
  for (auto dash = field.rfind('-'); dash != std::string::npos && dash > 0; dash = field.rfind('-', dash - 1)) {
    const std::string name = field.substr(dash + 1);
    if (!compare.contains(name)) return name;
  }
  return field;
}

}  // namespace

Json axis_block(const AxisText& axis) {
  const RangeText range(axis);
  if (range.is_range()) return range.block();
  return {{"field", axis.field}, {"values", listed(axis)}};
}

void apply_axes(Json& document, const std::vector<AxisText>& axes, const Names& names) {
  for (const AxisText& axis : axes) {
    const auto target = Target::find(axis.field, names.table);
    if (!target)
      throw Error(Code::bad_usage,
                  fmt::format("{}: unknown field{}", where(axis), Target::suggestion(axis.field, names)));
    if (!document.contains("compare")) document["compare"] = Json::object();
    Json& compare = document["compare"];
    if (!compare.is_object()) return;  // whoever reads the axes refuses it
    const std::string name = name_for(compare, *target, names);
    const Json block = axis_block(axis);
    const Json alone = {{"compare", {{name, block}}}};
    read_axes(alone, names, where(axis));
    compare[name] = block;
  }
}

}  // namespace gin::scenario
