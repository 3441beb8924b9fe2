// What every PE has to know of every other, as text of bytes that any all-gather carries. A reliable connection has two
// ends, so a PE has queue pairs for each peer, and says which is whose.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/ids.hpp"

namespace gin::verbs {

struct PeerAddress {
  std::uint64_t is_infiniband = 0;
  std::uint64_t lid = 0;
  std::uint64_t mtu = 0;             ///< as verbs number it
  std::uint64_t reads_answered = 0;  ///< that it can be asked for at a time, by each peer
  std::uint64_t base = 0;            ///< of the heap
  std::uint64_t key = 0;
  std::uint64_t heap_bytes = 0;
  std::uint64_t eager_max = 0;
  std::array<std::uint8_t, 16> gid{};
  /// By the PE at the other end, several for each where there are; of EFA's, which anybody may send to, by what they count.
  std::vector<std::uint32_t> queue_pairs;
  bool operator==(const PeerAddress&) const = default;
};

std::string write(const PeerAddress& address);

/// Throws Error(failed) that names `pe` when `text` is anything but what `write` made of an address with so many queue pairs.
PeerAddress read_address(const std::string& text, Pe pe, std::size_t queue_pairs);

/// Those of all PEs, in their order, of which `own` is that of `me`. Throws Error(failed) that names the PE whose address is
/// malformed, or of another kind of network, or of a PE with other settings.
std::vector<PeerAddress> read_addresses(const std::vector<std::string>& texts, const PeerAddress& own, Pe me);

}  // namespace gin::verbs
