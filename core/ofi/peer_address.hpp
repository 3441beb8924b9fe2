// What every PE has to know of every other, as text of bytes that any all-gather carries.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/ids.hpp"

namespace gin::ofi {

struct PeerAddress {
  std::string provider;  ///< and of which libfabric: "shm of libfabric 2.1"
  std::string endpoint;  ///< its name, in the provider's own form
  std::uint64_t base = 0;
  std::uint64_t key = 0;
  std::uint64_t heap_bytes = 0;
  std::uint64_t eager_max = 0;
  bool operator==(const PeerAddress&) const = default;
};

std::string write(const PeerAddress& address);

/// Throws Error(failed) that names `pe` when `text` is anything but what `write` made.
PeerAddress read_address(const std::string& text, Pe pe);

}  // namespace gin::ofi
