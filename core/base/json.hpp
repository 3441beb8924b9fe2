// The one strict JSON reader. nlohmann's full header is heavy, so only .cpp files include it.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace gin {

/// Keeps the order of keys: the axes of a compare block are ordered.
using Json = nlohmann::ordered_json;

/// Reads a whole file. Refuses (Code::bad_input, one line: file, what was expected, what came): what is missing or
/// no plain file, an empty one, more than 16 MiB, nesting deeper than 64, broken JSON (line and column), a key
/// given twice, anything after the value, NUL bytes, numbers of more than 64 characters, and texts with characters
/// that steer a terminal.
Json read_json_file(const std::string& file);

/// The same for text already in memory; `where` stands in for the file name in messages.
Json parse_json(std::string_view text, const std::string& where);

}  // namespace gin
