// What backend efa would run on here, for `ginlab doctor`.
#pragma once

#include <string>

#include "core/process/carrier.hpp"

namespace gin::efa {

/// Fabric, NICs, and what provider and device do by themselves. Loads libfabric; throws Error(unavailable) where there is no wire.
std::string details(const WirePlace& place);

}  // namespace gin::efa
