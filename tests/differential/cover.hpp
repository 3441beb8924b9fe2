// Every placing that can be made of a backend, paths, an order, PEs, NICs, a stack and a pressure, and a few of
// them in which every two of these meet.
#pragma once

#include <cstdint>
#include <vector>

#include "tests/differential/placing.hpp"

namespace gin::differential {

/// One level of each factor, in the order of cover.cpp's table.
using Levels = std::vector<std::uint8_t>;

/// All combinations that some backend says it runs, in a fixed order.
const std::vector<Levels>& full_product();

/// Fewest by a greedy choice, always the same: whichever two levels some combination has together, one here has too
/// (a covering array of strength two; D. Cohen et al., The AETG System, IEEE TSE 23(7), 1997).
std::vector<Levels> covering_array(const std::vector<Levels>& product);

/// Its name says its levels: "EmulatedGpuPointerWithinKept2x2Rails2LeanNearWrap".
Placing placing_of(const Levels& levels);

/// The covering array, or with GINLAB_COVER=all in the environment the whole product.
std::vector<Placing> covered();

}  // namespace gin::differential
