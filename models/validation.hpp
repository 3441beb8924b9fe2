// Published and measured figures as data: a table is a scenario, what of its run is the figure, and one value per
// case; or it is a cost function, which is called instead. What is read here is run or called (model_figure.hpp)
// and compared by `ginlab accuracy`; nothing here runs anything.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/json.hpp"
#include "core/base/units.hpp"
#include "models/amount.hpp"

namespace gin::models {

/// What of a row is compared: time for each of `amount` (us), `amount` a second (Mmsg/s), or bytes of `amount` a
/// second (GB/s).
enum class FigureKind { time, rate, bandwidth };

/// Where a table's values come from: runs of a scenario, or calls of one function of models/cost. The two are never
/// summed up together: a run has everything in it, a function one thing.
enum class TableKind { scenario, model };

struct ValidationCase {
  std::string id;
  std::vector<std::string> at;  ///< the values of the table's columns, as written
  std::int64_t expected = 0;    ///< in millionths of the table's unit
  /// The number of the profile or stack that this figure has set; empty for a prediction.
  std::string sets;
  std::string from =
      {};  ///< the source whose figures are left out together (models/without.hpp); empty: the table has none
};

/// A figure that is not predicted, and why.
struct LeftOut {
  std::string id;
  std::string why;
};

struct ValidationTable {
  std::string name;    ///< of the file; without folder and ending where it is shipped
  std::string family;  ///< what is summed up together
  std::string source;
  TableKind kind = TableKind::scenario;
  FigureKind figure = FigureKind::time;
  Amount amount;          ///< of fields of the scenario, or of integer inputs
  bool launched = false;  ///< the figure's bracket includes a kernel launch, which the scenario's does not
  Duration besides;       ///< what else is in each of its figures; its source is in `source`
  std::string scenario;   ///< JSON text
  std::string function;   ///< of a model table, like the next three
  std::string profile;
  std::string stack;   ///< empty: the function asks for none
  std::string inputs;  ///< JSON text: what all cases call the function with
  /// What the cases set: fields of the scenario; of a model table inputs, "profile", "stack", and numbers and rules
  /// of the two ("profile.pcie.placement").
  std::vector<std::string> columns;
  std::vector<ValidationCase> cases;
  std::vector<LeftOut> left_out;
  std::string falls_short;  ///< why predictions of this table are further off than the bounds; empty where none is
};

const char* unit_of(FigureKind figure);

/// A figure's value, in millionths of its unit, when `amount` takes that long.
std::int64_t figure_value(FigureKind figure, std::int64_t amount, Duration time);

/// Throws Error(bad_input) with the place, what was expected and what came.
ValidationTable read_validation(const Json& document, const std::string& name);

/// Those that ship with ginlab, by name of file.
std::vector<ValidationTable> shipped_validation();

/// Those of a folder of somebody's own: each file in it whose name ends in ".json", in the order of their names. A
/// table's name is the file's with its folder. Throws Error(bad_input) for a folder without one, and as
/// read_validation does.
std::vector<ValidationTable> read_tables(const std::string& folder);

}  // namespace gin::models
