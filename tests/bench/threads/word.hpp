// How long a word takes from a thread to another one: what a runtime with a thread for everybody has to pay for each
// time it hands something on.
#pragma once

#include <vector>

namespace gin::bench {

/// The upper one of two in the middle; at least one value.
double median(std::vector<double> values);

/// Half a round trip of eight bytes between two spinning threads, in us: the median of many, then of the pairs of the
/// first four cores that this process may use, whose distances differ. Throws Error(unavailable) where it has one.
double measure_word();

}  // namespace gin::bench
