// One table serves both directions, so that a moment can be read whenever it can be written.
#include "core/trace/bracket.hpp"

#include <array>
#include <utility>

namespace gin::trace {
namespace {

constexpr std::array<std::pair<Bracket, std::string_view>, 3> names{{
    {Bracket::source_reusable, "source_reusable"},
    {Bracket::acknowledged, "acknowledged"},
    {Bracket::visible, "visible"},
}};

}  // namespace

std::string_view bracket_name(Bracket bracket) {
  for (const auto& [value, name] : names) {
    if (value == bracket) return name;
  }
  return {};
}

std::optional<Bracket> bracket_named(std::string_view name) {
  for (const auto& [value, known] : names) {
    if (known == name) return value;
  }
  return std::nullopt;
}

}  // namespace gin::trace
