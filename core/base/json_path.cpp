#include "core/base/json_path.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"

namespace gin {
namespace {

constexpr std::size_t shown_bytes_max = 60;
constexpr std::size_t path_bytes_max = 240;

/// Cuts between characters: half a UTF-8 sequence would garble the terminal line it is printed on.
std::string cut(std::string_view text, std::size_t bytes_max) {
  if (text.size() <= bytes_max) return std::string(text);
  std::size_t end = bytes_max;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) --end;
  return std::string(text.substr(0, end)) + "...";
}

bool is_plain_word(std::string_view key) {
  const auto plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  return !key.empty() && key.size() <= shown_bytes_max && std::all_of(key.begin(), key.end(), plain);
}

}  // namespace

JsonPath JsonPath::operator/(std::string_view key) const {
  JsonPath longer = *this;
  longer.text_ += is_plain_word(key) ? fmt::format(".{}", key) : fmt::format("[{}]", in_quotes(key));
  return longer;
}

JsonPath JsonPath::operator/(std::size_t index) const {
  JsonPath longer = *this;
  longer.text_ += fmt::format("[{}]", index);
  return longer;
}

std::string JsonPath::text() const {
  return cut(text_, path_bytes_max);
}

std::string JsonPath::where() const {
  return fmt::format("{}: {}", file_, text());
}

void JsonPath::refuse(const std::string& message) const {
  throw Error(Code::bad_input, fmt::format("{}: {}", where(), message));
}

std::string pointer_text(const std::string& path) {
  std::string text = "/" + path;
  std::ranges::replace(text, '.', '/');
  return text;
}

std::string shown(const Json& value) {
  if (value.is_object()) return value.empty() ? "an empty object" : fmt::format("an object of {}", value.size());
  if (value.is_array()) return value.empty() ? "an empty array" : fmt::format("an array of {}", value.size());
  if (value.is_string()) return in_quotes(value.get_ref<const std::string&>());
  return cut(value.dump(), shown_bytes_max);
}

std::string in_quotes(std::string_view text) {
  // The command line may hold bytes that are not UTF-8; the writer replaces them instead of throwing.
  const Json cut_text = cut(text, shown_bytes_max);
  std::string quoted = cut_text.dump(-1, ' ', false, Json::error_handler_t::replace);
  // JSON lets DEL stand as it is; a terminal would act on it.
  for (std::size_t at = quoted.find('\x7f'); at != std::string::npos; at = quoted.find('\x7f', at))
    quoted.replace(at, 1, "\\u007f");
  return quoted;
}

}  // namespace gin
