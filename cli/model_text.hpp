// Explaining the numbers of profiles and stacks: what each means, what it may be, and what the shipped files say.
#pragma once

#include <string>
#include <vector>

#include "core/base/fields.hpp"

namespace gin::cli {

/// Every number and rule that may be overridden, by its name in --set: "profile.nic.wqe_fetch_ns".
std::vector<Field> model_fields();

/// One number with its value, grade and source in each shipped file; a group ("profile.nic") as a list.
/// Empty when there is no such field or group.
std::string explain_model(const std::string& name);

/// What a number or rule means, and below it each value, with its grade and source, beside the shipped files that
/// have it. Empty when there is no such field.
std::string values_of_model(const std::string& name);

}  // namespace gin::cli
