// What the Vega-Lite specifications of all figures share: scales, words on axes, marks of the contestants.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/json.hpp"
#include "reports/verdicts/page_rows.hpp"

namespace gin::reports {

/// "label: text" of a datum when the pointer is over it.
Json hint(const std::string& field, const std::string& title);

/// How the contestants whose names stand in "c" differ, for more than one sense; no legend where there is only one.
Json contestant_colour(const PageRows& rows);
Json contestant_shape(const PageRows& rows);
Json contestant_dash(const PageRows& rows);

/// Expressions that say a number of picoseconds, bytes, bytes per second or thousandths as people read it.
inline constexpr const char* time_words =
    "datum.value == 0 ? '0' : datum.value < 1e3 ? format(datum.value, '.3~r') + ' ps' : "
    "datum.value < 1e6 ? format(datum.value / 1e3, '.3~r') + ' ns' : "
    "datum.value < 1e9 ? format(datum.value / 1e6, '.3~r') + ' us' : "
    "datum.value < 1e12 ? format(datum.value / 1e9, '.3~r') + ' ms' : format(datum.value / 1e12, '.3~r') + ' s'";
inline constexpr const char* size_words =
    "datum.value < 1024 ? format(datum.value, '.4~r') + ' B' : "
    "datum.value < 1048576 ? format(datum.value / 1024, '.3~r') + ' KiB' : "
    "datum.value < 1073741824 ? format(datum.value / 1048576, '.3~r') + ' MiB' : "
    "format(datum.value / 1073741824, '.3~r') + ' GiB'";
/// Bytes too, by thousands, for axes whose ticks are round in tens.
inline constexpr const char* line_words =
    "datum.value < 1e3 ? format(datum.value, '.3~r') + ' B' : "
    "datum.value < 1e6 ? format(datum.value / 1e3, '.3~r') + ' kB' : "
    "datum.value < 1e9 ? format(datum.value / 1e6, '.3~r') + ' MB' : format(datum.value / 1e9, '.3~r') + ' GB'";
inline constexpr const char* rate_words =
    "datum.value < 1e3 ? format(datum.value, '.3~r') + ' B/s' : "
    "datum.value < 1e6 ? format(datum.value / 1e3, '.3~r') + ' kB/s' : "
    "datum.value < 1e9 ? format(datum.value / 1e6, '.3~r') + ' MB/s' : "
    "datum.value < 1e12 ? format(datum.value / 1e9, '.3~r') + ' GB/s' : format(datum.value / 1e12, '.3~r') + ' "
    "TB/s'";
inline constexpr const char* factor_words = "format(datum.value / 1000, '.3~r') + 'x'";

/// Round numbers between the least and the most, few enough to be read: 1, 2, 5, 10 or the like where they go far
/// apart.
std::vector<std::int64_t> round_numbers(std::int64_t least, std::int64_t most);

struct Scale {
  std::string title;
  const char* words = "";
  bool logarithmic = false;
  std::int64_t base = 10;
};
/// `ticks` may be empty: then the browser chooses them.
Json quantity(const std::string& field, const Scale& scale, const std::vector<std::int64_t>& ticks = {});

/// A channel for numbers that are names: PEs, NICs.
Json steps(const char* field, const char* title);

/// `words` for another expression than "datum.value".
std::string said(std::string words, const std::string& what);

/// A specification around data; `description` is what a reader hears who cannot see it.
Json drawing(const std::string& description, const Json& data);

/// Makes a drawing show the data whose "choice" is the one chosen.
void add_choice(Json& drawing);

/// The drawing as the text that a figure carries.
std::string text_of(const Json& drawing);

/// A legend in as many columns as there is room for.
Json wrapped_legend(const std::vector<std::string>& names);

/// A name that the data of a figure calls "at", as a number where it is one.
Json number_of(const std::string& value);

}  // namespace gin::reports
