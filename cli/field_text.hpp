// What a field takes, in the words that `list` and `explain` share; of the numbers of profiles and stacks, what each
// means, what it may be, and what the shipped files say.
#pragma once

#include <string>
#include <vector>

#include "core/base/fields.hpp"

namespace gin::cli {

/// "an integer from 8 to 65536 (bytes), default 1024." A sourced number is named by its value alone, which is
/// all that an override says.
std::string rule_of(const Field& field);

/// A program or a function, and below it what its fields take and mean.
std::string with_fields(const std::string& name, const std::string& text, const std::vector<Field>& fields);

/// Every number and rule that may be overridden, by its name in --set: "profile.nic.wqe_fetch_ns".
std::vector<Field> model_fields();

/// One number with its value, grade and source in each shipped file; a group ("profile.nic") as a list.
/// Empty when there is no such field or group.
std::string explain_model(const std::string& name);

/// What a number or rule means, and below it each value, with its grade and source, beside the shipped files that
/// have it. Empty when there is no such field.
std::string values_of_model(const std::string& name);

}  // namespace gin::cli
