#include "core/ofi/provider.hpp"

#include "core/ofi/ofi_version.hpp"

namespace gin::ofi {

Provider shm() {
  return {"shm", {}};
}
Provider tcp() {
  return {native_tcp, {}};
}
Provider tcp_rxm() {
  return {"tcp;ofi_rxm", {}};
}

}  // namespace gin::ofi
