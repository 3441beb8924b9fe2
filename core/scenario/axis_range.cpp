#include "core/scenario/axis_range.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/base/fields.hpp"
#include "core/scenario/fields.hpp"

namespace gin::scenario {
namespace {

using Whole = __int128;  ///< products and sums of two numbers of digits_max digits fit with room to spare

constexpr std::size_t digits_max = 18;

/// 0.25 is 25 with two places.
struct Decimal {
  Whole digits = 0;
  std::size_t places = 0;
};

/// Nothing for an exponent or more than digits_max digits.
std::optional<Decimal> decimal_of(const Json& number) {
  if (!number.is_number()) return std::nullopt;
  std::string text = number.dump();
  const bool negative = text.front() == '-';
  if (negative) text.erase(0, 1);
  Decimal decimal;
  if (const auto point = text.find('.'); point != text.npos) {
    text.erase(text.find_last_not_of('0') + 1);  // the point itself stays: the digit before it is none of these
    decimal.places = text.size() - point - 1;
    text.erase(point, 1);
  }
  std::int64_t digits = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), digits);
  if (error != std::errc() || end != text.data() + text.size() || text.size() > digits_max) return std::nullopt;
  decimal.digits = negative ? -digits : digits;
  return decimal;
}

/// The digits of `decimal` when it is written with `places` places.
Whole scaled(const Decimal& decimal, std::size_t places) {
  Whole digits = decimal.digits;
  for (std::size_t i = decimal.places; i < places; ++i) digits *= 10;
  return digits;
}

Json number_of(Whole digits, std::size_t places) {
  const bool negative = digits < 0;
  if (negative) digits = -digits;
  std::string text;
  for (; digits > 0 || text.size() <= places; digits /= 10) text += static_cast<char>('0' + digits % 10);
  std::ranges::reverse(text);
  text.insert(text.size() - places, ".");
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return Json::parse((negative ? "-" : "") + text);
}

class RangeReader {
 public:
  explicit RangeReader(const AxisRange& range)
      : range_(range), stride_(range.kind == RangeKind::steps ? "step" : "factor") {}

  std::vector<Json> values() const {
    check_keys();
    const bool steps = range_.kind == RangeKind::steps;
    const Decimal first = number("from"), last = number("to");
    const Decimal by = range_.block.contains(stride_) ? number(stride_) : Decimal{1, 0};
    if (steps && by.digits <= 0) refuse(stride_, "expected more than 0");
    if (!steps && (by.places > 0 || by.digits < 2)) refuse(stride_, "expected a whole number from 2 on");
    if (!steps && first.digits <= 0) refuse("from", "expected more than 0, for a factor leads nowhere from there");
    const std::size_t places = std::max({first.places, last.places, by.places});
    const Whole end = scaled(last, places);
    if (scaled(first, places) > end) refuse("to", fmt::format("expected {} or more", range_.block["from"].dump()));
    std::vector<Json> values;
    for (Whole at = scaled(first, places); at <= end;
         at = steps ? at + scaled(by, places) : at * scaled({by.digits, 0}, 0)) {
      if (values.size() == axis_values_max)
        range_.path.refuse(
            fmt::format("expected at most {} values, got more; use a larger {}", axis_values_max, stride_));
      values.push_back(number_of(at, places));
    }
    return values;
  }

 private:
  void check_keys() const {
    if (!range_.block.is_object())
      range_.path.refuse(fmt::format("expected an object {{from, to, {}}}, got {}", stride_, shown(range_.block)));
    const std::vector<std::string> keys = {"from", "to", stride_};
    for (const auto& [key, ignored] : range_.block.items())
      if (std::ranges::find(keys, key) == keys.end()) (range_.path / key).refuse(unknown_key(key, keys));
    for (const std::string& key : keys)
      if (!range_.block.contains(key) && key != "step")
        (range_.path / key).refuse("this key is required and missing");
  }

  Decimal number(const std::string& key) const {
    const auto decimal = decimal_of(range_.block[key]);
    if (!decimal)
      refuse(key, fmt::format("expected a number of at most {} digits without an exponent", digits_max));
    return *decimal;
  }

  [[noreturn]] void refuse(const std::string& key, const std::string& expected) const {
    (range_.path / key).refuse(fmt::format("{}, got {}", expected, shown(range_.block[key])));
  }

  const AxisRange& range_;
  std::string stride_;
};

}  // namespace

std::vector<Json> range_values(const AxisRange& range) {
  return RangeReader(range).values();
}

}  // namespace gin::scenario
