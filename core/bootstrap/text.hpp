// What came over the network goes into messages that a terminal prints.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gin::bootstrap {

/// At most `bytes_max` bytes of `text`; what would steer a terminal is shown as '?'.
std::string one_line(std::string_view text, std::size_t bytes_max);

}  // namespace gin::bootstrap
