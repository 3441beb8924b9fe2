// Text from outside (names of files, words of the command line, documents) on its way to a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gin {

/// Where the first character begins that a terminal acts on (C0 but for line breaks and tabs, DEL, C1) or that is
/// not UTF-8; npos without one.
std::size_t first_unprintable(std::string_view text);

/// The text with each such byte written as \xNN, and each line cut to `line_bytes_max` bytes.
std::string printable(std::string_view text, std::size_t line_bytes_max);

}  // namespace gin
