// result.json's words for loads and phases.
#pragma once

#include <vector>

#include "core/trace/json_node.hpp"
#include "core/trace/loads.hpp"

namespace gin::trace {

Json to_json(const PeTraffic& traffic);
Json to_json(const std::vector<NicLoad>& nics);
Json to_json(const std::vector<Phase>& phases);

/// These refuse what no run writes: a matrix that is not square, phases with a gap.
PeTraffic read_pe_traffic(JsonObject in);
std::vector<NicLoad> read_nics(const JsonNode& list);
std::vector<Phase> read_phases(const JsonNode& list);

}  // namespace gin::trace
