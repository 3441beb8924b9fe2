// Reads profile and stack files: finds the text, lets the table check it, puts the overrides in, checks again
// and fills the struct.
#include "models/load.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>
#include <span>

#include "core/base/embedded.hpp"
#include "core/base/error.hpp"
#include "core/base/json_path.hpp"
#include "models/row.hpp"

namespace gin::embedded {
std::span<const File> profiles();
std::span<const File> stacks();
}  // namespace gin::embedded

namespace gin::models {
namespace {

[[noreturn]] void refuse(const std::string& message) {
  throw Error(Code::bad_input, message);
}

Json read(const char* kind, const std::string& name, std::span<const embedded::File> shipped) {
  if (name.find('/') != std::string::npos || name.ends_with(".json")) return read_json_file(name);
  std::vector<std::string> known;
  for (const auto& file : shipped) {
    if (file.name == name) return parse_json(file.text, name);
    known.emplace_back(file.name);
  }
  refuse(
      fmt::format("{0} {1}: expected the name of a shipped {0} or a file that ends in .json, got neither{2} "
                  "(shipped: {3})",
                  kind, in_quotes(name), did_you_mean(name, known), fmt::join(known, ", ")));
}

bool replaceable(const Field& field) {
  return field.kind == FieldKind::quantity || field.kind == FieldKind::choice || field.kind == FieldKind::boolean;
}

/// Words are taken as written, anything else as JSON; what is neither stays a text for the table to refuse.
Json override_value(const Field& field, const std::string& text, const std::string& where) {
  if (field.kind == FieldKind::choice) return text;
  try {
    return parse_json(text, where);
  } catch (const Error&) {
    return text;
  }
}

/// Puts one override into the checked document, where the number or word stands that it replaces.
void apply(const Overrides::value_type& change, Json& document, const FieldTable& table, const std::string& where) {
  const auto& [path, text] = change;
  const Field* const field = table.find(path);
  if (field == nullptr || !replaceable(*field)) {
    std::vector<std::string> known;
    for (const Field& each : table.fields()) {
      if (replaceable(each)) known.push_back(each.path);
    }
    refuse(fmt::format("{}: expected the path of a number or rule to override, got {}{} (known here: {})", where,
                       in_quotes(path), did_you_mean(path, known), fmt::join(known, ", ")));
  }
  Json* node = &document;
  for (std::size_t begin = 0; begin <= path.size();) {
    const auto end = std::min(path.find('.', begin), path.size());
    node = &node->at(path.substr(begin, end - begin));
    begin = end + 1;
  }
  (field->kind == FieldKind::quantity ? node->at("value") : *node) = override_value(*field, text, where);
}

/// Where the numbers come from, once they are not the file's alone any more.
std::string describe(const std::string& name, const Overrides& overrides) {
  std::string where = name;
  for (const auto& [path, text] : overrides) where += fmt::format(", with {} = {}", path, text);
  return where;
}

template <class Model>
Model load(const std::string& name, Json document, const FieldTable& table, std::span<const Row<Model>> rows,
           const Overrides& overrides) {
  auto values = table.check(document, name);
  const auto where = describe(name, overrides);
  for (const auto& change : overrides) apply(change, document, table, name);
  if (!overrides.empty()) values = table.check(document, where);
  Model model{};
  model.name = values.text("name");
  model.description = values.text("description");
  if constexpr (requires { model.predicts; }) model.predicts = values.text("predicts");
  for (const auto& row : rows) {
    store(row.member(model), values, row.path);
    if (!is_masked(row.limit)) continue;
    const auto number = values.integer(row.path);
    if (!std::has_single_bit(static_cast<std::uint64_t>(number))) {
      refuse(fmt::format("{}: $.{}.value: expected a power of two, got {}; {} is the next one", where, row.path,
                         number, std::bit_ceil(static_cast<std::uint64_t>(number))));
    }
  }
  return model;
}

std::vector<Shipped> list(std::span<const embedded::File> files) {
  std::vector<Shipped> shipped;
  for (const auto& file : files) {
    const std::string name(file.name);
    shipped.push_back({name, parse_json(file.text, name).at("description").get<std::string>()});
  }
  return shipped;
}

}  // namespace

Profile load_profile(const std::string& name, const Overrides& overrides) {
  return load(name, read("profile", name, embedded::profiles()), profile_fields(), profile_rows(), overrides);
}

Stack load_stack(const std::string& name, const Overrides& overrides) {
  return load(name, read("stack", name, embedded::stacks()), stack_fields(), stack_rows(), overrides);
}

std::vector<Shipped> shipped_profiles() {
  return list(embedded::profiles());
}
std::vector<Shipped> shipped_stacks() {
  return list(embedded::stacks());
}

}  // namespace gin::models
