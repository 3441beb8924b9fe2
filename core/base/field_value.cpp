#include "core/base/field_value.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/assert.hpp"
#include "core/base/fields.hpp"
#include "core/base/json_path.hpp"

namespace gin {
namespace {

/// One value on its way through the rules of one field.
class ValueCheck {
 public:
  ValueCheck(const Field& field, std::string where, Code code)
      : field_(field), where_(std::move(where)), code_(code) {}

  Value run(const Json& value) const {
    switch (field_.kind) {
      case FieldKind::boolean:
        if (!value.is_boolean()) refuse_value(value);
        return value.get<bool>();
      case FieldKind::integer:
        return integer(value);
      case FieldKind::text:
        if (!value.is_string()) refuse_value(value);
        return value.get<std::string>();
      case FieldKind::choice:
        return choice(value);
      case FieldKind::quantity:
        return quantity(value);
    }
    GIN_ASSERT(false);
  }

 private:
  std::int64_t integer(const Json& value) const {
    if (!value.is_number_integer()) refuse_value(value);
    if (value.is_number_unsigned() && value.get<std::uint64_t>() > INT64_MAX) refuse_value(value);
    const auto number = value.get<std::int64_t>();
    if (number < field_.min || number > field_.max) refuse_value(value);
    return number;
  }

  std::string choice(const Json& value) const {
    if (!value.is_string()) refuse_value(value);
    const auto& word = value.get_ref<const std::string&>();
    if (std::ranges::find(field_.choices, word) != field_.choices.end()) return word;
    const bool names_file = word.find('/') != word.npos || (word.size() > 5 && word.ends_with(".json"));
    if (field_.or_file && names_file) return word;
    refuse(where_, fmt::format("expected {}, got {}{}", expectation(field_), in_quotes(word),
                               did_you_mean(word, field_.choices)));
  }

  std::int64_t quantity(const Json& value) const {
    if (!value.is_object()) refuse_value(value);
    keys(value, {quantity_keys.begin(), quantity_keys.end()}, {without_key});
    text_part(value, "unit", {field_.unit});
    if (value.contains(without_key))
      ValueCheck(field_, where_ + "." + without_key, code_).without(value[without_key]);
    return sourced(value);
  }

  void without(const Json& value) const {
    if (!value.is_object()) refuse(where_, fmt::format("expected an object, got {}", shown(value)));
    keys(value, {without_keys.begin(), without_keys.end()}, {same_because_key});
    said(value, "of", "whose figures are left out");
    if (value.contains(same_because_key)) said(value, same_because_key, "why it is the same value");
    sourced(value);
  }

  void keys(const Json& value, const std::vector<std::string>& required,
            const std::vector<std::string>& others) const {
    std::vector<std::string> known = required;
    known.insert(known.end(), others.begin(), others.end());
    for (const auto& [key, ignored] : value.items()) {
      if (std::ranges::find(known, key) == known.end())
        refuse(where_ + (JsonPath() / key).text().substr(1), unknown_key(key, known));
    }
    for (const std::string& key : required) {
      if (!value.contains(key)) refuse(fmt::format("{}.{}", where_, key), "this key is required and missing");
    }
  }

  void said(const Json& value, const char* key, const char* expected) const {
    const Json& text = value[key];
    if (!text.is_string() || text.get_ref<const std::string&>().empty())
      refuse(fmt::format("{}.{}", where_, key), fmt::format("expected {}, got {}", expected, shown(text)));
  }

  /// A number with grade and source.
  std::int64_t sourced(const Json& value) const {
    text_part(value, "grade", {grades.begin(), grades.end()});
    said(value, "source", "where the number comes from");
    const Json& number = value["value"];
    const std::string where = where_ + ".value";
    if (field_.unit == "ns") return ValueCheck(field_, where, code_).picoseconds(number);
    Field plain = field_;
    plain.kind = FieldKind::integer;
    return ValueCheck(plain, where, code_).integer(number);
  }

  void text_part(const Json& value, const std::string& key, const std::vector<std::string>& choices) const {
    const Field part{.path = key, .kind = FieldKind::choice, .choices = choices};
    check_value(part, value[key], fmt::format("{}.{}", where_, key), code_);
  }

  std::int64_t picoseconds(const Json& number) const {
    const std::string expected =
        fmt::format("expected a number of ns from {} to {} with at most three decimals, got {}", field_.min,
                    field_.max, shown(number));
    if (!number.is_number()) refuse(where_, expected);
    const auto ns = number.get<double>();
    if (!(ns >= static_cast<double>(field_.min) && ns <= static_cast<double>(field_.max))) refuse(where_, expected);
    // Reading a decimal and dividing two integers both round to the nearest double, so the two agree
    // exactly when the text had a whole number of picoseconds. No tolerance is needed.
    const std::int64_t ps = std::llround(ns * static_cast<double>(ps_per_ns));
    if (static_cast<double>(ps) / static_cast<double>(ps_per_ns) != ns) refuse(where_, expected);
    return ps;
  }

  [[noreturn]] void refuse_value(const Json& value) const {
    refuse(where_, fmt::format("expected {}, got {}", expectation(field_), shown(value)));
  }

  [[noreturn]] void refuse(const std::string& where, const std::string& message) const {
    throw Error(code_, fmt::format("{}: {}", where, message));
  }

  const Field& field_;
  std::string where_;
  Code code_;
};

}  // namespace

std::string expectation(const Field& field) {
  const std::string unit = field.unit.empty() ? "" : fmt::format(" ({})", field.unit);
  switch (field.kind) {
    case FieldKind::boolean:
      return "true or false";
    case FieldKind::integer:
      if (field.min == field.max) return fmt::format("the integer {}{}", field.min, unit);
      return fmt::format("an integer from {} to {}{}", field.min, field.max, unit);
    case FieldKind::text:
      return "a text";
    case FieldKind::choice: {
      const std::string words =
          fmt::format("{}{}", field.choices.size() == 1 ? "" : "one of ", fmt::join(field.choices, ", "));
      return field.or_file ? words + ", or a file name with a '/' in it or .json at its end" : words;
    }
    case FieldKind::quantity:
      return fmt::format("an object {{{}}} with a value from {} to {}{}", fmt::join(quantity_keys, ", "), field.min,
                         field.max, unit);
  }
  GIN_ASSERT(false);
}

Value check_value(const Field& field, const Json& value, const std::string& where, Code code) {
  return ValueCheck(field, where, code).run(value);
}

}  // namespace gin
