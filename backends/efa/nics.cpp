#include "backends/efa/nics.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/base/error.hpp"
#include "core/topology/rails.hpp"

namespace gin::efa {
namespace {

using topology::Devices;
using topology::Nic;

bool is_in(const std::vector<std::string>& names, const std::string& name) {
  return std::ranges::find(names, name) != names.end();
}

/// A machine of which nothing is known.
Devices equally_near(const std::vector<std::string>& offered, std::uint32_t gpus) {
  Devices devices;
  for (const std::string& name : offered) devices.nics.push_back({name, "", "", ""});
  for (std::uint32_t gpu = 0; gpu < gpus; ++gpu)
    devices.places.push_back({fmt::format("GPU {}", gpu), std::vector<topology::Way>(offered.size())});
  return devices;
}

Devices of_those(Devices devices, const std::vector<std::string>& offered) {
  for (Nic& nic : devices.nics)
    if (!is_in(offered, nic.name)) nic.dead = "libfabric does not offer it";
  return devices;
}

Devices known_or_equal(const WirePlace& place, const std::vector<std::string>& offered, const Devices& machine) {
  const auto offers = [&](const Nic& nic) { return nic.dead.empty() && is_in(offered, nic.name); };
  const bool is_known = !machine.places.empty() && std::ranges::any_of(machine.nics, offers);
  return is_known ? of_those(machine, offered) : equally_near(offered, place.gpus);
}

/// All that can be used: first those of `own`, then the others by their distance, beginning behind the last of `own`.
topology::Rails by_distance(const Devices& devices, const topology::Place& from, const topology::Rails& own) {
  topology::Rails all = own;
  topology::Rails others;
  for (std::uint32_t i = 1; i <= devices.nics.size(); ++i) {
    const auto nic = static_cast<std::uint32_t>((own.back() + i) % devices.nics.size());
    if (devices.nics[nic].dead.empty() && std::ranges::find(own, nic) == own.end()) others.push_back(nic);
  }
  std::ranges::stable_sort(others, {}, [&](std::uint32_t nic) { return from.ways[nic].steps; });
  all.insert(all.end(), others.begin(), others.end());
  return all;
}

}  // namespace

std::vector<std::string> nics_for(const WirePlace& place, const std::vector<std::string>& offered,
                                  const Devices& machine) {
  const scenario::Nic& asked = place.nic;
  if (asked.device != "auto") {
    if (is_in(offered, asked.device)) return {asked.device};
    throw Error(Code::unavailable,
                fmt::format("launch.device: expected one of {}, came {}; `fi_info -p efa` lists them",
                            fmt::join(offered, ", "), asked.device));
  }
  const Devices devices = known_or_equal(place, offered, machine);
  const std::size_t from = place.gpu % devices.places.size();
  topology::Rails rails = topology::choose_rails(devices).rails[from];
  if (asked.rails > 0) {
    rails = by_distance(devices, devices.places[from], rails);
    const auto wanted = static_cast<std::size_t>(asked.rails);
    if (rails.size() < wanted)
      throw Error(Code::unavailable,
                  fmt::format("launch.rails: expected at most {}, which are offered ({}), came {}", rails.size(),
                              fmt::join(offered, ", "), wanted));
    rails.resize(wanted);
  }
  std::vector<std::string> names;
  for (const std::uint32_t nic : rails) names.push_back(devices.nics[nic].name);
  return names;
}

}  // namespace gin::efa
