// How messages name a place in a document and show what stands there. Both stay short and on one line,
// whatever the document holds.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/base/json.hpp"

namespace gin {

/// "$.compare.nodes.values[2]". A key that is no plain word is quoted: $["odd key"].
class JsonPath {
 public:
  JsonPath() = default;
  /// Of the document that `file` names.
  explicit JsonPath(const std::string& file) : file_(file) {}

  JsonPath operator/(std::string_view key) const;
  JsonPath operator/(std::size_t index) const;
  std::string text() const;
  /// What opens a message about this place: "FILE: $.compare.nodes.values[2]".
  std::string where() const;
  /// Throws Error(bad_input): "WHERE: MESSAGE".
  [[noreturn]] void refuse(const std::string& message) const;

 private:
  std::string file_;
  std::string text_ = "$";
};

/// A field's path ("nic.mtu_bytes") as Json::json_pointer takes it: "/nic/mtu_bytes".
std::string pointer_text(const std::string& path);

/// The value as its author would write it, cut to a readable length; containers by name and size.
std::string shown(const Json& value);

/// The same for a bare text: quoted, escaped and cut.
std::string in_quotes(std::string_view text);

}  // namespace gin
