// A place in the document that --set or an axis of the compare block may change, and what may stand there.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/fields.hpp"

namespace gin::scenario {

/// What somebody may have meant: the fields of scenarios, and the numbers of profiles and stacks in full.
struct Names {
  const FieldTable& table;
  const std::vector<std::string>& numbers;
};

class Target {
 public:
  /// `name` is dotted: a field of `table`, "path", or a number of a profile or stack ("profile.nic.mtu_bytes",
  /// in full "override.profile.nic.mtu_bytes"). Nothing when there is no such place.
  static std::optional<Target> find(const std::string& name, const FieldTable& table);

  /// All names but the overrides, whose own files know them; for messages and the schema.
  static std::vector<std::string> known_names(const FieldTable& table);

  /// The tail of a message about an unknown name: the known one that it is the end of, or the nearest, also by its
  /// last word alone.
  static std::string suggestion(const std::string& name, const Names& names);

  /// The full dotted name.
  std::string name() const;

  /// True when changing one changes the other: "path" and "path.other_node".
  bool overlaps(const Target& other) const;

  /// `where` opens the message. Throws Error(code).
  void check(const Json& value, const std::string& where, Code code) const;

  /// Puts a checked value into the document. `file` is for the message when something else is in the way.
  void assign(Json& document, const Json& value, const std::string& file) const;

 private:
  // The table must outlive the target.
  Target(std::vector<std::string> keys, const FieldTable& table) : keys_(std::move(keys)), table_(table) {}
  void check_path(const Json& value, const std::string& where, Code code) const;

  std::vector<std::string> keys_;
  const FieldTable& table_;
};

/// One number or word that replaces one of a profile or stack. Its file knows what it may be; here it is a scalar.
void check_override(const Json& value, const std::string& where, Code code);

/// "gpu" as {"same_node": "gpu", "other_node": "gpu"}; "pointer" says nothing about other nodes.
Json path_object(const std::string& word);

}  // namespace gin::scenario
