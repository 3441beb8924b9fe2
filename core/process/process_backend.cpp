// The launcher of PEs that are processes, and the side of one that somebody else started, who tells each its rank and
// where the others are.
#include "core/process/process_backend.hpp"

#include <fmt/format.h>

#include <chrono>

#include "core/base/error.hpp"
#include "core/bootstrap/secret.hpp"
#include "core/process/pe_threads.hpp"
#include "core/process/seat.hpp"
#include "core/process/started_pe.hpp"
#include "core/run/local_processes.hpp"

namespace gin {
namespace {

using namespace std::chrono_literals;

constexpr auto grace = 3s;  // for PEs to end by themselves once the job has failed

/// Returns the exit status of a PE's process. Everybody hears why it ends early, from the rendezvous.
int live(Carrier& carrier, const ProcessPlan& plan, const bootstrap::Identity& who, const SymmetricHeaps& heaps) {
  try {
    bootstrap::Member member(seat_of(who));
    try {
      member.leave(report_of(carrier.run_pe(plan, member, Pe{who.rank}, &heaps)));
      return 0;
    } catch (const std::exception& error) {
      give_up(member, error.what());
    }
  } catch (const Error& error) {
    // The launcher says why the job has failed.
    if (error.code() == Code::said_by_another) return 1;
    fmt::print(stderr, "ginlab: PE {}: {}\n", who.rank, error.what());
  } catch (const std::exception& error) {
    fmt::print(stderr, "ginlab: PE {}: internal error: {}\n", who.rank, error.what());
  }
  return 1;
}

/// Starts all PEs on this machine and waits for them.
trace::Row launch(Carrier& carrier, const ProcessPlan& plan) {
  const SymmetricHeaps heaps(heaps_that_fit(plan.heap, {.pes = plan.launch.n_pes, .shared = true}));
  const std::string secret = bootstrap::fresh_secret();
  const std::uint32_t n_pes = plan.launch.n_pes;
  const std::uint32_t count = carrier.processes(plan);
  LocalProcesses processes(count, [&](std::uint32_t index, const LocalProcesses::Start& start) {
    const std::string address = start();
    if (address.empty()) return 1;
    return on_threads(pes_of_process(index, count, n_pes), [&](std::uint32_t pe) {
      return live(carrier, plan, {{pe, n_pes}, address, secret}, heaps);
    });
  });
  // Only now: a process with threads must not fork.
  bootstrap::Rendezvous rendezvous(meeting_of({{0, plan.launch.n_pes}, "", secret}));
  processes.tell(rendezvous.endpoint());
  const auto died = [&](const LocalProcesses::Death& death) {
    const PeRange gone = pes_of_process(death.rank, count, n_pes);
    for (std::uint32_t pe = gone.begin; pe < gone.end; ++pe) rendezvous.died(pe, death.how);
  };
  processes.watch([&] { return rendezvous.finished(); }, died);
  processes.wait(grace, died);
  const bootstrap::Outcome outcome = rendezvous.wait();
  if (!outcome.failure.empty()) throw Error(Code::failed, outcome.failure);
  return merged(plan, outcome.reports);
}

/// Many forget that a job of another size was started than the scenario's.
void check_size(const scenario::Scenario& scenario, const bootstrap::Identity& who) {
  if (who.size == scenario.n_pes()) return;
  throw Error(
      Code::bad_input,
      fmt::format("cluster: expected as many PEs as were started, {}, came {} nodes with {} GPUs each; start {} "
                  "or set cluster.nodes",
                  who.size, scenario.cluster.nodes, scenario.cluster.gpus_per_node, scenario.n_pes()));
}

class ProcessBackend final : public Backend {
 public:
  ProcessBackend(ProcessRules rules, std::unique_ptr<Carrier> carrier)
      : rules_(std::move(rules)), carrier_(std::move(carrier)) {}

  std::string name() const override { return rules_.backend; }
  std::string summary() const override { return rules_.summary; }
  Traits traits() const override {
    using enum scenario::Path;
    Traits traits{.has_processes = true, .matches = !rules_.only_kernels, .counts = rules_.counts};
    for (const scenario::Path path : {proxy, pointer, gpu, gpu_cpu_doorbell})
      if (rules_.has(path)) traits.paths.push_back(path);
    return traits;
  }
  std::string unavailable_because() const override { return carrier_->missing(); }
  std::string details() const override { return carrier_->details(); }
  bool answers() const override {
    const auto who = bootstrap::identity_from(bootstrap::environment);
    return !who || who->rank == 0;
  }
  trace::Row run(const RunRequest& request) const override {
    const auto who = bootstrap::identity_from(bootstrap::environment);
    return who ? run_as(*who, request) : run_all(request);
  }

 private:
  trace::Row run_all(const RunRequest& request) const {
    const ProcessPlan plan(request, rules_);
    carrier_->prepare(place_of(plan.scenario, "", Pe{0}));
    carrier_->refuse(plan);
    return launch(*carrier_, plan);
  }
  trace::Row run_as(const bootstrap::Identity& who, const RunRequest& request) const {
    check_size(request.scenario, who);
    ProcessRules apart = rules_;
    apart.shares_memory = false;
    apart.instead_of_pointer = "let ginlab start all PEs: memory is not shared between those that others start";
    const ProcessPlan plan(request, apart);
    return this_process(who).run(plan, *carrier_);
  }

  const ProcessRules rules_;
  const std::unique_ptr<Carrier> carrier_;
};

}  // namespace

std::unique_ptr<Backend> process_backend(ProcessRules rules, std::unique_ptr<Carrier> carrier) {
  return std::make_unique<ProcessBackend>(std::move(rules), std::move(carrier));
}

}  // namespace gin
