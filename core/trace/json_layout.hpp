// nlohmann's pretty printer gives each sample a line of its own. A result is read by people too, so what
// fits on a line stays on one and long lists of numbers fill their lines.
#pragma once

#include <cstddef>
#include <string>

#include "core/base/json.hpp"

namespace gin::trace {

/// At most 116 columns where the values allow it. Bytes that are not UTF-8 become U+FFFD.
std::string lay_out(const Json& json);
/// The same for a part whose line begins `indent` columns further to the right; no line end.
std::string lay_out_part(const Json& json, std::size_t indent);

}  // namespace gin::trace
