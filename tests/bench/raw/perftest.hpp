// What perftest measures on the verbs device in software: the limit of ginlab's times over the same device.
#pragma once

#include "tests/bench/raw/raw_figures.hpp"

namespace gin::bench {

/// ib_write_lat and ib_write_bw as they are, both sides on this machine. Throws Error(unavailable) where perftest is not here, or
/// says something else than figures.
RawFigures measure_perftest(const RawSizes& sizes);

}  // namespace gin::bench
