#include "backends/efa/details.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "backends/efa/offer.hpp"
#include "core/ofi/endpoint.hpp"
#include "core/verbs/efa_device.hpp"

namespace gin::efa {
namespace {

// The provider's own options, in the order in which fi_ext.h of libfabric 2.1 has them; 1.17 knows the first alone.
constexpr int first_own = -(0xefa << 16);
constexpr int emulated_write = first_own + 2;                    // FI_OPT_EFA_EMULATED_WRITE
constexpr int write_in_order_aligned_128_bytes = first_own + 6;  // FI_OPT_EFA_WRITE_IN_ORDER_ALIGNED_128_BYTES

std::string who_writes(const ofi::Endpoint& endpoint) {
  bool is_emulated = false;
  std::size_t bytes = sizeof is_emulated;
  if (fi_getopt(&endpoint.endpoint->fid, FI_OPT_ENDPOINT, emulated_write, &is_emulated, &bytes) != 0)
    return "this libfabric does not tell who carries out writes";
  return is_emulated ? "writes are messages that the provider carries out" : "the device writes by itself";
}

/// Nothing here needs it: a program reads no word before its immediate has come. Protocols with flags in their data would.
std::string order_of(const ofi::Endpoint& endpoint) {
  const bool wanted = true;
  const bool is_offered = fi_setopt(&endpoint.endpoint->fid, FI_OPT_ENDPOINT, write_in_order_aligned_128_bytes,
                                    &wanted, sizeof wanted) == 0;
  return is_offered ? "aligned 128 bytes of a write can come in order" : "no bytes of a write come in order";
}

std::string who_posts() {
  const std::string missing = verbs::efa_queues_missing();
  return missing.empty() ? "agents can write its queues (path gpu)" : "agents cannot write its queues: " + missing;
}

}  // namespace

std::string details(const WirePlace& place) {
  std::vector<std::string> nics;
  const std::vector<ofi::Provider> rails = rails_of_place(place);
  for (const ofi::Provider& rail : rails) nics.push_back(rail.device);
  const ofi::Endpoint endpoint(rails.front());
  return fmt::format("{} over {}; {}; {}; {}", rails.front().fabric, fmt::join(nics, ", "), who_writes(endpoint),
                     order_of(endpoint), who_posts());
}

}  // namespace gin::efa
