#include "cli/field_text.hpp"

#include <fmt/format.h>

namespace gin::cli {

std::string rule_of(const Field& field) {
  if (field.kind == FieldKind::quantity)
    return fmt::format("a number from {} to {} ({}).", field.min, field.max, field.unit);
  if (!field.default_value) return expectation(field) + ".";
  const auto usual = std::visit([](const auto& value) { return fmt::format("{}", value); }, *field.default_value);
  return fmt::format("{}, default {}.", expectation(field), usual.empty() ? "empty" : usual);
}

}  // namespace gin::cli
