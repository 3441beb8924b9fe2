// The backend `efa`: a process per PE, proxies over libfabric's provider for AWS' Elastic Fabric Adapter.
#include <set>
#include <string>
#include <tuple>

#include "backends/efa/details.hpp"
#include "backends/efa/efa_wire.hpp"
#include "backends/efa/offer.hpp"
#include "core/base/error.hpp"
#include "core/ofi/library.hpp"
#include "core/ofi/tidy_up.hpp"
#include "core/process/process_backend.hpp"
#include "core/run/apart.hpp"
#include "core/verbs/efa_queues.hpp"
#include "models/rules/rules.hpp"

namespace gin {
namespace {

/// The provider opens its devices when libfabric is loaded, and what it has open does not survive a fork. So whoever starts
/// the PEs never loads it: it looks in a process of its own, and each PE loads it for itself.
class EfaWires {
 public:
  void prepare(const WirePlace& place) {
    if (!place.host.empty()) return;  // this process is a PE, and says what is missing when it opens its wire
    if (ofi::is_loaded())
      throw Error(
          Code::unavailable,
          "backend efa: expected to be the first in this command that needs libfabric, came one behind shm or tcp; "
          "EFA's devices are opened when libfabric is loaded and do not survive the start of PEs: run it alone, or first");
    const scenario::Nic& nic = place.nic;
    if (tried_.contains({nic.device, nic.fabric, nic.rails, nic.relaxed})) return;
    ofi::tidy_up();
    const std::string trouble = apart([&] { return efa::trouble_with(place); });
    if (!trouble.empty()) throw Error(Code::unavailable, trouble);
    tried_.insert({nic.device, nic.fabric, nic.rails, nic.relaxed});
  }
  std::string missing() const {
    static const std::string found = apart([] { return efa::trouble_with({}); });
    return found;
  }
  std::string details() const {
    return apart([] { return efa::details({}); });
  }
  efa::EfaWire make(const WireNeeds& needs) const { return efa::EfaWire(needs); }
  /// Of libverbs and libefa alone. The nearest NIC: one rail for each context is what EFA's counters allow.
  verbs::EfaQueues make_queues(const QueueNeeds& needs) const {
    return {efa::nic_for_queues(needs.place),
            needs.heap,
            {needs.n_pes, needs.per_peer, needs.depth, needs.refused, needs.words}};
  }

 private:
  using Asked = std::tuple<std::string, std::string, std::int64_t, bool>;  // device, fabric, rails, relaxed
  std::set<Asked> tried_;  ///< and works: a look takes a third of a second
};

}  // namespace

std::unique_ptr<Backend> make_backend_efa() {
  return process_backend({.backend = "efa",
                          .summary = "wall-clock time, a process per PE, libfabric's provider efa between them",
                          .stack_of = rules::over_wire,
                          .shares_memory = true,
                          .counts = true},
                         EfaWires());
}

}  // namespace gin
