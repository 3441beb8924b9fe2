// How a device is found: its host and its number there, as an InfiniBand port says them.
#pragma once

#include <infiniband/verbs.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/softverbs/settings.hpp"

namespace softverbs {

struct Address {
  std::uint32_t host = 0;
  std::uint32_t nic = 0;

  bool operator==(const Address&) const = default;
};

/// Unicast LIDs are 0x0001 to 0xbfff (IBTA Vol. 1, 4.1.3).
constexpr std::uint16_t lid_of(const Address& address) {
  return static_cast<std::uint16_t>(address.host * nics_max + address.nic + 1);
}
static_assert(lid_of({hosts_max - 1, nics_max - 1}) <= 0xbfff);

constexpr std::optional<Address> address_of(std::uint16_t lid) {
  if (lid == 0 || lid > hosts_max * nics_max) return std::nullopt;
  return Address{(lid - 1u) / nics_max, (lid - 1u) % nics_max};
}

/// FNV-1a, folded to 24 bits (draft-eastlake-fnv, "Changing the FNV hash size").
constexpr std::uint32_t digest_of(std::string_view fabric) {
  std::uint32_t digest = 2166136261u;
  for (const char letter : fabric) digest = (digest ^ static_cast<unsigned char>(letter)) * 16777619u;
  return (digest >> 24 ^ digest) & 0xff'ffff;
}

/// EUI-64, network order: a locally administered number (IBTA Vol. 1, 4.1.1). Devices of two fabrics differ, as those of any two
/// machines do: what a library names by it in this machine's memory would be taken for another's (libfabric 1.17 does).
constexpr std::uint64_t guid_of(const Address& address, std::string_view fabric) {
  return 0x0253'5600'0000'0000ull | std::uint64_t{digest_of(fabric)} << 16 | lid_of(address);
}
inline std::uint64_t guid_of(const Address& address) {
  return guid_of(address, settings()->fabric);
}

/// The default subnet prefix and the port's GUID (IBTA Vol. 1, 4.1.1).
inline ibv_gid gid_of(const Address& address) {
  ibv_gid gid{};
  gid.global.subnet_prefix = htobe64(0xfe80'0000'0000'0000ull);
  gid.global.interface_id = htobe64(guid_of(address));
  return gid;
}

inline std::optional<Address> address_of(const ibv_gid& gid) {
  const auto address = address_of(static_cast<std::uint16_t>(be64toh(gid.global.interface_id)));
  const bool is_it = address && std::ranges::equal(gid_of(*address).raw, gid.raw);
  return is_it ? address : std::nullopt;
}

}  // namespace softverbs
