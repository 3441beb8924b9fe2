// JSON that the program itself wrote, and that may be longer than what people write.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/json.hpp"

namespace gin {

/// parse_json with a limit of its own.
Json parse_long_json(std::string_view text, const std::string& where, std::size_t bytes_max);

}  // namespace gin
