#include "models/cost/function.hpp"

#include <algorithm>

namespace gin::models::cost {

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
