// Every placing that can be made of a backend, paths, an order, PEs, NICs, a stack and a pressure, and a few of
// them in which every two of these meet.
#pragma once

#include <vector>

#include "tests/covering_array.hpp"
#include "tests/differential/placing.hpp"

namespace gin::differential {

using Levels = test::Levels;  ///< in the order of cover.cpp's table

/// All combinations that some backend says it runs, in a fixed order.
const std::vector<Levels>& full_product();

/// Its name says its levels: "EmulatedGpuPointerWithinKept2x2Rails2LeanNearWrap".
Placing placing_of(const Levels& levels);

/// The covering array, or with GINLAB_COVER=all in the environment the whole product.
std::vector<Placing> covered();

}  // namespace gin::differential
