// Changes to an input that lead somewhere: most random bytes die at the first comma.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/random.hpp"

namespace gin::fuzz {

using Buffer = std::vector<std::uint8_t>;

/// One of `corpus` with one to four changes: bits, bytes, numbers, JSON tokens, pieces cut, doubled or taken from
/// another input of the corpus.
Buffer mutated(Random& random, const std::vector<Buffer>& corpus);

/// `bytes` random bytes or fewer; some are all alike, for zeros and ones are where fields end.
Buffer made_up(Random& random, std::size_t bytes);

}  // namespace gin::fuzz
