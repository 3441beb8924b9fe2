// Reading profiles and stacks: the files shipped with ginlab are part of the binary, others are named by file.
#pragma once

#include <string>
#include <vector>

#include "core/base/fields.hpp"
#include "core/base/override.hpp"
#include "models/profile.hpp"
#include "models/stack.hpp"

namespace gin::models {

/// `name` is a shipped one, or a file when it holds a '/' or ends in ".json". Throws Error(bad_input) with
/// file, JSON path, what was expected and what came; for an unknown name the nearest known one.
Profile load_profile(const std::string& name, const Overrides& overrides = {});
Stack load_stack(const std::string& name, const Overrides& overrides = {});

/// The document behind a name, whole: what it extends is in it, each number with its source. Throws as above.
Json profile_document(const std::string& name);
Json stack_document(const std::string& name);

/// A value as somebody wrote it: words as they stand, anything else as JSON. What is neither stays a text for the
/// table to refuse.
Json as_json(const Field& field, const std::string& text);

/// Whether an override may replace the field: numbers and rules, not what a file says of itself.
bool may_be_overridden(const Field& field);

struct Shipped {
  std::string name;
  std::string description;
};
std::vector<Shipped> shipped_profiles();
std::vector<Shipped> shipped_stacks();

/// The tables behind loader, schema and explain.
FieldTable profile_fields();
FieldTable stack_fields();
Json profile_schema();
Json stack_schema();

}  // namespace gin::models
