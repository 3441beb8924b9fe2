// Twelve groups with one outcome are one sentence, not twelve. A region is a set of neighbouring places
// with the same outcome.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reports/verdict.hpp"

namespace gin::reports {

struct Region {
  std::vector<const Verdict*> verdicts;  ///< never empty, all of the same outcome

  const Verdict& first() const { return *verdicts.front(); }
  const Verdict& last() const { return *verdicts.back(); }
  /// "bytes 8 to 65536, scope thread and warp"; empty without axes. One axis may be left out by its number.
  std::string text(std::optional<std::size_t> without = {}) const;
};

/// Few and large regions that cover all verdicts. The verdicts must outlive them.
std::vector<Region> regions_of(const std::vector<Verdict>& verdicts);

/// Along one numeric axis, all else equal, one contestant leads up to `before` and another from `after` on.
struct Crossing {
  std::string from;
  std::string to;
  std::string axis;
  std::string before;
  std::string after;
  std::string elsewhere;  ///< the other axes, as Region::text has them
};
std::vector<Crossing> crossings_of(const std::vector<Region>& regions);

std::string place_text(const Place& place);  ///< "bytes 8, scope warp"

}  // namespace gin::reports
