// Cost functions by name: what a validation table of kind "model" calls.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/base/fields.hpp"
#include "models/cost/agent.hpp"
#include "models/profile.hpp"
#include "models/stack.hpp"

namespace gin::models::cost {

/// What a function is called with. `inputs` has passed the function's own table, defaults filled in.
struct Call {
  const Profile& profile;
  const Stack& stack;
  const Values& inputs;
};

struct Function {
  std::string name;          ///< "pcie.read"
  std::string text;          ///< what comes out, in a sentence
  FieldTable inputs;         ///< integers and words, by plain names
  bool needs_stack = false;  ///< a call must name one
  Itemised (*of)(const Call&) = nullptr;
};

/// What a call says in its input "handing", gpu or proxy. Throws Error(bad_input) for a library that is not known.
Handing handing_of(const Call& call);

/// All of them; made once.
const std::vector<Function>& functions();

/// Null where there is none of that name.
const Function* find_function(const std::string& name);

/// For `function.cpp`: one for each file of functions.
std::vector<Function> agent_functions();
std::vector<Function> memory_functions();
std::vector<Function> nic_functions();
std::vector<Function> ordering_functions();
std::vector<Function> pcie_functions();
std::vector<Function> pointer_functions();
std::vector<Function> protocol_functions();
std::vector<Function> put_functions();

}  // namespace gin::models::cost
