// Lanes of their own as a backend, for suites that run on backends.
#pragma once

#include <memory>

#include "core/run/backend.hpp"

namespace gin::lanes {

/// Its name is "lanes". A row is run in several orders, and is that of the first that was wrong or of the last. Programs
/// come from program_entry (core/run/program_of.hpp).
std::unique_ptr<Backend> make_lanes_backend();

}  // namespace gin::lanes
