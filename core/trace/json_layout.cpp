// Two forms of each value: flat, and broken over lines when the flat form would not fit.
#include "core/trace/json_layout.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace gin::trace {
namespace {

constexpr std::size_t columns = 116;

void append_scalar(std::string& text, const Json& json) {
  // Most values are such numbers, and there may be a million of them.
  if (json.is_number_unsigned()) {
    text += std::to_string(json.get<std::uint64_t>());
  } else {
    text += json.dump(-1, ' ', false, Json::error_handler_t::replace);
  }
}

/// Calls `each(key, value)` for the members of an object, with an empty key for those of an array.
template <typename Each>
bool all_members(const Json& json, Each each) {
  if (json.is_array())
    return std::ranges::all_of(json, [&](const Json& value) { return each(std::string(), value); });
  return std::ranges::all_of(json.get_ref<const Json::object_t&>(), [&](const auto& member) {
    std::string key;
    append_scalar(key, member.first);
    return each(key + ": ", member.second);
  });
}

/// Whether it all fits without making the text longer than that; if not, half of it may be there.
bool append_flat(std::string& text, const Json& json, std::size_t size_max) {
  if (json.is_primitive()) {
    append_scalar(text, json);
    return text.size() <= size_max;
  }
  text += json.is_object() ? '{' : '[';
  bool first = true;
  const bool fit = all_members(json, [&](const std::string& key, const Json& value) {
    if (!std::exchange(first, false)) text += ", ";
    text += key;
    return append_flat(text, value, size_max);
  });
  text += json.is_object() ? '}' : ']';
  return fit && text.size() <= size_max;
}

void append_filled(std::string& text, const Json& numbers, std::size_t indent) {
  text += '[';
  std::size_t room = 0;
  for (const Json& value : numbers) {
    std::string word;
    append_scalar(word, value);
    if (&value != &numbers.back()) word += ',';
    if (word.size() + 1 > room) {
      text += '\n';
      text.append(indent + 2, ' ');
      room = columns - std::min(columns, indent + 2 + word.size());
    } else {
      text += ' ';
      room -= word.size() + 1;
    }
    text += word;
  }
  text += '\n';
  text.append(indent, ' ');
  text += ']';
}

/// `used` counts the columns before the value on its line, `indent` those before the line's first character.
void append_broken(std::string& text, const Json& json, std::size_t indent, std::size_t used) {
  if (json.is_primitive()) return append_scalar(text, json);
  const std::size_t begin = text.size();
  if (used < columns && append_flat(text, json, begin + columns - used - 1)) return;
  text.resize(begin);
  if (json.is_array() && std::ranges::all_of(json, [](const Json& value) { return value.is_number(); }))
    return append_filled(text, json, indent);
  text += json.is_object() ? '{' : '[';
  bool first = true;
  all_members(json, [&](const std::string& key, const Json& value) {
    text += std::exchange(first, false) ? "\n" : ",\n";
    text.append(indent + 2, ' ');
    text += key;
    append_broken(text, value, indent + 2, indent + 2 + key.size());
    return true;
  });
  text += '\n';
  text.append(indent, ' ');
  text += json.is_object() ? '}' : ']';
}

}  // namespace

std::string lay_out_part(const Json& json, std::size_t indent) {
  std::string text;
  append_broken(text, json, indent, indent);
  return text;
}

std::string lay_out(const Json& json) {
  return lay_out_part(json, 0) + "\n";
}

}  // namespace gin::trace
