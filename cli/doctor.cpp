// ginlab doctor: which backends this machine can run, what to do about the others, which libfabric and which RDMA devices
// there are.
#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "core/base/error.hpp"
#include "core/ofi/provider.hpp"
#include "core/verbs/device.hpp"

namespace gin::cli {

int carry_out(const DoctorOptions&, const Programs&) {
  std::vector<std::pair<std::string, std::string>> states;
  bool any = false;
  for (const auto& backend : make_backends()) {
    const std::string why = backend->unavailable_because();
    states.emplace_back(backend->name(), why.empty() ? "ready" : "cannot run here: " + why);
    any = any || why.empty();
  }
  print(two_columns(states));
  try {
    print("  libfabric " + ofi::library_version() + "\n");
  } catch (const Error& error) {
    print(std::string("  no libfabric: ") + error.what() + "\n");
  }
  const verbs::Inventory rdma = verbs::inventory();
  for (std::size_t i = 0; i < rdma.ports.size(); ++i)
    print("  RDMA device " + rdma.ports[i] + (rdma.queues[i].empty() ? "" : "; " + rdma.queues[i]) + "\n");
  if (!rdma.missing.empty()) print("  no RDMA hardware: " + rdma.missing + "\n");
  return any ? 0 : 1;
}

}  // namespace gin::cli
