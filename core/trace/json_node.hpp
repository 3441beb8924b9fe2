// A JSON value that knows its place, so that each refusal names file and path. Reading a result is strict:
// every key is read once, none is left over, none is filled in.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/json.hpp"
#include "core/base/json_path.hpp"

namespace gin::trace {

class JsonNode {
 public:
  /// `json` and `where` must outlive the node.
  JsonNode(const Json& json, const std::string& where, JsonPath path = {})
      : json_(&json), where_(&where), path_(std::move(path)) {}

  std::string text() const;
  std::string text_of(const std::vector<std::string>& choices) const;
  std::string digest() const;  ///< 16 hex digits, or empty where a backend makes none
  bool flag() const;
  std::int64_t count() const;  ///< an integer from 0 to 2^63 - 1
  std::uint64_t seed() const;  ///< an integer from 0 to 2^64 - 1
  std::vector<JsonNode> elements() const;
  std::vector<std::pair<std::string, JsonNode>> members() const;  ///< in the order of the file

  /// Refuses a value: what was expected here, and `advice` on what to do.
  [[noreturn]] void refuse(const std::string& expected, const std::string& advice = "") const;
  [[noreturn]] void complain(const std::string& message) const;

 private:
  friend class JsonObject;

  const Json* json_;
  const std::string* where_;
  JsonPath path_;
};

/// An object whose keys are all known to its reader.
class JsonObject {
 public:
  explicit JsonObject(JsonNode node);
  JsonNode take(const std::string& key);  ///< refuses a missing key
  void done() const;                      ///< refuses keys that nobody took

 private:
  JsonNode node_;
  std::vector<std::string> taken_;
};

}  // namespace gin::trace
