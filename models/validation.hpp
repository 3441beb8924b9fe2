// Published and measured figures as data: a table is a scenario, what of its run is the figure, and one value per
// case. What is read here is run and compared by `ginlab accuracy`; nothing here runs anything.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/json.hpp"

namespace gin::models {

/// What of a row is compared: time for each of `amount` (us), `amount` a second (Mmsg/s), or bytes of `amount` a
/// second (GB/s).
enum class FigureKind { time, rate, bandwidth };

struct ValidationCase {
  std::string id;
  std::vector<std::string> at;  ///< the values of the table's columns, as written
  std::int64_t expected = 0;    ///< in millionths of the table's unit
  /// The number of the profile or stack that this figure has set; empty for a prediction.
  std::string sets;
};

/// A figure that is not predicted, and why.
struct LeftOut {
  std::string id;
  std::string why;
};

struct ValidationTable {
  std::string name;    ///< of the file
  std::string family;  ///< what is summed up together
  std::string source;
  FigureKind figure = FigureKind::time;
  std::vector<std::string> amount;  ///< fields of the scenario whose product is meant; none: 1
  bool launched = false;  ///< the figure's bracket includes a kernel launch, which the scenario's does not
  std::string scenario;   ///< JSON text
  std::vector<std::string> columns;  ///< fields of the scenario that the cases set
  std::vector<ValidationCase> cases;
  std::vector<LeftOut> left_out;
};

const char* unit_of(FigureKind figure);

/// Throws Error(bad_input) with the place, what was expected and what came.
ValidationTable read_validation(const Json& document, const std::string& name);

/// Those that ship with ginlab, by name of file.
std::vector<ValidationTable> shipped_validation();

}  // namespace gin::models
