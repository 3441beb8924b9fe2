#include "models/part.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/base/error.hpp"

namespace gin::models {
namespace {

constexpr int decimals_max = 6;

/// Ten times as much and `more`; false where an error of many times that, in thousandths, would not fit into 63 bits.
bool append(std::int64_t& number, int more) {
  number = 10 * number + more;
  return number <= INT64_MAX / 100'000;
}

/// Of a decimal as JSON writes it; 0 for what has an exponent, too many digits, or is too large.
std::int64_t millionths_of(const std::string& text) {
  std::int64_t number = 0;
  int decimals = -1;  // none yet
  for (const char c : text) {
    if (c == '.' && decimals < 0)
      decimals = 0;
    else if (c < '0' || c > '9' || decimals == decimals_max || !append(number, c - '0'))
      return 0;
    else if (decimals >= 0)
      ++decimals;
  }
  for (int i = decimals < 0 ? 0 : decimals; i < decimals_max; ++i)
    if (!append(number, 0)) return 0;
  return number;
}

}  // namespace

Part::Part(const Json& node, JsonPath path, const std::string& file)
    : node_(node), path_(std::move(path)), file_(file) {
  if (!node.is_object()) refuse(path_, "an object", node);
}

void Part::only(const std::set<std::string>& known) const {
  for (const auto& [key, value] : node_.items())
    if (!known.contains(key)) refuse(path_ / key, "no such key", value);
}

std::string Part::text(const char* key) const {
  const Json& value = at(key);
  if (!value.is_string() || value.get_ref<const std::string&>().empty()) refuse(path_ / key, "a text", value);
  return value.get<std::string>();
}

std::string Part::text_or_none(const char* key) const {
  return node_.contains(key) ? text(key) : std::string();
}

std::int64_t Part::millionths(const char* key) const {
  const Json& value = at(key);
  const std::int64_t number = value.is_number() ? millionths_of(value.dump()) : 0;
  if (number <= 0) refuse(path_ / key, "a number above 0 with at most six decimals", value);
  return number;
}

bool Part::has(const char* key) const {
  return node_.contains(key);
}

bool Part::flag(const char* key) const {
  if (!has(key)) return false;
  if (!node_[key].is_boolean()) refuse(path_ / key, "true or false", node_[key]);
  return node_[key].get<bool>();
}

std::vector<std::string> Part::texts(const char* key) const {
  std::vector<std::string> all;
  for (const Json& value : list(key)) {
    if (!value.is_string()) refuse(path_ / key, "texts", value);
    all.push_back(value.get<std::string>());
  }
  return all;
}

const Json& Part::object(const char* key) const {
  static const Json none = Json::object();
  if (!node_.contains(key)) return none;
  if (!node_[key].is_object()) refuse(path_ / key, "an object", node_[key]);
  return node_[key];
}

const Json& Part::list(const char* key) const {
  static const Json none = Json::array();
  if (!node_.contains(key)) return none;
  if (!node_[key].is_array()) refuse(path_ / key, "an array", node_[key]);
  return node_[key];
}

const Json& Part::at(const char* key) const {
  if (!node_.contains(key)) refuse(path_ / key, "a value", std::string("nothing"));
  return node_[key];
}

Part Part::in(const char* key, std::size_t index) const {
  return {list(key)[index], path_ / key / index, file_};
}

void Part::refuse(const JsonPath& path, const std::string& expected, const std::string& came) const {
  throw Error(Code::bad_input, fmt::format("{}: {}: expected {}, got {}", file_, path.text(), expected, came));
}

void Part::refuse(const JsonPath& path, const std::string& expected, const Json& came) const {
  refuse(path, expected, shown(came));
}

}  // namespace gin::models
