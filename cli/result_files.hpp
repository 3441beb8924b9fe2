// Results that lie on disk.
#pragma once

#include <string>

#include "core/trace/result.hpp"

namespace gin::cli {

/// A result.json, or a folder that holds one, as `--out` leaves it. Throws Error(bad_input) with the reason:
/// missing, broken, cut short, of another version.
trace::Result read_result(const std::string& file_or_folder);

}  // namespace gin::cli
