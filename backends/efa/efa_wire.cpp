#include "backends/efa/efa_wire.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>

#include "backends/efa/offer.hpp"

namespace gin::efa {
namespace {

std::vector<std::unique_ptr<ofi::OfiWire>> opened(const WireNeeds& needs) {
  std::vector<std::unique_ptr<ofi::OfiWire>> wires;
  for (const ofi::Provider& rail : rails_of_place(needs.place))
    wires.push_back(std::make_unique<ofi::OfiWire>(rail, needs.heap, needs.eager_max));
  return wires;
}

}  // namespace

EfaWire::EfaWire(const WireNeeds& needs) : Railed(opened(needs)), is_relaxed_(needs.place.nic.relaxed) {}

std::string EfaWire::title() const {
  std::vector<std::string> names;
  for (const auto& rail : rails()) names.push_back(rail->title());
  const char* const shm = std::getenv("FI_EFA_ENABLE_SHM_TRANSFER");
  return fmt::format("{}{}; libfabric {}, FI_EFA_ENABLE_SHM_TRANSFER={}", fmt::join(names, ", "),
                     is_relaxed_ ? ", relaxed ordering" : "", ofi::library_version(), shm ? shm : "");
}

}  // namespace gin::efa
