// Figures of a validation table beside what the simulator says about them.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/run/execute.hpp"
#include "models/score.hpp"
#include "models/validation.hpp"

namespace gin::cli {

struct PredictedCase {
  const models::ValidationTable* table = nullptr;
  const models::ValidationCase* figure = nullptr;
  std::string machine;         ///< "profile + stack"
  std::int64_t predicted = 0;  ///< in millionths of the table's unit, as the figure

  bool is_prediction() const { return figure->sets.empty(); }
  models::Scored scored() const { return {table->name, figure->expected, predicted}; }
};

/// Runs the scenario of one case on `backend`. Throws Error with the table and the case.
PredictedCase predict(const models::ValidationTable& table, const models::ValidationCase& figure,
                      const Backend& backend, const Programs& programs);

}  // namespace gin::cli
