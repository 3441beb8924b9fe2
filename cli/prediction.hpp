// The model's word beside a measurement.
#pragma once

#include <vector>

#include "cli/backends.hpp"
#include "core/run/execute.hpp"

namespace gin::cli {

/// Rows whose profile is a model of this very kind of run (Profile::predicts names `measured`) are run once more by
/// the backend in virtual time, and their predicted medians put beside the measured ones. What that backend refuses
/// stays without.
void add_predictions(trace::Result& result, const Backend& measured, const Backends& backends,
                     const Programs& programs, const std::vector<scenario::Variant>& variants);

}  // namespace gin::cli
