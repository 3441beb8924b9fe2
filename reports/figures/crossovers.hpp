// Where the lead changes, behind the lines of a figure.
#pragma once

#include <string>
#include <vector>

#include "core/base/json.hpp"
#include "reports/verdicts/group.hpp"

namespace gin::reports {

/// Layers for a drawing whose x is the axis: the interval as a band, the value as a broken line with its name. The
/// number of a place among `places` is the "choice" of its data. Empty where the lead does not change along the
/// axis.
Json crossover_layers(const trace::Result& result, const std::string& axis, const std::vector<trace::Axes>& places);

}  // namespace gin::reports
