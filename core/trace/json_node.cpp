// The refusals of the result reader: "file: path: what was expected, what came".
#include "core/trace/json_node.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"

namespace gin::trace {
void JsonNode::complain(const std::string& message) const {
  throw Error(Code::bad_input, *where_ + ": " + path_.text() + ": " + message);
}

void JsonNode::refuse(const std::string& expected, const std::string& advice) const {
  complain("expected " + expected + ", got " + shown(*json_) + (advice.empty() ? "" : "; " + advice));
}

std::string JsonNode::text() const {
  if (!json_->is_string()) refuse("a string");
  return json_->get<std::string>();
}

std::string JsonNode::text_of(const std::vector<std::string>& choices) const {
  if (!json_->is_string() || std::ranges::find(choices, text()) == choices.end()) {
    refuse(fmt::format("one of \"{}\"", fmt::join(choices, "\", \"")));
  }
  return text();
}

std::string JsonNode::digest() const {
  const bool hex = json_->is_string() && std::ranges::all_of(text(), [](char c) {
                     return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f');
                   });
  if (!hex || (!text().empty() && text().size() != 16)) refuse("16 hex digits in lower case or an empty string");
  return text();
}

bool JsonNode::flag() const {
  if (!json_->is_boolean()) refuse("true or false");
  return json_->get<bool>();
}

std::int64_t JsonNode::count() const {
  constexpr auto limit = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (!json_->is_number_unsigned() || json_->get<std::uint64_t>() > limit) {
    refuse("an integer from 0 to 9223372036854775807");
  }
  return json_->get<std::int64_t>();
}

std::uint64_t JsonNode::seed() const {
  if (!json_->is_number_unsigned()) refuse("an integer from 0 to 18446744073709551615");
  return json_->get<std::uint64_t>();
}

std::vector<JsonNode> JsonNode::elements() const {
  if (!json_->is_array()) refuse("an array");
  std::vector<JsonNode> nodes;
  for (const Json& value : *json_) nodes.emplace_back(value, *where_, path_ / nodes.size());
  return nodes;
}

std::vector<std::pair<std::string, JsonNode>> JsonNode::members() const {
  if (!json_->is_object()) refuse("an object");
  std::vector<std::pair<std::string, JsonNode>> nodes;
  for (const auto& [key, value] : json_->items()) nodes.emplace_back(key, JsonNode(value, *where_, path_ / key));
  return nodes;
}

JsonObject::JsonObject(JsonNode node) : node_(std::move(node)) {
  if (!node_.json_->is_object()) node_.refuse("an object");
}

JsonNode JsonObject::take(const std::string& key) {
  const auto found = node_.json_->find(key);
  if (found == node_.json_->end()) node_.complain("expected the key \"" + key + "\", it is missing");
  taken_.push_back(key);
  return {*found, *node_.where_, node_.path_ / key};
}

void JsonObject::done() const {
  for (const auto& [key, value] : node_.members()) {
    if (std::ranges::find(taken_, key) != taken_.end()) continue;
    value.complain(fmt::format("unknown key (known here: {})", fmt::join(taken_, ", ")));
  }
}

}  // namespace gin::trace
