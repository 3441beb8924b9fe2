// What is loaded from one GPU's memory at a moment, each byte counted once: what its L2 has to hold for all who
// load.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/base/units.hpp"

namespace gin {

class WorkingSet {
 public:
  struct Range {
    std::uint64_t begin;
    std::uint64_t end;
    std::uint64_t size() const { return end - begin; }
  };

  void add(const Range& range, Instant until) {
    loads_.push_back({range, until});
    sum_ += range.size();
  }

  /// What is loaded now and `more`; `now` never goes back. Up to `enough` it may be told too large, because nobody
  /// asks how far below that it is, and looking at every load would take long.
  std::uint64_t with(const Range& more, Instant now, std::uint64_t enough) {
    if (sum_ + more.size() > enough || loads_.size() >= tidy_at_) tidy(now);
    return sum_ + more.size() <= enough ? sum_ + more.size() : counted_once(more);
  }

 private:
  struct Load {
    Range range;
    Instant until;
  };
  static constexpr std::size_t least_tidied = 64;

  void tidy(Instant now) {
    std::erase_if(loads_, [now](const Load& load) { return load.until <= now; });
    tidy_at_ = std::max(least_tidied, 2 * loads_.size());
    sum_ = 0;
    for (const Load& load : loads_) sum_ += load.range.size();
  }

  std::uint64_t counted_once(const Range& more) {
    sorted_.assign(1, more);
    for (const Load& load : loads_) sorted_.push_back(load.range);
    std::ranges::sort(sorted_, {}, &Range::begin);
    std::uint64_t once = 0, covered = 0;
    for (const Range& range : sorted_) {
      once += std::max(covered, range.end) - std::max(covered, range.begin);
      covered = std::max(covered, range.end);
    }
    return once;
  }

  std::vector<Load> loads_;    ///< some of them may be over
  std::uint64_t sum_ = 0;      ///< of all in the list
  std::vector<Range> sorted_;  ///< kept for its room
  std::size_t tidy_at_ = least_tidied;
};

}  // namespace gin
