// Chances are integers, in parts of 2^60; what is rounded away stays far below a thousandth of a thing.
#include "models/cost/scatter.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/assert.hpp"

namespace gin::models::cost {
namespace {

using Chance = std::uint64_t;
using Wide = unsigned __int128;
constexpr int bits = 60;
constexpr Chance certain = Chance{1} << bits;
constexpr Chance negligible = certain >> 30;
constexpr std::int64_t counted_exactly = 256;

/// Of 0, 1, 2 ... `things`, that no place gets more than `most`: for one place first, then for one place more each
/// time. Of r things, t fall on the newest of q places with a binomial chance, built up thing by thing.
Chance none_above(const Scatter& scatter, std::int64_t most) {
  const auto things = static_cast<std::size_t>(scatter.things), limit = static_cast<std::size_t>(most);
  std::vector<Chance> fit(things + 1);
  std::fill_n(fit.begin(), std::min(limit, things) + 1, certain);
  for (std::uint64_t q = 2; q <= static_cast<std::uint64_t>(scatter.places); ++q) {
    std::vector<Chance> on_newest(limit + 1), with_newest(things + 1);
    on_newest[0] = certain;
    for (std::size_t r = 0; r <= things; ++r) {
      if (r > 0)
        for (std::size_t t = limit + 1; t-- > 0;)
          on_newest[t] = static_cast<Chance>((Wide{on_newest[t]} * (q - 1) + (t > 0 ? on_newest[t - 1] : 0)) / q);
      Wide sum = 0;
      for (std::size_t t = 0; t <= std::min(r, limit); ++t) sum += Wide{on_newest[t]} * fit[r - t];
      with_newest[r] = static_cast<Chance>(sum >> bits);
    }
    fit = std::move(with_newest);
  }
  return fit[things];
}

/// The mean is the sum over all counts of the chance that the fullest has more.
std::int64_t counted(const Scatter& scatter) {
  const std::int64_t share = (scatter.things + scatter.places - 1) / scatter.places;
  Wide mean = Wide{certain} * static_cast<std::uint64_t>(share);  // it has no fewer
  for (std::int64_t most = share; most < scatter.things; ++most) {
    const Chance more = certain - none_above(scatter, most);
    if (more < negligible) break;
    mean += more;
  }
  return static_cast<std::int64_t>((mean * 1000 + certain / 2) >> bits);
}

/// The largest number whose square is not above.
std::int64_t root(std::int64_t square) {
  std::int64_t low = 0, high = std::int64_t{1} << 31;
  while (high - low > 1) {
    const std::int64_t middle = low + (high - low) / 2;
    (middle * middle <= square ? low : high) = middle;
  }
  return low;
}

}  // namespace

std::int64_t fullest_thousandths(const Scatter& scatter) {
  GIN_ASSERT(scatter.things >= 0 && scatter.places >= 1 && scatter.places <= 64);
  if (scatter.things <= counted_exactly) return counted(scatter);
  const std::int64_t above_share =
      counted({counted_exactly, scatter.places}) - counted_exactly * 1000 / scatter.places;
  constexpr std::int64_t fine = 1'000'000;  // a thousandth of a root
  return scatter.things * 1000 / scatter.places +
         above_share * root(scatter.things * fine) / root(counted_exactly * fine);
}

}  // namespace gin::models::cost
