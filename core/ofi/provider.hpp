// Which of libfabric's providers carries the bytes.
#pragma once

#include <string>

namespace gin::ofi {

struct Provider {
  std::string name;  ///< as libfabric calls it: "shm", "tcp;ofi_rxm", ...
  std::string node;  ///< the address of this machine to use; empty: the provider's choice
};

/// Between processes of one machine and one user.
Provider shm();
/// TCP with the fewest layers that this libfabric has.
Provider tcp();
/// TCP below the layer that makes datagram endpoints of connections.
Provider tcp_rxm();

}  // namespace gin::ofi
