#include "core/ofi/provider.hpp"

#include <fmt/format.h>

#include "core/ofi/library.hpp"

namespace gin::ofi {

namespace {

/// What EFA devices say (efa_io_comp_status in rdma-core, providers/efa/efa_io_defs.h); the provider hands it on.
CompletionStatus status_of_efa(int number) {
  switch (number) {
    case 1:
      return CompletionStatus::flushed;
    case 7:  // no such memory
      return CompletionStatus::remote_access;
    case 9:   // no such queue pair
    case 13:  // no answer
    case 14:  // no such address
      return CompletionStatus::retry_exceeded;
    case 10:
      return CompletionStatus::receiver_not_ready;
    default:
      return CompletionStatus::other;
  }
}

}  // namespace

std::string title_of(const Provider& provider) {
  return provider.device.empty() ? provider.name : fmt::format("{} on {}", provider.name, provider.device);
}

Provider shm() {
  return {"shm"};
}
Provider tcp() {
  return {.name = "net", .later_name = "tcp"};
}
Provider tcp_rxm() {
  return {"tcp;ofi_rxm"};
}
Provider efa(const std::string& fabric, const std::string& device) {
  // It makes buffers for all that it has room for when an endpoint is opened: 100 MB unless it is told.
  constexpr std::size_t depth = 1024;
  // Fabric efa has a packet for each operation each way, of the device's 8,928 bytes and what it keeps beside them. Where they
  // cannot be registered, 1.17 and 2.1 end in a segmentation fault or do nothing for ever.
  constexpr std::size_t packet_bytes = 9216;
  return {.name = "efa",
          .fabric = fabric,
          .device = device,
          .has_events = true,
          .guards_queues = false,
          .injects = false,
          .own_status = status_of_efa,
          .depth = depth,
          .own_bytes = fabric == "efa" ? 2 * depth * packet_bytes : 0};
}

std::string library_version() {
  const std::uint32_t version = library().version();
  return fmt::format("{}.{}", FI_MAJOR(version), FI_MINOR(version));
}

}  // namespace gin::ofi
