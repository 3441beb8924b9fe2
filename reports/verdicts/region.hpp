// Twelve groups with one outcome are one sentence, not twelve. A region is a set of neighbouring places
// with the same outcome.
#pragma once

#include <string>
#include <vector>

#include "reports/verdicts/verdict.hpp"

namespace gin::reports {

struct Region {
  std::vector<const Verdict*> verdicts;  ///< never empty, all of the same outcome

  const Verdict& first() const { return *verdicts.front(); }
  const Verdict& last() const { return *verdicts.back(); }
  std::string text() const;  ///< "bytes 8 to 65536, scope thread and warp"; empty without axes
};

/// Few and large regions that cover all verdicts. The verdicts must outlive them.
std::vector<Region> regions_of(const std::vector<Verdict>& verdicts);

std::string place_text(const trace::Axes& place);  ///< "bytes 8, scope warp"
std::string row_text(const trace::Axes& axes);     ///< the same of a row's own axes; "the only row" without any

}  // namespace gin::reports
