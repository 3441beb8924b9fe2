// Two forms of each value: flat, and broken over lines when the flat form would not fit.
#include "core/trace/json_layout.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace gin::trace {
namespace {

constexpr std::size_t columns = 116;

std::string scalar(const Json& json) {
  // Most values are such numbers, and there may be a million of them.
  if (json.is_number_unsigned()) return std::to_string(json.get<std::uint64_t>());
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// Whether all of it fits into a line of that many characters; if not, the line is left half written.
bool append_flat(std::string& line, const Json& json, std::size_t size_max) {
  if (json.is_primitive()) {
    line += scalar(json);
    return line.size() <= size_max;
  }
  line += json.is_object() ? '{' : '[';
  bool first = true;
  for (const auto& [key, value] : json.items()) {
    if (!first) line += ", ";
    first = false;
    if (json.is_object()) line += scalar(key) + ": ";
    if (!append_flat(line, value, size_max)) return false;
  }
  line += json.is_object() ? '}' : ']';
  return line.size() <= size_max;
}

std::string filled(const Json& numbers, std::size_t indent) {
  const std::string margin(indent + 2, ' ');
  std::string text = "[";
  std::size_t room = 0;
  for (const auto& [index, value] : numbers.items()) {
    const std::string word = scalar(value) + (index == std::to_string(numbers.size() - 1) ? "" : ",");
    if (word.size() + 1 > room) {
      text += "\n" + margin + word;
      room = columns - std::min(columns, margin.size() + word.size());
    } else {
      text += " " + word;
      room -= word.size() + 1;
    }
  }
  return text + "\n" + std::string(indent, ' ') + "]";
}

/// `used` counts the columns before the value on its line, `indent` those before the line's first character.
std::string broken(const Json& json, std::size_t indent, std::size_t used) {
  if (json.is_primitive()) return scalar(json);
  if (std::string line; used < columns && append_flat(line, json, columns - used - 1)) return line;
  if (json.is_array() && std::ranges::all_of(json, [](const Json& value) { return value.is_number(); })) {
    return filled(json, indent);
  }
  const std::string margin(indent + 2, ' ');
  std::string body;
  for (const auto& [key, value] : json.items()) {
    const std::string name = json.is_object() ? scalar(key) + ": " : "";
    body += (body.empty() ? "\n" : ",\n") + margin + name;
    body += broken(value, margin.size(), margin.size() + name.size());
  }
  return (json.is_object() ? "{" : "[") + body + "\n" + std::string(indent, ' ') + (json.is_object() ? "}" : "]");
}

}  // namespace

std::string lay_out(const Json& json) {
  return broken(json, 0, 0) + "\n";
}

}  // namespace gin::trace
