// What tests put together to try a mechanism need not be on offer anywhere.
#pragma once

#include <cstdlib>

#include "core/scenario/scenario.hpp"

namespace gin::test {

/// Any stack takes any path over any NIC.
inline void ask_for_everything(scenario::Scenario& scenario) {
  scenario.profile_overrides.push_back({"nic.device_posting", "1"});
  for (const char* offer : {"pointer", "gpu", "gpu_cpu_doorbell", "proxy", "host", "unordered"})
    scenario.stack_overrides.push_back({std::string("offers.") + offer, "true"});
}

/// The same cases run on one fabric of libfabric's and on another, on one NIC and on several: what the environment says.
inline void ask_as_environment_does(scenario::Scenario& scenario) {
  if (const char* const fabric = std::getenv("GINLAB_TEST_FABRIC")) scenario.launch.nic.fabric = fabric;
  if (const char* const rails = std::getenv("GINLAB_TEST_RAILS")) {
    scenario.launch.nic.rails = std::atoi(rails);
    // Short transfers are striped, too, so that every test has some that are.
    scenario.stack_overrides.push_back({"queues.stripe_min_bytes", "64"});
  }
}

}  // namespace gin::test
