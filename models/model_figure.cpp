#include "models/model_figure.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/base/json_path.hpp"
#include "models/cost/clock.hpp"
#include "models/cost/function.hpp"
#include "models/load.hpp"

namespace gin::models {
namespace {

/// What table and case say together.
struct Said {
  std::string profile, stack;
  Overrides profile_overrides, stack_overrides;
  Json inputs;
};

Said said_by(const ValidationTable& table, const ValidationCase& figure) {
  const std::string of_profile = "profile.", of_stack = "stack.";
  Said said{table.profile, table.stack, {}, {}, parse_json(table.inputs, "$.inputs")};
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const std::string& column = table.columns[i];
    const std::string& value = figure.at[i];
    if (column == "profile")
      said.profile = value;
    else if (column == "stack")
      said.stack = value;
    else if (column.starts_with(of_profile))
      said.profile_overrides.push_back({column.substr(of_profile.size()), value});
    else if (column.starts_with(of_stack))
      said.stack_overrides.push_back({column.substr(of_stack.size()), value});
    else if (cost::find_function(table.function)->inputs.find(column)->kind == FieldKind::choice)
      said.inputs[column] = value;
    else
      said.inputs[column] = parse_json(value, column);
  }
  return said;
}

std::int64_t amount_of(const ValidationTable& table, const FieldTable& fields, const Values& inputs) {
  __int128 amount = 1;
  for (const std::string& name : table.amount) {
    const Field* const field = fields.find(name);
    if (field == nullptr || field->kind != FieldKind::integer)
      throw Error(Code::bad_input,
                  fmt::format("$.amount: expected integer inputs of {}, got {}", table.function, in_quotes(name)));
    amount *= inputs.integer(name);
  }
  if (amount <= 0 || amount > INT64_MAX)
    throw Error(Code::bad_input, "$.amount: expected inputs above 0 whose product fits into 63 bits");
  return static_cast<std::int64_t>(amount);
}

}  // namespace

ModelFigure model_figure(const ValidationTable& table, const ValidationCase& figure) {
  const cost::Function& function = *cost::find_function(table.function);
  const Said said = said_by(table, figure);
  if (function.needs_stack && said.stack.empty())
    throw Error(Code::bad_input, fmt::format("$.stack: expected a stack, which {} asks for", table.function));
  const Values inputs = function.inputs.check(said.inputs, "$.inputs");
  const Profile profile = load_profile(said.profile, said.profile_overrides);
  Stack stack{};
  if (!said.stack.empty()) stack = cost::at_clocks(load_stack(said.stack, said.stack_overrides), profile);
  const Duration time = function.of({profile, stack, inputs}).total();
  return {said.profile, said.stack, figure_value(table.figure, amount_of(table, function.inputs, inputs), time)};
}

}  // namespace gin::models
