// nlohmann's pretty printer gives each sample a line of its own. A result is read by people too, so what
// fits on a line stays on one and long lists of numbers fill their lines.
#pragma once

#include <string>

#include "core/base/json.hpp"

namespace gin::trace {

/// At most 116 columns where the values allow it. Bytes that are not UTF-8 become U+FFFD.
std::string lay_out(const Json& json);

}  // namespace gin::trace
