// The functions of put.hpp and proxy.hpp by name.
#include "models/cost/function.hpp"
#include "models/cost/inputs.hpp"
#include "models/cost/proxy.hpp"
#include "models/cost/put.hpp"

namespace gin::models::cost {
namespace {

const std::vector<std::string> handings = {"gpu", "proxy"};
const std::vector<std::string> looks = {"best", "worst"};

/// At worst what arrives has just missed its look.
Waits waits_of(const Call& call) {
  if (call.inputs.text("looks") == "best") return {};
  const ProxyPathCosts proxy = looking(call.profile, call.stack.proxy);
  const Duration round = poll_round(proxy, served(proxy, 0).rings);
  return {round, round};
}

FieldTable call_inputs(bool has_bytes) {
  std::vector<Field> fields = {
      word_input("handing", "Who posts the work.", handings, Choice::required),
      word_input("looks", "Whether the proxy looks at once or has just looked.", looks, Choice::first)};
  if (has_bytes) fields.push_back(bytes_input("bytes", "Payload.", 1, 8));
  return table_of(std::move(fields));
}

using Whole = Itemised (*)(const Profile&, const Stack&, Handing, Bytes, const Waits&);
template <Whole whole>
Itemised called(const Call& call) {
  return whole(call.profile, call.stack, handing_of(call), {call.inputs.integer("bytes")}, waits_of(call));
}

}  // namespace

std::vector<Function> put_functions() {
  return {
      {"put.visible", "A put of an agent to another node until its bytes are visible.", call_inputs(true), true,
       called<put_visible>},
      {"put.completed", "A put of an agent to another node until the agent knows it complete.", call_inputs(true),
       true, called<put_completed>},
      {"get.completed", "A get of an agent from another node until its bytes are there.", call_inputs(true), true,
       called<get_completed>},
      {"atomic.completed", "An atomic at another node until the agent has the old value.", call_inputs(false), true,
       [](const Call& call) {
         return atomic_completed(call.profile, call.stack, handing_of(call), waits_of(call));
       }},
      {"proxy.busy", "Commands of one CPU thread that is never idle.",
       table_of({count_input("commands", "How many.", 1, 1'000'000),
                 count_input("batch", "Taken in one look at a ring; they share a doorbell.", 1)}),
       true,
       [](const Call& call) {
         return busy(looking(call.profile, call.stack.proxy), call.inputs.integer("batch"),
                     call.inputs.integer("commands"));
       }},
      {"proxy.credit",
       "From a slot's being free until an agent that waits for room knows.",
       {},
       true,
       [](const Call& call) { return credit(call.profile, call.stack.proxy); }},
  };
}

}  // namespace gin::models::cost
