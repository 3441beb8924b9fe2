// ginlab cost: the functions of models/cost by name, and what one of them says.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/field_text.hpp"
#include "cli/loading.hpp"
#include "cli/words.hpp"
#include "core/base/error.hpp"
#include "core/base/json_path.hpp"
#include "models/cost_call.hpp"
#include "reports/base/format.hpp"
#include "reports/base/table.hpp"

namespace gin::cli {
namespace {

using models::cost::Function;

std::string all_functions() {
  std::string text =
      "Each gives a time, itemised: ginlab cost NAME INPUT=VALUE ... --profile NAME --stack NAME\n\n";
  for (const Function& function : models::cost::functions())
    text += with_fields(function.name, function.text + (function.needs_stack ? " Asks for a stack." : ""),
                        function.inputs.fields());
  return text;
}

const Function& function_of(const std::string& name) {
  const Function* const found = models::cost::find_function(name);
  if (found != nullptr) return *found;
  std::vector<std::string> known;
  for (const Function& each : models::cost::functions()) known.push_back(each.name);
  refuse_word({.command = "cost", .word = name}, known);
}

models::CostCall call_of(const Function& function, const CostOptions& options) {
  const std::string of_profile = "profile.", of_stack = "stack.";
  models::CostCall call{.profile = options.profile.empty() ? default_profile : options.profile,
                        .profile_overrides = {},
                        .stack = options.stack.empty() ? default_stack : options.stack,
                        .stack_overrides = {},
                        .inputs = {}};
  for (const auto& [path, value] : options.sets) {
    if (path.starts_with(of_profile))
      call.profile_overrides.push_back({path.substr(of_profile.size()), value});
    else if (path.starts_with(of_stack))
      call.stack_overrides.push_back({path.substr(of_stack.size()), value});
    else
      throw Error(Code::bad_usage, fmt::format("cost: --set {}: expected a number or rule, such as "
                                               "profile.nic.mtu_bytes or stack.call_ns",
                                               in_quotes(path)));
  }
  // What the function does not look at is not asked for, and not shown as if it were.
  if (!function.needs_stack) {
    if (!options.stack.empty() || !call.stack_overrides.empty())
      throw Error(
          Code::bad_usage,
          fmt::format("cost: --stack: expected none for {}, which looks at the profile alone", function.name));
    call.stack.clear();
  }
  Json inputs = Json::object();
  for (const auto& [path, value] : options.inputs) models::put_input(inputs, function, {path, value});
  call.inputs = function.inputs.check(inputs, "cost " + function.name);
  return call;
}

std::string described(const Function& function, const models::CostCall& call) {
  std::vector<std::string> parts;
  for (const Field& input : function.inputs.fields()) {
    const bool is_number = input.kind == FieldKind::integer;
    parts.push_back(input.path + "=" +
                    (is_number ? std::to_string(call.inputs.integer(input.path)) : call.inputs.text(input.path)));
  }
  std::string machine = call.profile + (call.stack.empty() ? "" : " + " + call.stack);
  for (const auto& [path, value] : call.profile_overrides) machine += fmt::format(", profile.{}={}", path, value);
  for (const auto& [path, value] : call.stack_overrides) machine += fmt::format(", stack.{}={}", path, value);
  return fmt::format("{}{}{}\n{}\n\n{}\n", function.name, parts.empty() ? "" : " ", fmt::join(parts, " "),
                     reports::wrapped(function.text), machine);
}

std::string itemised(const models::cost::Itemised& cost) {
  reports::Table table({{"item"}, {"time", reports::Align::right}, {"share", reports::Align::right}});
  const Duration total = cost.total();
  const auto share = [&](Duration part) { return reports::share_text(reports::fraction_of(part.ps, total.ps)); };
  for (const auto& [name, time] : cost.items()) table.add({name, reports::exact_text(time), share(time)});
  table.add({"total", reports::exact_text(total), share(total)});
  return table.text();
}

}  // namespace

int carry_out(const CostOptions& options, const Programs&) {
  if (options.function.empty()) {
    print(all_functions());
    return 0;
  }
  const Function& function = function_of(options.function);
  const models::CostCall call = call_of(function, options);
  print(described(function, call) + "\n" + itemised(models::cost_of(function, call)));
  return 0;
}

}  // namespace gin::cli
