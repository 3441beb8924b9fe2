// ginlab run --seeds: the same rows at one seed after the other, until one goes wrong.
#pragma once

#include "cli/options.hpp"
#include "core/run/execute.hpp"

namespace gin::cli {

/// Says what went wrong first, by seed and row, how to run that again, and the shortest run found that goes wrong, too.
/// Returns the exit code. Throws Error(bad_usage) for options that ask for the report of one run.
int try_seeds(const RunOptions& options, const Backend& backend, const Programs& programs,
              const std::vector<scenario::Variant>& variants);

}  // namespace gin::cli
