// Figures of validation tables beside what the simulator says about them.
#pragma once

#include <cstddef>
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
  bool is_left_out = false;    ///< predicted without what figures of its source set

  bool is_prediction() const { return is_left_out || figure->sets.empty(); }
  models::Scored scored() const { return {table->name, figure->expected, predicted}; }
};

struct ToPredict {
  const std::vector<models::ValidationTable>& tables;
  std::string profile;   ///< only figures about this machine; empty: all
  std::size_t jobs = 0;  ///< runs at a time; 0: one for each core
  /// Each figure with the numbers that figures of its source set as they were without them: all of one source at a time.
  bool leave_out = false;
};

/// Every figure in the order of the tables, which must outlive what comes back: runs on `backend`, or calls of cost
/// functions. All of them are read and checked before the first one runs. Throws Error with the table and the case.
std::vector<PredictedCase> predict(const ToPredict& wanted, const Backend& backend, const Programs& programs);

}  // namespace gin::cli
