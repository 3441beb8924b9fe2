#include "core/run/backend.hpp"

#include <fmt/format.h>

namespace gin {

Path path_of(scenario::Path path) {
  constexpr Path paths[] = {Path::pointer, Path::gpu, Path::gpu_cpu_doorbell, Path::proxy, Path::host};
  return paths[static_cast<std::uint32_t>(path)];
}

Launch launch_of(const scenario::Scenario& scenario, std::uint64_t seed) {
  constexpr Signalling styles[] = {Signalling::put_signal, Signalling::put_quiet_flag, Signalling::put_fence_flag};
  Launch launch;
  launch.n_pes = scenario.n_pes();
  launch.pes_per_node = static_cast<std::uint32_t>(scenario.cluster.gpus_per_node);
  launch.agents = static_cast<std::uint32_t>(scenario.launch.agents);
  launch.lanes = static_cast<std::uint32_t>(scenario.launch.lanes());
  launch.seed = seed;
  launch.iterations = static_cast<std::uint64_t>(scenario.measure.warmup + scenario.measure.iterations);
  launch.phantom = scenario.phantom;
  launch.signalling = styles[static_cast<std::uint32_t>(scenario.signalling)];
  return launch;
}

std::vector<Path> paths_from(Pe me, const scenario::Scenario& scenario) {
  const auto per_node = static_cast<std::uint32_t>(scenario.cluster.gpus_per_node);
  std::vector<Path> paths;
  for (std::uint32_t pe = 0; pe < scenario.n_pes(); ++pe)
    paths.push_back(
        path_of(pe / per_node == me.value / per_node ? scenario.paths.same_node : scenario.paths.other_node));
  return paths;
}

std::string text_of(const Value& value) {
  if (const bool* flag = std::get_if<bool>(&value)) return *flag ? "true" : "false";
  if (const std::int64_t* number = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *number);
  return std::get<std::string>(value);
}

/// Of several for one number the last counts.
void add_overrides(trace::Texts& to, const std::string& prefix, const Overrides& overrides) {
  for (const Override& each : overrides) {
    const std::string name = prefix + each.path;
    std::erase_if(to, [&](const auto& earlier) { return earlier.first == name; });
    to.emplace_back(name, each.number);
  }
}

trace::Row row_for(const scenario::Scenario& scenario, const ProgramInstance& program) {
  constexpr trace::Bracket brackets[] = {trace::Bracket::source_reusable, trace::Bracket::acknowledged,
                                         trace::Bracket::visible};
  constexpr const char* styles[] = {"put_signal", "put_quiet_flag", "put_fence_flag"};
  constexpr const char* scopes[] = {"thread", "warp", "block"};
  trace::Row row;
  row.program = scenario.program;
  for (const auto& [name, value] : scenario.params.all()) row.params.emplace_back(name, text_of(value));
  row.payload = scenario.phantom ? "phantom" : "real";
  row.pes = scenario.n_pes();
  row.nodes = scenario.cluster.nodes;
  row.agents = scenario.launch.agents;
  row.scope = scopes[static_cast<std::uint32_t>(scenario.launch.scope)];
  row.seed = scenario.seed;
  row.profile = scenario.cluster.profile;
  row.stack = scenario.stack;
  add_overrides(row.overrides, "profile.", scenario.profile_overrides);
  add_overrides(row.overrides, "stack.", scenario.stack_overrides);
  row.path_same_node = name(path_of(scenario.paths.same_node));
  row.path_other_node = name(path_of(scenario.paths.other_node));
  row.signalling = styles[static_cast<std::uint32_t>(scenario.signalling)];
  row.bracket = brackets[static_cast<std::uint32_t>(program.bracket())];
  return row;
}

std::string describe(Pe pe, const Mismatch& mismatch) {
  if (!mismatch.found) return "";
  return fmt::format("PE {}: {}[{}]: expected {:#x}, got {:#x}", pe.value, mismatch.window, mismatch.index,
                     mismatch.expected, mismatch.got);
}

}  // namespace gin
