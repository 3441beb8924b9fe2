// Numbers as people read them: three significant digits and a unit, by integer arithmetic, so that equal
// results give equal pages on every machine.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/units.hpp"

namespace gin::reports {

std::string short_text(Duration time);  ///< "812 ns", "4.03 us", "1.24 ms"
std::string exact_text(Duration time);  ///< "4,030.125 ns": every picosecond, for sums that must come out
std::string short_text(Bytes bytes);    ///< "192 B", "64 KiB", "1.50 MiB"

std::string short_rate(std::int64_t bytes_a_second);  ///< "812 MB/s", "46.5 GB/s": powers of ten, as links are sold

struct Fraction {
  std::int64_t part = 0;
  std::int64_t whole = 0;
};
/// The same fraction in numbers that fit, halved until they do. Neither is negative.
Fraction fraction_of(__int128 part, __int128 whole);
/// So many times the fraction, rounded down, and at most the largest number; 0 when the whole is zero.
std::int64_t scaled(Fraction fraction, std::int64_t times);
std::string ratio_text(Fraction fraction);  ///< "1.83", "0.54", "12.4"; "-" when the whole is zero
std::string share_text(Fraction fraction);  ///< "30 %", "<1 %", ">99 %"; "-" when the whole is zero

bool alphanumeric(char c);               ///< a letter or digit of ASCII
bool numeric(const std::string& value);  ///< digits with at most one point among them

std::string counted(std::int64_t count, const std::string& thing);  ///< "1 row", "12 rows"
std::string listed(const std::vector<std::string>& words);          ///< "a", "a and b", "a, b and c"

std::vector<std::string> split(std::string_view text, char separator);  ///< one more than there are separators

/// Adds what is not among them yet.
template <class Value>
void add_new(std::vector<Value>& all, const Value& value) {
  if (std::ranges::find(all, value) == all.end()) all.push_back(value);
}

/// Breaks at spaces so that no line has more than 100 columns; later lines begin with `indent`. A number
/// and the unit after it stay together.
std::string wrapped(const std::string& text, const std::string& indent = "");

std::string bullet(const std::string& text);  ///< a line of a list, wrapped, with its line end

}  // namespace gin::reports
