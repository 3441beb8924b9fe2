// One table of fields drives the loader, the published JSON Schema, `ginlab explain` and the suggestions
// for misspelt keys. A document that passes the table has every value in it checked, none ignored.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/json.hpp"

namespace gin {

using Value = std::variant<bool, std::int64_t, std::string>;

enum class FieldKind {
  boolean,
  integer,   ///< within [min, max]
  text,      ///< any string
  choice,    ///< one of `choices`
  quantity,  ///< {value, unit, source, grade}: a sourced number of a profile or stack (see models/)
};

/// One leaf of a document. `path` is dotted: "cluster.nodes".
struct Field {
  std::string path;
  FieldKind kind = FieldKind::integer;
  std::string unit = {};  ///< "bytes", "ns", "bytes_per_second", "count" or empty
  std::int64_t min = 0;   ///< in the unit as written; ns quantities take up to three decimals
  std::int64_t max = 0;
  std::optional<Value> default_value = {};  ///< none: the field is required
  std::vector<std::string> choices = {};
  std::string text = {};  ///< one or two sentences for explain and the schema
  bool or_file = false;   ///< a choice that also takes a file name: text with a '/' in it or ".json" at its end
};

/// What a field takes, as messages and explain say it: "an integer from 1 to 1024".
std::string expectation(const Field& field);

/// Checks one value by itself. `where` opens the message: "FILE: $.cluster.nodes". Throws Error(code).
Value check_value(const Field& field, const Json& value, const std::string& where, Code code = Code::bad_input);

/// The JSON Schema (2020-12) of one value: type, range or words, default, description.
Json value_schema(const Field& field);

/// Checked values by dotted path, defaults filled in. Quantities are integers: ns become picoseconds.
class Values {
 public:
  void set(const std::string& path, Value value) { values_[path] = std::move(value); }
  bool has(const std::string& path) const { return values_.count(path) != 0; }
  bool flag(const std::string& path) const { return std::get<bool>(values_.at(path)); }
  std::int64_t integer(const std::string& path) const { return std::get<std::int64_t>(values_.at(path)); }
  const std::string& text(const std::string& path) const { return std::get<std::string>(values_.at(path)); }
  const std::map<std::string, Value>& all() const { return values_; }

 private:
  std::map<std::string, Value> values_;
};

class FieldTable {
 public:
  FieldTable& add(Field field);
  const std::vector<Field>& fields() const { return fields_; }
  const Field* find(const std::string& path) const;

  /// Checks `document` against the table. `where` is the file name; messages are one line:
  /// "FILE: $.cluster.nodez: unknown key; did you mean \"nodes\"? (known here: ...)".
  /// `skip` lists top-level keys that somebody else checks. Throws Error(bad_input).
  Values check(const Json& document, const std::string& where, const std::vector<std::string>& skip = {}) const;

  /// The same for a document that another one completes: only the keys of `own` must be there, and what is not
  /// given has no value.
  Values check_part(const Json& document, const std::string& where, const std::vector<std::string>& own) const;

  /// The JSON Schema (2020-12) fragment {type: object, properties, required, additionalProperties: false}.
  Json schema() const;

 private:
  std::vector<Field> fields_;
};

/// The known word nearest to `word` by edit distance, or "" when none is near enough to be meant.
std::string nearest(const std::string& word, const std::vector<std::string>& known);

/// The same as the tail of a message: "; did you mean \"nodes\"?" or "".
std::string did_you_mean(const std::string& word, const std::vector<std::string>& known);

/// The whole message about a key: "unknown key; did you mean \"nodes\"? (known here: gpus_per_node, nodes)".
std::string unknown_key(const std::string& key, const std::vector<std::string>& known);

}  // namespace gin
