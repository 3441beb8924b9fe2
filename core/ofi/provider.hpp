// Which of libfabric's providers carries the bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/format/completion_status.hpp"

namespace gin::ofi {

struct Provider {
  std::string name;             ///< as libfabric calls it: "shm", "tcp;ofi_rxm", ...
  std::string node = {};        ///< the address of this machine to use; empty: the provider's choice
  std::string later_name = {};  ///< of a provider that was renamed: asked for where nobody answers to `name`
  std::string fabric = {};      ///< of those that it has; empty: its first
  std::string device = {};      ///< the NIC, as the OS names it; empty: its first
  bool has_events = false;    ///< tells there of errors that belong to no operation; would end the process instead
  bool guards_queues = true;  ///< a completion queue that is full is waited for, and does not run over
  bool injects = true;        ///< short operations are taken at once; an error of such a one then names nobody
  /// How a request ended, by the provider's own number; null where libfabric's says as much.
  CompletionStatus (*own_status)(int number) = nullptr;
  std::size_t depth = 0;         ///< operations each way that there is to be room for; 0: as many as it offers
  std::uint64_t heap_flags = 0;  ///< of fi_mr_reg, the provider's own, for what peers write to
  std::size_t own_bytes = 0;     ///< that it registers with the first operation, and cannot do without
};

/// For people: the provider, and its device where one was named.
std::string title_of(const Provider& provider);

/// Between processes of one machine and one user.
Provider shm();
/// TCP with the fewest layers that this libfabric has. 1.17 calls it "net", for its own "tcp" knows connected endpoints
/// only and gets a layer; later "net" became "tcp". Which of them is there, the library is asked when a wire is opened.
Provider tcp();
/// TCP below the layer that makes datagram endpoints of connections.
Provider tcp_rxm();

/// EFA's fabrics: "efa" has a protocol of its own over the device, "efa-direct" (libfabric 2.x) is the device. Both without order.
Provider efa(const std::string& fabric, const std::string& device);

/// Which libfabric this process has: "2.1". Throws Error(unavailable) where there is none.
std::string library_version();

}  // namespace gin::ofi
