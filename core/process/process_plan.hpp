// A row of a scenario on a process per PE: what all PEs of the job agree on before there are any.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/bootstrap/member.hpp"
#include "core/run/backend.hpp"
#include "core/run/heap_plan.hpp"
#include "core/run/stack_rules.hpp"

namespace gin {

/// What the backends differ in, beside their wires.
struct ProcessRules {
  std::string backend;  ///< its name
  std::string summary;  ///< a line of `ginlab list backends`
  /// What the scenario's stack says of agents whose proxies stand on a wire; throws Error(bad_input).
  StackRules (*stack_of)(const scenario::Scenario& scenario) = nullptr;
  bool shares_memory = false;           ///< PEs of a node reach each other's heaps by load and store
  bool only_kernels = false;            ///< agents run on GPUs, and nowhere else
  bool has_queues = false;              ///< agents may write queues of the NIC by themselves (QueueFactory)
  bool counts = false;                  ///< of a NIC that counts: agents ring by themselves, too
  std::string instead_of_pointer = {};  ///< what to do about path pointer where memory is not shared

  bool has(scenario::Path path) const {
    using enum scenario::Path;
    if (path == pointer) return shares_memory;
    if (path == proxy) return true;
    return has_queues && (path == gpu || (path == gpu_cpu_doorbell && !counts && !only_kernels));
  }
};

/// Everything about a run that is decided before there are processes.
class ProcessPlan {
 public:
  /// Throws Error(bad_input, unavailable) for what these backends cannot do.
  ProcessPlan(const RunRequest& request, const ProcessRules& rules);

  /// Agents write queues of the NIC by themselves.
  bool posts() const { return scenario.uses(scenario::Path::gpu) || rings(); }
  /// And a CPU thread rings for them.
  bool rings() const { return scenario.uses(scenario::Path::gpu_cpu_doorbell); }
  /// There is something for proxies to do.
  bool serves() const { return scenario.uses(scenario::Path::proxy) || heap.requirements().two_sided || !posts(); }
  /// CPU threads that serve a PE where copy engines carry out what is not done by pointer.
  std::uint32_t copy_servers() const {
    if (posts()) return 1;
    return scenario.uses(scenario::Path::proxy) ? stack.proxies : 0;
  }
  /// Agents run as a kernel.
  bool on_gpu() const { return rules.only_kernels || scenario.launch.runs_on == scenario::RunsOn::gpu; }
  /// Threads of the PE that run its agents and proxies; 0: each has its own.
  std::uint32_t workers() const { return on_gpu() ? 0 : static_cast<std::uint32_t>(scenario.launch.workers); }
  /// Queues of agents to one peer.
  std::uint32_t queues_per_peer() const { return stack.queues.per_peer * heap.context_count(); }

  const RunRequest& request;
  const ProcessRules& rules;
  const scenario::Scenario& scenario;
  const StackRules stack;
  const Launch launch;
  std::unique_ptr<ProgramInstance> program;
  HeapPlan heap;

 private:
  void refuse_what_cannot_run() const;
};

/// Everything that decides what a row is, as lines of "field: value".
std::string facts_of(const ProcessPlan& plan);

/// What a PE hands in, and one row of what all of them handed in: an iteration takes as long as on the PE that took
/// longest.
std::string report_of(trace::Row row);
trace::Row merged(const ProcessPlan& plan, const std::vector<std::string>& reports);

}  // namespace gin
