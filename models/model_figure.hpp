// One case of a validation table of kind model: the cost function called as the table says.
#pragma once

#include <string>

#include "models/validation.hpp"

namespace gin::models {

struct ModelFigure {
  std::string profile;
  std::string stack;            ///< empty: none was named
  std::int64_t millionths = 0;  ///< of the table's unit
};

/// `leave_out`: with the numbers that its source's figures set as they were without those. Throws Error(bad_input) with
/// what is wrong about the call.
ModelFigure model_figure(const ValidationTable& table, const ValidationCase& figure, bool leave_out = false);

}  // namespace gin::models
