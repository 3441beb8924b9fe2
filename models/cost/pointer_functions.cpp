// The functions of pointer.hpp by name.
#include "models/cost/function.hpp"
#include "models/cost/inputs.hpp"
#include "models/cost/pointer.hpp"

namespace gin::models::cost {
namespace {

const std::vector<std::string> scopes = {"thread", "warp", "block"};  // in the order of Scope

FieldTable carried_inputs() {
  return table_of(
      {bytes_input("bytes", "Payload.", 1, 8), word_input("scope", "Of the agent.", scopes, Choice::first)});
}

template <Itemised (*of)(const Profile&, const Stack&, const Moved&)>
Itemised called(const Call& call) {
  return of(call.profile, call.stack,
            {{call.inputs.integer("bytes")}, chosen<Scope>(call.inputs, "scope", scopes)});
}

}  // namespace

std::vector<Function> pointer_functions() {
  return {
      {"pointer.put_visible", "A put by stores over NVLink until its bytes are visible.", carried_inputs(), true,
       called<stored_visible>},
      {"pointer.put_completed", "The same until a quiet behind it returns.", carried_inputs(), true,
       called<stored_completed>},
      {"pointer.get", "A get by loads over NVLink until its bytes are there.", carried_inputs(), true,
       called<loaded>},
  };
}

}  // namespace gin::models::cost
