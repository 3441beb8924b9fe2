// Which of libfabric's providers carries the bytes.
#pragma once

#include <string>

namespace gin::ofi {

struct Provider {
  std::string name;             ///< as libfabric calls it: "shm", "tcp;ofi_rxm", ...
  std::string node = {};        ///< the address of this machine to use; empty: the provider's choice
  std::string later_name = {};  ///< of a provider that was renamed: asked for where nobody answers to `name`
};

/// Between processes of one machine and one user.
Provider shm();
/// TCP with the fewest layers that this libfabric has. 1.17 calls it "net", for its own "tcp" knows connected endpoints
/// only and gets a layer; later "net" became "tcp". Which of them is there, the library is asked when a wire is opened.
Provider tcp();
/// TCP below the layer that makes datagram endpoints of connections.
Provider tcp_rxm();

/// Which libfabric this process has: "2.1". Throws Error(unavailable) where there is none.
std::string library_version();

}  // namespace gin::ofi
