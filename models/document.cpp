#include "models/document.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/base/json_path.hpp"
#include "models/field_member.hpp"
#include "models/load.hpp"

namespace gin::embedded {
std::span<const File> profiles();
std::span<const File> stacks();
}  // namespace gin::embedded

namespace gin::models {
namespace {

[[noreturn]] void refuse(const std::string& message) {
  throw Error(Code::bad_input, message);
}

Json read(const ModelKind& kind, const std::string& name) {
  if (name.find('/') != std::string::npos || name.ends_with(".json")) return read_json_file(name);
  std::vector<std::string> known;
  for (const auto& file : kind.shipped) {
    if (file.name == name) return parse_json(file.text, name);
    known.emplace_back(file.name);
  }
  refuse(
      fmt::format("{0} {1}: expected the name of a shipped {0} or a file that ends in .json, got neither{2} "
                  "(shipped: {3})",
                  kind.name, in_quotes(name), did_you_mean(name, known), fmt::join(known, ", ")));
}

Json read_base(const ModelKind& kind, const std::string& base, const std::vector<std::string>& chain) {
  const std::string place = chain.back() + ": $.extends";
  if (std::find(chain.begin(), chain.end(), base) != chain.end()) {
    refuse(
        fmt::format("{}: expected a {} that does not come back to itself, got {} extends {}; leave out one extends",
                    place, kind.name, fmt::join(chain, " extends "), base));
  }
  try {
    return read(kind, base);
  } catch (const Error& error) {
    throw Error(error.code(), fmt::format("{}: {}", place, error.what()));
  }
}

/// The published schema asks the same to know which files must be complete.
bool is_part(const Json& document) {
  return document.is_object() && document.contains("extends") && document["extends"] != "";
}

/// Indices into queues and rings are masked.
void check_powers(const ModelKind& kind, const Values& values, const std::string& where) {
  for (const auto& path : kind.powers_of_two) {
    if (!values.has(path)) continue;
    const auto number = static_cast<std::uint64_t>(values.integer(path));
    if (std::has_single_bit(number)) continue;
    refuse(fmt::format("{}: $.{}.value: expected a power of two, got {}; {} is the next one", where, path, number,
                       std::bit_ceil(number)));
  }
}

std::vector<std::string> powers_of_two(const std::vector<FieldMember>& members) {
  std::vector<std::string> paths;
  for (const FieldMember& field : members) {
    if (field.limit.is_masked) paths.emplace_back(field.path);
  }
  return paths;
}

/// A number is replaced whole, with its source and grade: they speak of that value only.
void lay_over(Json& base, const Json& part, const FieldTable& table, const std::string& prefix) {
  for (const auto& [key, value] : part.items()) {
    if (table.find(prefix + key) != nullptr) {
      base[key] = value;
    } else {
      lay_over(base[key], value, table, prefix + key + ".");
    }
  }
}

}  // namespace

ModelKind profile_kind() {
  Profile profile{};
  return {"profile", embedded::profiles(), profile_fields(), powers_of_two(members_of(profile))};
}
ModelKind stack_kind() {
  Stack stack{};
  return {"stack", embedded::stacks(), stack_fields(), powers_of_two(members_of(stack))};
}

Values check(const ModelKind& kind, const Json& document, const std::string& where) {
  Values values = kind.table.check(document, where);
  check_powers(kind, values, where);
  return values;
}

Json whole_document(const ModelKind& kind, const std::string& name) {
  std::vector<std::string> chain = {name};
  std::vector<Json> parts;
  Json document = read(kind, name);
  while (is_part(document)) {
    const Values values = kind.table.check_part(document, chain.back(), own_keys);
    check_powers(kind, values, chain.back());
    const std::string& base = values.text("extends");
    parts.push_back(std::move(document));
    document = read_base(kind, base, chain);
    chain.push_back(base);
  }
  check(kind, document, chain.back());
  for (auto part = parts.rbegin(); part != parts.rend(); ++part) lay_over(document, *part, kind.table, "");
  return document;
}

}  // namespace gin::models
