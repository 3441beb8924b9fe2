#include "core/ofi/provider.hpp"

#include <fmt/format.h>

#include "core/format/efa.hpp"
#include "core/ofi/library.hpp"

namespace gin::ofi {
namespace {

/// The provider hands on what the device says; it says nothing of an error that is not the device's.
CompletionStatus own_status_of_efa(int number) {
  return number == 0 ? CompletionStatus::other : status_of_efa(number);
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
          .own_status = own_status_of_efa,
          .depth = depth,
          .own_bytes = fabric == "efa" ? 2 * depth * packet_bytes : 0};
}

std::string library_version() {
  const std::uint32_t version = library().version();
  return fmt::format("{}.{}", FI_MAJOR(version), FI_MINOR(version));
}

}  // namespace gin::ofi
