// One row of a result by itself, for whoever has them before there is a result.
#pragma once

#include <string>
#include <vector>

#include "core/base/json.hpp"
#include "core/trace/result.hpp"

namespace gin::trace {

/// As it stands in result.json.
Json row_to_json(const Row& row);
/// Everything in it is checked as in a result. Throws Error(bad_input).
Row row_from_json(const Json& json, const std::string& where);

/// The lines of result.json that are this row's. Making them takes longer than all the rest of writing a result.
std::string row_text(const Row& row);
/// to_json of a result whose rows are these: what `head` has is not looked at.
std::string to_json(const Result& head, const std::vector<std::string>& row_texts);

}  // namespace gin::trace
