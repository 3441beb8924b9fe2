#include "models/cost_call.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "models/cost/clock.hpp"

namespace gin::models {

void put_input(Json& inputs, const cost::Function& function, const Override& input) {
  const Field* const field = function.inputs.find(input.path);
  inputs[input.path] = field == nullptr ? Json(input.number) : as_json(*field, input.number);
}

cost::Itemised cost_of(const cost::Function& function, const CostCall& call) {
  if (function.needs_stack && call.stack.empty())
    throw Error(Code::bad_input, fmt::format("$.stack: expected a stack, which {} asks for", function.name));
  const Profile profile = load_profile(call.profile, call.profile_overrides);
  Stack stack{};
  if (!call.stack.empty()) stack = cost::at_clocks(load_stack(call.stack, call.stack_overrides), profile);
  return function.of({profile, stack, call.inputs});
}

}  // namespace gin::models
