#include "core/base/fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/assert.hpp"
#include "core/base/json_path.hpp"

namespace gin {
namespace {

/// "cluster" and "nodes" for prefix "" and "cluster" in a table that holds "cluster.nodes"; sorted, once each.
std::vector<std::string> keys_below(const std::vector<Field>& fields, const std::string& prefix) {
  std::vector<std::string> keys;
  for (const Field& field : fields) {
    if (field.path.rfind(prefix, 0) != 0) continue;
    const std::string rest = field.path.substr(prefix.size());
    keys.push_back(rest.substr(0, rest.find('.')));
  }
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Follows document and table together and collects what it checked.
class Check {
 public:
  Check(const FieldTable& table, const std::string& where) : table_(table), where_(where) {}

  Values whole(const Json& document, const std::vector<std::string>& skip) {
    object(document, "", JsonPath(), skip);
    for (const Field& field : table_.fields()) {
      if (values_.has(field.path)) continue;
      if (!field.default_value) refuse_missing(field);
      values_.set(field.path, *field.default_value);
    }
    return std::move(values_);
  }

  Values part(const Json& document, const std::vector<std::string>& own) {
    object(document, "", JsonPath(), {});
    for (const Field& field : table_.fields()) {
      if (contains(own, field.path) && !values_.has(field.path)) refuse_missing(field);
    }
    return std::move(values_);
  }

 private:
  void object(const Json& json, const std::string& prefix, const JsonPath& path,
              const std::vector<std::string>& skip) {
    std::vector<std::string> known = keys_below(table_.fields(), prefix);
    known.insert(known.end(), skip.begin(), skip.end());
    std::sort(known.begin(), known.end());
    if (!json.is_object()) {
      refuse(path,
             fmt::format("expected an object with keys among {}, got {}", fmt::join(known, ", "), shown(json)));
    }
    for (const auto& [key, value] : json.items()) {
      if (contains(skip, key)) continue;
      const Field* const field = table_.find(prefix + key);
      if (field != nullptr) {
        values_.set(field->path, check_value(*field, value, fmt::format("{}: {}", where_, (path / key).text())));
      } else if (contains(known, key)) {
        object(value, prefix + key + ".", path / key, {});
      } else {
        refuse(path / key,
               fmt::format("unknown key{} (known here: {})", did_you_mean(key, known), fmt::join(known, ", ")));
      }
    }
  }

  static JsonPath path_of(std::string_view dotted) {
    JsonPath path;
    for (auto dot = dotted.find('.'); dot != dotted.npos; dot = dotted.find('.')) {
      path = path / dotted.substr(0, dot);
      dotted.remove_prefix(dot + 1);
    }
    return path / dotted;
  }

  [[noreturn]] void refuse_missing(const Field& field) const {
    refuse(path_of(field.path), fmt::format("this key is required and missing; expected {}", expectation(field)));
  }

  [[noreturn]] void refuse(const JsonPath& path, const std::string& message) const {
    throw Error(Code::bad_input, fmt::format("{}: {}: {}", where_, path.text(), message));
  }

  const FieldTable& table_;
  const std::string& where_;
  Values values_;
};

}  // namespace

FieldTable& FieldTable::add(Field field) {
  const std::string below = field.path + ".";
  for (const Field& other : fields_) {
    // A place in a document is a value or an object, never both.
    GIN_ASSERT(other.path != field.path && other.path.rfind(below, 0) != 0);
    GIN_ASSERT(field.path.rfind(other.path + ".", 0) != 0);
  }
  fields_.push_back(std::move(field));
  return *this;
}

const Field* FieldTable::find(const std::string& path) const {
  const auto found = std::find_if(fields_.begin(), fields_.end(), [&](const Field& f) { return f.path == path; });
  return found == fields_.end() ? nullptr : &*found;
}

Values FieldTable::check(const Json& document, const std::string& where,
                         const std::vector<std::string>& skip) const {
  return Check(*this, where).whole(document, skip);
}

Values FieldTable::check_part(const Json& document, const std::string& where,
                              const std::vector<std::string>& own) const {
  return Check(*this, where).part(document, own);
}

}  // namespace gin
