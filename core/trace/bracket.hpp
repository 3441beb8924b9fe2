// The words for the moments that can end a sample, the same in result.json and in every report.
#pragma once

#include <array>
#include <string_view>

#include "core/trace/result.hpp"

namespace gin::trace {

/// In the order of Bracket.
inline constexpr std::array<std::string_view, 3> bracket_words = {"source_reusable", "acknowledged", "visible"};

constexpr std::string_view bracket_name(Bracket bracket) {
  return bracket_words[static_cast<std::size_t>(bracket)];
}

}  // namespace gin::trace
