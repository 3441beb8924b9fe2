// Where the rendezvous is, as people and environments write it: HOST:PORT, and [HOST]:PORT where the host is IPv6.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gin::bootstrap {

struct Address {
  std::string host;
  std::uint16_t port = 0;
  bool operator==(const Address&) const = default;
};

/// Throws Error(bad_input) for anything else, and for port 0, where nobody can be reached.
Address parse_address(std::string_view text);
std::string written(const Address& address);

}  // namespace gin::bootstrap
