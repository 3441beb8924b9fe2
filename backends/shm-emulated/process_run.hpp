// A row of a scenario on a process per PE: what all PEs of the job agree on, and what each does.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "backends/shm-emulated/machine_of.hpp"
#include "core/bootstrap/identity.hpp"
#include "core/bootstrap/member.hpp"
#include "core/bootstrap/rendezvous.hpp"
#include "core/fabric/heap.hpp"
#include "core/ofi/provider.hpp"
#include "core/run/backend.hpp"
#include "core/run/heap_plan.hpp"

namespace gin {

/// What the backends differ in.
struct ProcessRules {
  std::string backend;  ///< its name
  ofi::Provider provider;
  bool shares_memory = false;           ///< PEs of a node reach each other's heaps by load and store
  bool by_address = false;              ///< the provider is told which address of this machine reaches the others
  std::string instead_of_pointer = {};  ///< what to do about path pointer where memory is not shared
};

/// Everything about a run that is decided before there are processes.
class ProcessPlan {
 public:
  /// Throws Error(bad_input, unavailable) for what these backends cannot do.
  ProcessPlan(const RunRequest& request, const ProcessRules& rules);

  const RunRequest& request;
  const ProcessRules& rules;
  const scenario::Scenario& scenario;
  const emulated::Models models;
  const Launch launch;
  std::unique_ptr<ProgramInstance> program;
  HeapPlan heap;
  QueueRules queues;

  std::uint32_t proxies() const { return static_cast<std::uint32_t>(models.stack.proxy.threads); }
  std::uint32_t rings() const { return static_cast<std::uint32_t>(models.stack.proxy.rings); }

 private:
  void refuse_what_cannot_run() const;
};

/// Runs PE `member.rank()` in this process, from meeting the others to leaving them; returns its part of the row.
/// `heaps`: of all PEs of this machine; null when this process was started on its own.
trace::Row run_pe(const ProcessPlan& plan, bootstrap::Member& member, Pe me, const SymmetricHeaps* heaps);

/// Says why this PE fails, unless the job has failed already or does so at once: a death breaks things elsewhere.
void give_up(bootstrap::Member& member, const std::string& why);

/// What carries the bytes of this PE, once it knows the others.
ofi::Provider provider_for(const ProcessPlan& plan, const bootstrap::Member& member);

/// How this process sits in the job that `who` says.
bootstrap::Member::Options seat_of(const bootstrap::Identity& who);
bootstrap::Rendezvous::Options meeting_of(const bootstrap::Identity& who);

/// What a PE hands in, and one row of what all of them handed in: an iteration takes as long as on the PE that took
/// longest.
std::string report_of(trace::Row row);
trace::Row merged(const ProcessPlan& plan, const std::vector<std::string>& reports);

}  // namespace gin
