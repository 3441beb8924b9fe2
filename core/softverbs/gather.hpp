// The memory of a request at its source.
#pragma once

#include <sys/uio.h>

#include <cstdint>
#include <vector>

#include "core/softverbs/nic_memory.hpp"
#include "core/softverbs/request.hpp"

namespace softverbs {

/// Its pieces in this process. False where a local key, its bounds or its rights are wrong.
bool gather(const NicMemory& nic, std::uint32_t domain, const Request& request, std::vector<iovec>& into);

}  // namespace softverbs
