// One axis of the compare block, read and checked.
#pragma once

#include <string>
#include <vector>

#include "core/base/json.hpp"
#include "core/scenario/target.hpp"

namespace gin::scenario {

/// One value of an axis, or one contestant, under the label that reports print for it.
struct Choice {
  std::string label;
  std::vector<Target> targets;
  std::vector<Json> values;  ///< what goes to each target
};

struct Axis {
  std::string name;
  std::vector<Choice> choices;

  /// The field that some choice sets and that `target` would change too; null if there is none.
  const Target* meets(const Target& target) const;
};

}  // namespace gin::scenario
