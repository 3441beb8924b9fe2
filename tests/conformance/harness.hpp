// Where the suite runs: what a backend declares of itself says on which paths and under which conditions every promise of
// the device API is tested there. Whoever writes a backend adds nothing here.
#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "core/run/backend.hpp"

namespace gin::conformance {

struct Harness {
  std::string name;
  std::string backend = {};
  Traits traits = {};  ///< of the backend
  scenario::Cluster cluster;
  scenario::Paths paths;
  std::string stack = "lean";
  Overrides overrides = {};
  bool near_wrap = false;
  bool degraded = false;  ///< between processes: as strict as EFA
  scenario::Scope scope = scenario::Scope::block;
  const char* device = "auto";  ///< of a backend that opens one
  std::int64_t workers = 1;     ///< on a wall clock: 0 gives agents and proxies threads of their own

  bool uses(scenario::Path path) const {
    const bool across = cluster.nodes > 1 && paths.other_node == path;
    return across || paths.same_node == path;
  }
  bool is_virtual() const { return traits.time == Traits::Time::modelled; }
  /// In one process: a mistake that every environment finds by the same code may be tried there in all its forms.
  bool is_alone() const { return !traits.has_processes; }
  bool on_host() const { return paths.same_node == scenario::Path::host; }
  /// Peers of the node are reached by loads and stores.
  bool reaches_node() const { return paths.same_node == scenario::Path::pointer || on_host(); }
  /// The last PE is reached over a NIC, whose targets refuse on request.
  bool refuses() const { return cluster.nodes > 1 || !reaches_node(); }
  /// Its fabric keeps no order and has no atomics.
  bool unordered() const { return cluster.profile == "aws-p5-efa" || over_a_wire() || counts(); }
  /// What goes between PEs counts on nothing but a wire.
  bool over_a_wire() const {
    return (traits.has_processes || traits.time == Traits::Time::paced) && uses(scenario::Path::proxy);
  }
  /// Its agents spread what they issue over queues.
  bool spreads() const { return stack == "nvshmem-ibgda" && uses(scenario::Path::gpu); }
  /// Over a wire, strong signals are the target's business.
  bool reorders() const { return overrides_with("receiver_reorder") || over_a_wire(); }
  bool holds() const { return overrides_with("sender_hold"); }
  /// Its signals are counters of the NIC, which has no atomics but adding one.
  bool counts() const { return overrides_with("nic_counter") || (traits.counts && uses(scenario::Path::gpu)); }
  bool overrides_with(const std::string& word) const {
    for (const Override& one : overrides)
      if (one.number == word) return true;
    return false;
  }
};

/// What GoogleTest prints of a harness when a test fails.
inline std::ostream& operator<<(std::ostream& out, const Harness& harness) {
  return out << harness.name;
}

std::vector<Harness> every_harness();
std::vector<Harness> harnesses_where(const std::function<bool(const Harness&)>& wanted);

/// The one of that name.
Harness harness(const std::string& name);

/// A scenario of a few PEs with two agents each, for any program.
scenario::Scenario scenario_of(const Harness& harness);

}  // namespace gin::conformance
