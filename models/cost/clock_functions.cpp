// The functions of clock.hpp by name.
#include "models/cost/clock.hpp"
#include "models/cost/function.hpp"

namespace gin::models::cost {

std::vector<Function> clock_functions() {
  return {
      {"agent.issue",
       "From the call of a small put until it returns, the agent posting it.",
       {},
       true,
       [](const Call& call) { return gpu_issue(call.stack, call.profile.gpu); }},
      {"agent.push",
       "From the call of a small put until it returns, a proxy posting it.",
       {},
       true,
       [](const Call& call) { return proxy_issue(call.stack, call.profile.gpu); }},
  };
}

}  // namespace gin::models::cost
