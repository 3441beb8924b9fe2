#include "models/model_figure.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/json_path.hpp"
#include "models/cost_call.hpp"
#include "models/without.hpp"

namespace gin::models {
namespace {

/// What table and case say together.
CostCall call_of(const cost::Function& function, const ValidationTable& table, const ValidationCase& figure) {
  const std::string of_profile = "profile.", of_stack = "stack.";
  CostCall call{table.profile, {}, table.stack, {}, {}};
  Json inputs = parse_json(table.inputs, "$.inputs");
  for (std::size_t i = 0; i < table.columns.size(); ++i) {
    const std::string& column = table.columns[i];
    const std::string& value = figure.at[i];
    if (column == "profile")
      call.profile = value;
    else if (column == "stack")
      call.stack = value;
    else if (column.starts_with(of_profile))
      call.profile_overrides.push_back({column.substr(of_profile.size()), value});
    else if (column.starts_with(of_stack))
      call.stack_overrides.push_back({column.substr(of_stack.size()), value});
    else
      put_input(inputs, function, {column, value});
  }
  call.inputs = function.inputs.check(inputs, "$.inputs");
  return call;
}

/// What the case says by itself comes last, and counts.
void put_before(Overrides& all, Overrides first) {
  first.insert(first.end(), all.begin(), all.end());
  all = std::move(first);
}

std::int64_t input_that_counts(const cost::Function& function, const Values& inputs, const std::string& name) {
  const Field* const field = function.inputs.find(name);
  if (field == nullptr || field->kind != FieldKind::integer)
    throw Error(Code::bad_input, fmt::format("$.amount: expected integer inputs of {} and constants, got {}",
                                             function.name, in_quotes(name)));
  return inputs.integer(name);
}

}  // namespace

ModelFigure model_figure(const ValidationTable& table, const ValidationCase& figure, bool leave_out) {
  const cost::Function& function = *cost::find_function(table.function);
  CostCall call = call_of(function, table, figure);
  if (leave_out) {
    put_before(call.profile_overrides, profile_without(call.profile, figure.from));
    if (!call.stack.empty()) put_before(call.stack_overrides, stack_without(call.stack, figure.from));
  }
  const std::int64_t amount = product(
      table.amount, [&](const std::string& name) { return input_that_counts(function, call.inputs, name); });
  return {call.profile, call.stack, figure_value(table.figure, amount, cost_of(function, call).total())};
}

}  // namespace gin::models
