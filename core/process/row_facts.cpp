// What a row is, in words that two PEs can compare: a scenario's fields by the names that its file has for them.
#include <fmt/format.h>

#include "core/process/process_plan.hpp"

namespace gin {
namespace {

class Facts {
 public:
  template <class Value>
  Facts& add(const std::string& field, const Value& value) {
    text_ += fmt::format("{}: {}\n", field, value);
    return *this;
  }
  std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

void add(Facts& facts, const std::string& where, const Overrides& overrides) {
  facts.add("override." + where, fmt::format("{} numbers", overrides.size()));
  for (const Override& each : overrides) facts.add(where + '.' + each.path, each.number);
}

std::string written(const Value& value) {
  return std::visit([](const auto& plain) { return fmt::format("{}", plain); }, value);
}

}  // namespace

std::string facts_of(const ProcessPlan& plan) {
  const scenario::Scenario& scenario = plan.scenario;
  const trace::Row row = row_for(scenario, *plan.program);
  Facts facts;
  facts.add("backend", plan.rules.backend)
      .add("program", scenario.program)
      .add("cluster.nodes", scenario.cluster.nodes)
      .add("cluster.gpus_per_node", scenario.cluster.gpus_per_node)
      .add("cluster.profile", scenario.cluster.profile)
      .add("stack", scenario.stack)
      .add("launch.agents", scenario.launch.agents)
      .add("launch.workers", scenario.launch.workers)
      .add("launch.pin", scenario.launch.pin == scenario::Pin::off ? "off" : "auto")
      .add("launch.runs_on", plan.on_gpu() ? "gpu" : "host")
      .add("launch.device", scenario.launch.nic.device)
      .add("launch.port", scenario.launch.nic.port)
      .add("launch.gid", scenario.launch.nic.gid)
      .add("launch.fabric", scenario.launch.nic.fabric)
      .add("launch.rails", scenario.launch.nic.rails)
      .add("launch.relaxed_ordering", scenario.launch.nic.relaxed)
      .add("launch.scope", row.scope)
      .add("launch.block_threads", scenario.launch.block_threads)
      .add("path.same_node", row.path_same_node)
      .add("path.other_node", row.path_other_node)
      .add("signalling", row.signalling)
      .add("seed", plan.request.seed)
      .add("measure.warmup", scenario.measure.warmup)
      .add("measure.iterations", scenario.measure.iterations)
      .add("test.start_near_wrap", scenario.test.start_near_wrap)
      .add("test.refuse_request", scenario.test.refuse_request)
      .add("test.degraded", scenario.test.degraded);
  for (const auto& [name, value] : scenario.params.all()) facts.add("params." + name, written(value));
  add(facts, "profile", scenario.profile_overrides);
  add(facts, "stack", scenario.stack_overrides);
  return facts.take();
}

}  // namespace gin
