// --set compare=BLOCK and --set compare.AXIS=BLOCK: a comparison other than the file's, one more axis, or one less.
#pragma once

#include <string>
#include <vector>

#include "core/base/json.hpp"
#include "core/scenario/scenario.hpp"
#include "core/scenario/target.hpp"

namespace gin::scenario {

/// True for "compare" and "compare.AXIS", which say what rows there are; every other --set changes them all.
bool sets_compare(const Assignment& set);

/// Applies those of `sets` that set the compare block, in order. "compare" puts a block in the place of the whole,
/// "compare.AXIS" an axis in the place of the one of that name or behind all others, "compare.contestants"
/// likewise. A value is JSON as it would stand in the file; null drops what stood there. Throws Error(bad_usage,
/// bad_input), with the --set as it was written in front.
void apply_compare_sets(Json& document, const std::vector<Assignment>& sets, const Names& names,
                        const std::string& file);

}  // namespace gin::scenario
