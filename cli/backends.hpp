// Which of this build's backends a command runs on.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/run/backend.hpp"

namespace gin::cli {

using Backends = std::vector<std::unique_ptr<Backend>>;

/// The one that --backend names. Throws Error(bad_usage) with the nearest known name, Error(unavailable) with the
/// reason why it cannot run here.
const Backend& find_backend(const Backends& backends, const std::string& name);

/// The one in virtual time, whose times are the same in every run; null when this build has none.
const Backend* in_virtual_time(const Backends& backends);

}  // namespace gin::cli
