// What numbers of a profile or stack were before the figures of one source set some of them: such figures are predicted with
// them, by what is known from elsewhere.
#pragma once

#include <string>

#include "core/base/override.hpp"

namespace gin::models {

/// Of a shipped profile, or one in a file, what replaces its numbers where the figures `of` a source are left out. Throws
/// as load_profile does.
Overrides profile_without(const std::string& name, const std::string& of);
/// The same of a stack.
Overrides stack_without(const std::string& name, const std::string& of);

}  // namespace gin::models
