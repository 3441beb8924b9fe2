#include "core/ofi/provider.hpp"

#include <fmt/format.h>

#include "core/ofi/library.hpp"

namespace gin::ofi {

Provider shm() {
  return {"shm"};
}
Provider tcp() {
  return {.name = "net", .later_name = "tcp"};
}
Provider tcp_rxm() {
  return {"tcp;ofi_rxm"};
}

std::string library_version() {
  const std::uint32_t version = library().version();
  return fmt::format("{}.{}", FI_MAJOR(version), FI_MINOR(version));
}

}  // namespace gin::ofi
