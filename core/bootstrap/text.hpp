// Pieces of sentences. What came over the network goes into messages that a terminal prints.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gin::bootstrap {

/// At most `bytes_max` bytes of `text`; what would steer a terminal is shown as '?'.
std::string one_line(std::string_view text, std::size_t bytes_max);

/// "PE 3", "PEs 0, 2, 5"; long lists end in "and 12 more".
std::string pes(const std::vector<std::uint32_t>& ranks);

}  // namespace gin::bootstrap
