// What a field takes, in the words that `list` and `explain` share.
#pragma once

#include <string>

#include "core/base/fields.hpp"

namespace gin::cli {

/// "an integer from 8 to 65536 (bytes), default 1024." A sourced number is named by its value alone, which is
/// all that an override says.
std::string rule_of(const Field& field);

}  // namespace gin::cli
