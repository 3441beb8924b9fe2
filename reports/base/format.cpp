// Every rounding here is half up on non-negative integers of 128 bits; nothing can overflow or differ.
#include "reports/base/format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <span>

namespace gin::reports {
namespace {

using Wide = __int128;

std::int64_t rounded(Wide part, Wide whole) {
  return static_cast<std::int64_t>((2 * part + whole) / (2 * whole));
}

bool digit(char c) {
  return c >= '0' && c <= '9';
}

/// part / whole with three significant digits, all digits when there are more before the point.
std::string three_digits(Wide part, Wide whole) {
  std::int64_t scale = 1'000;
  int decimals = 3;
  // Three decimals only help values below 0.1; from there on two decimals are what a reader expects.
  while (decimals > 0 && (rounded(part * scale, whole) >= (decimals == 3 ? 100 : 1'000) || part == 0)) {
    scale /= 10;
    --decimals;
  }
  const std::int64_t digits = rounded(part * scale, whole);
  if (decimals == 0) return fmt::format("{}", digits);
  return fmt::format("{}.{:0{}}", digits / scale, digits % scale, decimals);
}

/// In the first unit in which fewer than `apart` are left, or else in the last; each is `apart` of the one before. What
/// cannot be taken apart is a whole number, and so is, if `whole` says so, what comes out even.
std::string in_units(std::int64_t value, std::int64_t apart, bool whole, std::span<const char* const> units) {
  std::int64_t unit = 1;
  for (; units.size() > 1 && rounded(value, unit) >= apart; units = units.subspan(1)) unit *= apart;
  const bool even = unit == 1 || (whole && value % unit == 0);
  return fmt::format("{} {}", even ? std::to_string(value / unit) : three_digits(value, unit), units.front());
}

}  // namespace

std::string short_text(Duration time) {
  constexpr const char* units[] = {"ps", "ns", "us", "ms", "s"};
  return in_units(time.ps, 1'000, false, units);
}

std::string exact_text(Duration time) {
  std::string digits = fmt::format("{}", time.ps / 1'000);
  for (auto at = static_cast<std::int64_t>(digits.size()) - 3; at > 0; at -= 3) {
    digits.insert(static_cast<std::size_t>(at), 1, ',');
  }
  return fmt::format("{}.{:03} ns", digits, time.ps % 1'000);
}

std::string short_text(Bytes bytes) {
  constexpr const char* units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  return in_units(bytes.count, 1'024, true, units);
}

std::string short_rate(std::int64_t bytes_a_second) {
  constexpr const char* units[] = {"B/s", "kB/s", "MB/s", "GB/s", "TB/s"};
  return in_units(bytes_a_second, 1'000, false, units);
}

Fraction fraction_of(Wide part, Wide whole) {
  constexpr Wide most = std::numeric_limits<std::int64_t>::max();
  while (part > most || whole > most) part /= 2, whole /= 2;
  return {static_cast<std::int64_t>(part), static_cast<std::int64_t>(whole)};
}

std::int64_t scaled(Fraction fraction, std::int64_t times) {
  if (fraction.whole == 0) return 0;
  constexpr Wide most = std::numeric_limits<std::int64_t>::max();
  return static_cast<std::int64_t>(std::min(static_cast<Wide>(fraction.part) * times / fraction.whole, most));
}

std::string ratio_text(Fraction fraction) {
  return fraction.whole == 0 ? "-" : three_digits(fraction.part, fraction.whole);
}

std::string share_text(Fraction fraction) {
  if (fraction.whole == 0) return "-";
  const std::int64_t percent = rounded(static_cast<Wide>(fraction.part) * 100, fraction.whole);
  if (percent == 0 && fraction.part > 0) return "<1 %";
  if (percent == 100 && fraction.part < fraction.whole) return ">99 %";
  return fmt::format("{} %", percent);
}

bool alphanumeric(char c) {
  return digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool numeric(const std::string& value) {
  return !value.empty() && value.front() != '.' && std::ranges::count(value, '.') <= 1 &&
         std::ranges::all_of(value, [](char c) { return digit(c) || c == '.'; });
}

std::string counted(std::int64_t count, const std::string& thing) {
  return fmt::format("{} {}{}", count, thing, count == 1 ? "" : "s");
}

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? " and " : ", ";
    text += words[i];
  }
  return text;
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    parts.emplace_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

std::string wrapped(const std::string& text, const std::string& indent) {
  constexpr std::size_t columns = 100;
  std::string out;
  std::size_t used = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = std::min(text.find(' ', begin), text.size());
    while (end < text.size() && end > begin && digit(text[end - 1]))
      end = std::min(text.find(' ', end + 1), text.size());
    const std::size_t size = end - begin;
    if (used > 0 && used + 1 + size > columns) {
      out += "\n" + indent;
      used = indent.size();
    } else if (used > 0) {
      out += ' ';
      ++used;
    }
    out += text.substr(begin, size);
    used += size;
    begin = end + 1;
  }
  return out;
}

std::string bullet(const std::string& text) {
  return "- " + wrapped(text, "  ") + "\n";
}

}  // namespace gin::reports
