// Reads profile and stack files: takes the whole checked document, puts the overrides in, checks again and fills
// the struct.
#include "models/load.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/base/json_path.hpp"
#include "models/cost/nvlink.hpp"
#include "models/document.hpp"
#include "models/field_member.hpp"

namespace gin::models {
namespace {

[[noreturn]] void refuse(const std::string& message) {
  throw Error(Code::bad_input, message);
}

/// Puts one override into the checked document, where the number or word stands that it replaces.
void apply(const Override& change, Json& document, const FieldTable& table, const std::string& where) {
  const auto& [path, text] = change;
  const Field* const field = table.find(path);
  if (field == nullptr || !may_be_overridden(*field)) {
    std::vector<std::string> known;
    for (const Field& each : table.fields()) {
      if (may_be_overridden(each)) known.push_back(each.path);
    }
    refuse(fmt::format("{}: expected the path of a number or rule to override, got {}{} (known here: {})", where,
                       in_quotes(path), did_you_mean(path, known), fmt::join(known, ", ")));
  }
  const std::string place = pointer_text(path);
  Json& node = document[Json::json_pointer(place)];  // a text with a default may not be there
  (field->kind == FieldKind::quantity ? node.at("value") : node) = as_json(*field, text);
}

/// Where the numbers come from, once they are not the file's alone any more.
std::string describe(const std::string& name, const Overrides& overrides) {
  std::string where = name;
  for (const auto& [path, text] : overrides) where += fmt::format(", with {} = {}", path, text);
  return where;
}

template <class Model>
Model load(const ModelKind& kind, const std::string& name, const Overrides& overrides) {
  Json document = whole_document(kind, name);
  for (const auto& change : overrides) apply(change, document, kind.table, name);
  const Values values = check(kind, document, describe(name, overrides));
  Model model{};
  model.name = values.text("name");
  model.description = values.text("description");
  for (const FieldMember& field : members_of(model)) store(field, values);
  return model;
}

std::vector<Shipped> list(const ModelKind& kind) {
  std::vector<Shipped> shipped;
  for (const auto& file : kind.shipped) {
    const std::string name(file.name);
    shipped.push_back({name, parse_json(file.text, name).at("description").get<std::string>()});
  }
  return shipped;
}

}  // namespace

Profile load_profile(const std::string& name, const Overrides& overrides) {
  Profile profile = load<Profile>(profile_kind(), name, overrides);
  // What is said of links is read whether this run needs them or not.
  if (profile.nvlink.topology == NvlinkTopology::mesh || !profile.nvlink.links.empty())
    nvlink_mesh(profile.nvlink.links, describe(name, overrides) + ": $.nvlink.links");
  return profile;
}

Stack load_stack(const std::string& name, const Overrides& overrides) {
  return load<Stack>(stack_kind(), name, overrides);
}

Json profile_document(const std::string& name) {
  return whole_document(profile_kind(), name);
}
Json stack_document(const std::string& name) {
  return whole_document(stack_kind(), name);
}

Json as_json(const Field& field, const std::string& text) {
  if (field.kind == FieldKind::choice || field.kind == FieldKind::text) return text;
  try {
    return parse_json(text, field.path);
  } catch (const Error&) {
    return text;
  }
}

bool may_be_overridden(const Field& field) {
  // Texts at the top are what the file is called and about.
  const bool is_rule = field.kind == FieldKind::text && field.path.find('.') != field.path.npos;
  return is_rule || field.kind == FieldKind::quantity || field.kind == FieldKind::choice ||
         field.kind == FieldKind::boolean;
}

std::vector<Shipped> shipped_profiles() {
  return list(profile_kind());
}
std::vector<Shipped> shipped_stacks() {
  return list(stack_kind());
}

}  // namespace gin::models
