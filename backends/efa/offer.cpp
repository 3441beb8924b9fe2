#include "backends/efa/offer.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "backends/efa/missing.hpp"
#include "backends/efa/nics.hpp"
#include "core/base/error.hpp"
#include "core/ofi/info.hpp"
#include "core/ofi/probe.hpp"
#include "core/topology/machine.hpp"

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
    for (const std::string& nic : nics_for(place, offered, devices)) rails.push_back(ofi::efa(fabric, nic));
    return rails;
  }
  throw Error(Code::unavailable, why_none(place.nic.fabric));
}

std::string trouble_with(const WirePlace& place) {
  for (const ofi::Provider& rail : rails_of_place(place)) ofi::require(ofi::probe(rail), rail);
  return "";
}

}  // namespace gin::efa
