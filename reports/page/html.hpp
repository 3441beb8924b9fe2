// A result as one HTML file that needs nothing else: it opens from disk, asks for nothing, and its tables and text
// stay where scripts do not run.
#pragma once

#include <string>

#include "core/trace/result.hpp"

namespace gin::reports {

/// Equal results give equal files. The content policy allows the scripts and styles of this file, by their hashes,
/// and nothing else.
std::string to_html(const trace::Result& result);

}  // namespace gin::reports
