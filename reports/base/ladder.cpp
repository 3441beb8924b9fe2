#include "reports/base/ladder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace gin::reports {
namespace {

constexpr std::size_t decimals_max = 6;
/// A rung's parts fit into 63 bits; times a time, and doubled, into 127.
constexpr std::int64_t rung_max = 100'000'000'000'000;

std::size_t decimals_of(const std::string& value) {
  const auto point = value.find('.');
  return point == std::string::npos ? 0 : value.size() - point - 1;
}

std::optional<std::int64_t> rung_of(const std::string& value, std::size_t decimals) {
  std::string digits = value + std::string(decimals - decimals_of(value), '0');
  std::erase(digits, '.');
  std::int64_t rung = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, rung);
  if (error != std::errc() || stop != end || rung > rung_max) return std::nullopt;
  return rung;
}

}  // namespace

std::optional<Ladder> ladder_of(const std::vector<std::string>& values) {
  if (values.empty() || !std::ranges::all_of(values, numeric)) return std::nullopt;
  std::size_t decimals = 0;
  for (const std::string& value : values) decimals = std::max(decimals, decimals_of(value));
  if (decimals > decimals_max) return std::nullopt;
  Ladder ladder;
  for (std::size_t i = 0; i < decimals; ++i) ladder.per_unit *= 10;
  for (const std::string& value : values) {
    const auto rung = rung_of(value, decimals);
    if (!rung) return std::nullopt;
    ladder.rungs.push_back(*rung);
  }
  return ladder;
}

std::string value_text(const Fraction& value) {
  return value.part % value.whole == 0 ? fmt::format("{}", value.part / value.whole) : ratio_text(value);
}

}  // namespace gin::reports
