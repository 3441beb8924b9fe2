// The backends `shm` and `tcp`: a process per PE, proxies over libfabric.
#include <set>

#include "core/ofi/ofi_wire.hpp"
#include "core/ofi/probe.hpp"
#include "core/ofi/tidy_up.hpp"
#include "core/process/process_backend.hpp"
#include "models/rules/rules.hpp"

namespace gin {
namespace {

/// Wires of one provider.
struct OfiWires {
  ofi::Provider provider;
  bool by_address = false;  ///< the provider is told which address of this machine reaches the others

  /// Looks once in a process: to load libfabric and to try a provider takes a third of a second.
  void prepare(const WirePlace& place) {
    static std::set<std::string> prepared;
    if (!prepared.insert(provider.name).second) return;
    ofi::tidy_up();
    ofi::require(ofi::probe(at(place.host)), provider);
  }
  ofi::OfiWire make(const WireNeeds& needs) const { return {at(needs.place.host), needs.heap, needs.eager_max}; }
  ofi::Provider at(const std::string& host) const {
    ofi::Provider there = provider;
    if (by_address) there.node = host;
    return there;
  }
};

}  // namespace

std::unique_ptr<Backend> make_backend_shm() {
  return process_backend({.backend = "shm",
                          .summary = "wall-clock time, a process per PE, libfabric's shared memory between them",
                          .stack_of = rules::over_wire,
                          .shares_memory = true},
                         OfiWires{ofi::shm()});
}

std::unique_ptr<Backend> make_backend_tcp() {
  return process_backend({.backend = "tcp",
                          .summary = "wall-clock time, a process per PE, libfabric over TCP between them",
                          .stack_of = rules::over_wire,
                          .instead_of_pointer = "use backend shm"},
                         OfiWires{ofi::tcp(), true});
}

}  // namespace gin
