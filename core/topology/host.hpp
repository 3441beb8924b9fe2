// Which PEs run on the same machine, and so on the same cores.
#pragma once

#include <string>

namespace gin::topology {

/// The same for all processes under one kernel and for no others: containers have names of their own and share
/// cores.
std::string host_identity();

}  // namespace gin::topology
