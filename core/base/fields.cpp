#include "core/base/fields.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "core/base/assert.hpp"
#include "core/base/json_path.hpp"

namespace gin {
namespace {

/// "cluster" and "nodes" for prefix "" and "cluster" in a table that holds "cluster.nodes"; sorted, once each.
std::vector<std::string> keys_below(const std::vector<Field>& fields, const std::string& prefix) {
  std::set<std::string> keys;
  for (const Field& field : fields) {
    if (!field.path.starts_with(prefix)) continue;
    const std::string rest = field.path.substr(prefix.size());
    keys.insert(rest.substr(0, rest.find('.')));
  }
  return {keys.begin(), keys.end()};
}

bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::ranges::find(words, word) != words.end();
}

/// Follows document and table together and collects what it checked.
class Check {
 public:
  Check(const FieldTable& table, const std::string& where) : table_(table), root_(where) {}

  Values whole(const Json& document, const std::vector<std::string>& skip) {
    object(document, "", root_, skip);
    for (const Field& field : table_.fields()) {
      if (values_.has(field.path)) continue;
      if (!field.default_value) refuse_missing(field);
      values_.set(field.path, *field.default_value);
    }
    return std::move(values_);
  }

  Values part(const Json& document, const std::vector<std::string>& own) {
    object(document, "", root_, {});
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
    if (!json.is_object())
      path.refuse(
          fmt::format("expected an object with keys among {}, got {}", fmt::join(known, ", "), shown(json)));
    for (const auto& [key, value] : json.items()) {
      if (contains(skip, key)) continue;
      const Field* const field = table_.find(prefix + key);
      if (field != nullptr) {
        values_.set(field->path, check_value(*field, value, (path / key).where()));
      } else if (contains(known, key)) {
        object(value, prefix + key + ".", path / key, {});
      } else {
        (path / key).refuse(unknown_key(key, known));
      }
    }
  }

  [[noreturn]] void refuse_missing(const Field& field) const {
    JsonPath path = root_;
    std::istringstream keys(field.path);
    for (std::string key; std::getline(keys, key, '.');) path = path / key;
    path.refuse(fmt::format("this key is required and missing; expected {}", expectation(field)));
  }

  const FieldTable& table_;
  JsonPath root_;
  Values values_;
};

}  // namespace

FieldTable& FieldTable::add(Field field) {
  const std::string below = field.path + ".";
  for (const Field& other : fields_) {
    // A place in a document is a value or an object, never both.
    GIN_ASSERT(other.path != field.path && !other.path.starts_with(below));
    GIN_ASSERT(!field.path.starts_with(other.path + "."));
  }
  fields_.push_back(std::move(field));
  return *this;
}

const Field* FieldTable::find(const std::string& path) const {
  const auto found = std::ranges::find(fields_, path, &Field::path);
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
