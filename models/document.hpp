// One profile or stack as a whole document: its file is found, and what it extends is laid under it. Every file of
// such a chain is checked by itself, so a mistake is told with the file that it stands in.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/base/embedded.hpp"
#include "core/base/fields.hpp"

namespace gin::models {

/// What the loader knows of profiles, or of stacks.
struct ModelKind {
  std::string name;  ///< "profile" or "stack"
  std::span<const embedded::File> shipped;
  FieldTable table;
  std::vector<std::string> powers_of_two;  ///< paths of the numbers that must be one
};
ModelKind profile_kind();
ModelKind stack_kind();

/// What each file says itself, whatever it extends.
inline const std::vector<std::string> own_keys = {"schema", "name", "description"};

/// Checks a whole document: table and powers of two. `where` opens the message.
Values check(const ModelKind& kind, const Json& document, const std::string& where);

/// The checked document `name` stands for, with every key of the table in it that has no default.
Json whole_document(const ModelKind& kind, const std::string& name);

}  // namespace gin::models
