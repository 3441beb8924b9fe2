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
  std::string profile;
  std::string machine;         ///< "profile + stack"; a cost function may need no stack
  std::int64_t predicted = 0;  ///< in millionths of the table's unit, as the figure

  bool is_prediction() const { return figure->sets.empty(); }
  models::Scored scored() const { return {table->name, figure->expected, predicted}; }
};

/// The scenario of one case of a table. Throws Error with the table and the case, like what follows.
scenario::Variant scenario_of(const models::ValidationTable& table, const models::ValidationCase& figure,
                              const Programs& programs);

/// Runs that scenario on `backend`.
PredictedCase predict(const models::ValidationTable& table, const models::ValidationCase& figure,
                      const scenario::Variant& variant, const Backend& backend, const Programs& programs);

/// Calls the cost function of a table of kind model.
PredictedCase predict(const models::ValidationTable& table, const models::ValidationCase& figure);

}  // namespace gin::cli
