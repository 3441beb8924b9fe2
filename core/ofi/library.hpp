// libfabric itself, loaded when it is first needed: it takes a third of a second to start, and a ginlab that stays
// on one GPU has no use for it. Everything else is reached through the objects that these functions make.
#pragma once

#include <rdma/fabric.h>

#include <string>

#include "core/base/error.hpp"

namespace gin::ofi {

struct Library {
  decltype(&::fi_version) version;
  decltype(&::fi_getinfo) getinfo;
  decltype(&::fi_freeinfo) freeinfo;
  decltype(&::fi_dupinfo) dupinfo;
  decltype(&::fi_fabric) fabric;
  decltype(&::fi_strerror) strerror;
};

/// Loads it on the first call, and signal handlers stay what they were. Throws Error(unavailable) where there is
/// none. Before that, it sets FI_SHM_DISABLE_CMA=1 in the environment unless it is set: writes of shm then go
/// through the target's command queue at every size, which is fastest for 8 bytes and for bandwidth.
const Library& library();
/// Whether it has been. What its providers opened of a device then does not survive a fork.
bool is_loaded();

/// "-22 (Invalid argument)".
std::string in_words(long error);

/// Throws Error(code): "`what` over `provider`: expected it to work, came ...; `advice`".
[[noreturn]] void refuse(Code code, const std::string& what, const std::string& provider, long error,
                         const std::string& advice);

}  // namespace gin::ofi
