// ginlab doctor: which backends this machine can run, what to do about the others, which libfabric and which RDMA
// devices there are, and which GPU would use which of them; the last also of another machine.
#include <fmt/format.h>

#include <algorithm>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "core/base/error.hpp"
#include "core/base/text_file.hpp"
#include "core/ofi/provider.hpp"
#include "core/topology/machine.hpp"
#include "core/topology/rails.hpp"
#include "core/verbs/device.hpp"

namespace gin::cli {
namespace {

topology::Machine described_in(const std::string& file) {
  const std::string xml = read_text_file(
      {.path = file, .what = "a machine in XML, as lstopo FILE.xml writes it", .bytes_max = std::size_t{64} << 20});
  try {
    return topology::Machine::described(xml);
  } catch (const Error& error) {
    throw Error(error.code(), file + ": " + error.what());
  }
}

/// Whether anybody has a rail. Each line begins with `indent`.
bool print_rails(const topology::Devices& devices, const std::string& indent) {
  const topology::RailChoice choice = topology::choose_rails(devices);
  print(fmt::format("{}{} {}, {} NICs for RDMA\n", indent, devices.places.size(),
                    devices.in_gpus ? "GPUs" : "NUMA domains and no GPU", devices.nics.size()));
  for (const std::string& sentence : sentences(devices, choice)) print(indent + "  " + sentence + "\n");
  return std::ranges::any_of(choice.rails, [](const topology::Rails& rails) { return !rails.empty(); });
}

void print_rails_here() {
  try {
    const topology::Devices devices = topology::Machine::here().devices();
    if (devices.in_gpus && !devices.nics.empty()) print_rails(devices, "  ");
  } catch (const Error& error) {
    print(fmt::format("  which GPU uses which NIC is not known: {}\n", error.what()));
  }
}

}  // namespace

int carry_out(const DoctorOptions& options, const Programs&) {
  if (!options.topology.empty()) return print_rails(described_in(options.topology).devices(), "") ? 0 : 1;
  std::vector<std::pair<std::string, std::string>> states;
  bool any = false;
  for (const auto& backend : make_backends()) {
    const std::string why = backend->unavailable_because();
    const std::string details = why.empty() ? backend->details() : "";
    states.emplace_back(backend->name(), !why.empty() ? "cannot run here: " + why
                                                      : "ready" + (details.empty() ? "" : ": " + details));
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
  print_rails_here();
  return any ? 0 : 1;
}

}  // namespace gin::cli
