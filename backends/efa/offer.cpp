#include "backends/efa/offer.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "backends/efa/missing.hpp"
#include "backends/efa/nics.hpp"
#include "core/base/error.hpp"
#include "core/ofi/info.hpp"
#include "core/ofi/library.hpp"
#include "core/ofi/probe.hpp"
#include "core/topology/machine.hpp"
#include "core/verbs/efa_device.hpp"

namespace gin::efa {
namespace {

/// The device itself before the protocol above it.
std::vector<std::string> fabrics(const std::string& asked) {
  return asked == "auto" ? std::vector<std::string>{"efa-direct", "efa"} : std::vector<std::string>{asked};
}

std::string why_none(const std::string& asked) {
  const std::string libfabric = ofi::library_version();
  if (asked != "auto" && !ofi::devices_of(ofi::efa("", "")).empty())
    return fmt::format(
        "launch.fabric: expected one that libfabric {} offers here, came {}; efa-direct takes libfabric 2.x and a "
        "device that writes, efa has all",
        libfabric, asked);
  return what_is_missing({.libfabric = libfabric, .has_provider = ofi::has_provider("efa")});
}

/// Heaps to which a NIC's writes may pass each other.
ofi::Provider relaxed(ofi::Provider rail) {
  // FI_EFA_MR_RELAXED_ORDERING of libfabric 2.7 (prov/efa/src/fi_ext_efa.h; ofiwg/libfabric pull requests 12774 and 12805). Fabric efa
  // takes it and does nothing.
  constexpr std::uint64_t relaxed_ordering = std::uint64_t{1} << 61;
  if (FI_VERSION_LT(ofi::library().version(), FI_VERSION(2, 7)) || rail.fabric != "efa-direct")
    throw Error(
        Code::unavailable,
        fmt::format(
            "launch.relaxed_ordering: expected libfabric 2.7 or later and fabric efa-direct, came {} and {}; set "
            "it to false, or take such a one",
            ofi::library_version(), rail.fabric));
  rail.heap_flags = relaxed_ordering;
  return rail;
}

topology::Devices known_devices() {
  try {
    return topology::Machine::here().devices();
  } catch (const Error&) {
    return {};  // nothing is known, and all NICs are equally near
  }
}

}  // namespace

std::vector<ofi::Provider> rails_of_place(const WirePlace& place) {
  // Between processes of a machine the provider would take its shared memory, and what is measured would be no NIC.
  ::setenv("FI_EFA_ENABLE_SHM_TRANSFER", "0", 0);
  for (const std::string& fabric : fabrics(place.nic.fabric)) {
    const std::vector<std::string> offered = ofi::devices_of(ofi::efa(fabric, ""));
    if (offered.empty()) continue;
    std::vector<ofi::Provider> rails;
    const topology::Devices devices = offered.size() == 1 ? topology::Devices{} : known_devices();
    for (const std::string& nic : nics_for(place, offered, devices)) {
      const ofi::Provider rail = ofi::efa(fabric, nic);
      rails.push_back(place.nic.relaxed ? relaxed(rail) : rail);
    }
    return rails;
  }
  throw Error(Code::unavailable, why_none(place.nic.fabric));
}

std::string nic_for_queues(const WirePlace& place) {
  const std::vector<std::string> offered = verbs::efa_devices();
  if (offered.empty()) return place.nic.device;
  return nics_for(place, offered, offered.size() == 1 ? topology::Devices{} : known_devices()).front();
}

std::string trouble_with(const WirePlace& place) {
  for (const ofi::Provider& rail : rails_of_place(place)) ofi::require(ofi::probe(rail), rail);
  return "";
}

}  // namespace gin::efa
