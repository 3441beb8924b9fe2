#include "models/cost/function.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.hpp"

namespace gin::models::cost {

Handing handing_of(const Call& call) {
  const Handing handing = call.inputs.text("handing") == "gpu" ? Handing::gpu : Handing::proxy;
  if (is_known(call.stack, handing)) return handing;
  if (call.stack.arrivals.signals == UnorderedSignals::nic_counter)
    throw Error(
        Code::bad_input,
        fmt::format(
            "cost: expected handing gpu for a stack whose signals the NIC counts, got a CPU thread, of which {} "
            "has none; set handing to gpu",
            call.stack.name));
  throw Error(Code::bad_input,
              fmt::format("cost: expected a stack that acknowledges at each look, got {}, whose proxies ask for "
                          "acknowledgements when somebody waits; run a scenario instead",
                          call.stack.name));
}

const std::vector<Function>& functions() {
  static const std::vector<Function> all = [] {
    std::vector<Function> made;
    for (const auto& part : {agent_functions(), memory_functions(), nic_functions(), ordering_functions(),
                             pcie_functions(), pointer_functions(), protocol_functions(), put_functions()})
      made.insert(made.end(), part.begin(), part.end());
    return made;
  }();
  return all;
}

const Function* find_function(const std::string& name) {
  const auto found =
      std::find_if(functions().begin(), functions().end(), [&](const Function& one) { return one.name == name; });
  return found == functions().end() ? nullptr : &*found;
}

}  // namespace gin::models::cost
