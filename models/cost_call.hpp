// One call of a cost function as a table or a person asks for it: files by name with what is replaced in them, and
// inputs.
#pragma once

#include <string>

#include "core/base/json.hpp"
#include "models/cost/function.hpp"
#include "models/load.hpp"

namespace gin::models {

struct CostCall {
  std::string profile;
  Overrides profile_overrides;
  std::string stack;  ///< empty: none is named
  Overrides stack_overrides;
  Values inputs;  ///< have passed the function's own table, defaults filled in
};

/// Puts one input into a document for the function's table, as it is written in a table's column or on a command
/// line (as_json).
void put_input(Json& inputs, const cost::Function& function, const Override& input);

/// What it costs at the clocks of the profile. Throws Error(bad_input): where the function asks for a stack and
/// none is named, and as load_profile and load_stack do.
cost::Itemised cost_of(const cost::Function& function, const CostCall& call);

}  // namespace gin::models
