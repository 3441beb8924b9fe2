// The words for the moments that can end a sample, the same in result.json and in every report.
#pragma once

#include <optional>
#include <string_view>

#include "core/trace/result.hpp"

namespace gin::trace {

std::string_view bracket_name(Bracket bracket);
std::optional<Bracket> bracket_named(std::string_view name);

}  // namespace gin::trace
