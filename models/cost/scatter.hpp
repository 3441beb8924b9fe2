// Things that each fall on one of several places by chance, every place as likely: how many lie on the fullest.
#pragma once

#include <cstdint>

namespace gin::models::cost {

struct Scatter {
  std::int64_t things = 1;
  std::int64_t places = 1;  ///< 64 at most
};

/// The mean, in thousandths of a thing. To the last digit for 256 things; beyond that what the fullest has more
/// than its share grows as the root of how many there are, which is what it comes to for many.
std::int64_t fullest_thousandths(const Scatter& scatter);

}  // namespace gin::models::cost
