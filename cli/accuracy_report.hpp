// What `ginlab accuracy` prints about figures that have been predicted: a screen of sums, or everything.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/predicted.hpp"
#include "models/families.hpp"

namespace gin::cli {

struct AccuracyReport {
  const std::vector<models::ValidationTable>& tables;
  const std::vector<PredictedCase>& all;
  const std::vector<models::Family>& families;  ///< what is known about families; a table's may be another
  bool details = false;                         ///< each figure, whole causes, and what is not predicted
  bool left_out = false;                        ///< predicted without what figures of the same source set
  bool uncovered = false;                       ///< families without a table too
  std::optional<std::uint64_t> permute = {};    ///< seed with which expected values are shuffled
};

std::string text_of(const AccuracyReport& report);

}  // namespace gin::cli
