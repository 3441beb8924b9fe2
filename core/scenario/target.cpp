#include "core/scenario/target.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/base/json_path.hpp"
#include "core/scenario/fields.hpp"

namespace gin::scenario {
namespace {

std::vector<std::string> split(const std::string& dotted) {
  std::vector<std::string> keys;
  std::istringstream rest(dotted);
  for (std::string key; std::getline(rest, key, '.');) keys.push_back(key);
  return keys;
}

std::string last_word(const std::string& dotted) {
  return dotted.substr(dotted.rfind('.') + 1);  // npos + 1 is 0: all of it
}

/// {"override", "profile", "nic.mtu_bytes"}: the document keeps the rest of the name as one key.
std::optional<std::vector<std::string>> override_keys(const std::string& name) {
  for (const std::string file : {"profile", "stack"}) {
    for (const std::string& prefix : {file + ".", "override." + file + "."}) {
      if (name.starts_with(prefix) && name.size() > prefix.size())
        return std::vector<std::string>{"override", file, name.substr(prefix.size())};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Target> Target::find(const std::string& name, const FieldTable& table) {
  if (name == "path" || table.find(name) != nullptr) return Target(split(name), table);
  if (auto keys = override_keys(name)) return Target(*std::move(keys), table);
  return std::nullopt;
}

std::vector<std::string> Target::known_names(const FieldTable& table) {
  std::vector<std::string> names = {"path"};
  for (const Field& field : table.fields()) names.push_back(field.path);
  return names;
}

std::string Target::suggestion(const std::string& name, const Names& names) {
  std::vector<std::string> known = known_names(names.table);
  known.insert(known.end(), names.numbers.begin(), names.numbers.end());
  const auto longer = std::ranges::find_if(known, [&](const auto& path) { return path.ends_with("." + name); });
  std::string near = longer == known.end() ? nearest(name, known) : *longer;
  if (near.empty()) {
    std::vector<std::string> last_words;
    for (const std::string& path : known) last_words.push_back(last_word(path));
    const auto found = std::ranges::find(last_words, nearest(last_word(name), last_words));
    if (found != last_words.end()) near = known[static_cast<std::size_t>(found - last_words.begin())];
  }
  if (!near.empty()) return fmt::format("; did you mean \"{}\"?", near);
  return fmt::format(" (known: {}, and profile.* and stack.*)", fmt::join(known_names(names.table), ", "));
}

std::string Target::name() const {
  return fmt::format("{}", fmt::join(keys_, "."));
}

bool Target::overlaps(const Target& other) const {
  const std::size_t common = std::min(keys_.size(), other.keys_.size());
  return std::equal(keys_.begin(), keys_.begin() + static_cast<std::ptrdiff_t>(common), other.keys_.begin());
}

void Target::check(const Json& value, const std::string& where, Code code) const {
  if (keys_.front() == "override") {
    check_override(value, where, code);
  } else if (keys_.size() == 1 && keys_.front() == "path") {
    check_path(value, where, code);
  } else {
    check_value(*table_.find(name()), value, where, code);
  }
}

void Target::check_path(const Json& value, const std::string& where, Code code) const {
  if (!value.is_object()) {
    const Field path_word{.path = "path", .kind = FieldKind::choice, .choices = path_words};
    check_value(path_word, value, where, code);
    return;
  }
  for (const auto& [key, word] : value.items()) {
    const Field* const field = table_.find("path." + key);
    const std::string place = where + (JsonPath() / key).text().substr(1);
    if (field == nullptr)
      throw Error(code, fmt::format("{}: {}", place, unknown_key(key, {"other_node", "same_node"})));
    check_value(*field, word, place, code);
  }
}

void Target::assign(Json& document, const Json& value, const std::string& file) const {
  Json* node = &document;
  JsonPath path(file);
  for (const std::string& key : keys_) {
    // A word for both classes of peer becomes an object when one of them is set by itself.
    if (node != &document && keys_.front() == "path" && node->is_string())
      *node = path_object(node->get<std::string>());
    if (!node->is_object()) path.refuse(fmt::format("expected an object, got {}", shown(*node)));
    const bool last = &key == &keys_.back();
    if (!last && !node->contains(key)) (*node)[key] = Json::object();
    node = &(*node)[key];
    path = path / key;
  }
  *node = value;
}

void check_override(const Json& value, const std::string& where, Code code) {
  if (value.is_number() || value.is_string() || value.is_boolean()) return;
  throw Error(
      code, fmt::format("{}: expected a number or a word for this field of the file, got {}", where, shown(value)));
}

Json path_object(const std::string& word) {
  Json object = {{"same_node", word}};
  if (word != path_words.front()) object["other_node"] = word;
  return object;
}

}  // namespace gin::scenario
