// "contestants" of a compare block: who meets whom, each a name and the fields that make it. A product of axes has
// every stack with every path; contestants are the combinations that somebody means.
#pragma once

#include "core/base/json_path.hpp"
#include "core/scenario/axis.hpp"

namespace gin::scenario {

/// The key of the compare block, and what the axis it makes is called in rows.
inline constexpr const char* contestants_key = "contestants";
inline constexpr const char* contestant_axis = "contestant";

/// {"IBGDA": {"stack": "nvshmem-ibgda", "path": "gpu"}, ...} as an axis with a choice for each name. Fields are
/// named as --set names them. What one contestant leaves out is as the document has it. `path` is where the block stands.
/// Throws Error(bad_input).
Axis read_contestants(const Json& block, const Names& names, const JsonPath& path);

}  // namespace gin::scenario
