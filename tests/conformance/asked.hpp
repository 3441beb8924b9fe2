// What tests put together to try a mechanism need not be on offer anywhere.
#pragma once

#include "core/scenario/scenario.hpp"

namespace gin::test {

/// Any stack takes any path over any NIC.
inline void ask_for_everything(scenario::Scenario& scenario) {
  scenario.profile_overrides.push_back({"nic.device_posting", "1"});
  for (const char* offer : {"pointer", "gpu", "gpu_cpu_doorbell", "proxy", "host", "unordered"})
    scenario.stack_overrides.push_back({std::string("offers.") + offer, "true"});
}

}  // namespace gin::test
