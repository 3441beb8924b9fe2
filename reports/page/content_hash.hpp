// What a content policy calls a script or a style by.
#pragma once

#include <string>
#include <string_view>

namespace gin::reports {

std::string content_hash(std::string_view text);  ///< "'sha256-BASE64'"

}  // namespace gin::reports
