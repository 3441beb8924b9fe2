// What a backend refuses before there are processes: without proxies whatever a CPU would have to serve, and what agents on GPUs cannot do.
#include "core/process/process_plan.hpp"

#include <gtest/gtest.h>

#include "core/base/error.hpp"

namespace gin {
namespace {

template <bool two_sided>
class Planned final : public ProgramInstance {
 public:
  std::string name() const override { return "planned"; }
  void plan(Plan& plan) override {
    if (two_sided) plan.require_two_sided("it sends");
  }
  void fill(const Memory&) const override {}
  Bracket bracket() const override { return Bracket::visible; }
  Mismatch verify(const Memory&) const override { return {}; }
};

template <bool two_sided>
ProgramEntry entry() {
  return {"planned", "", {}, [](const Values&) -> std::unique_ptr<ProgramInstance> {
            return std::make_unique<Planned<two_sided>>();
          }};
}

scenario::Scenario within_a_node(scenario::Path path) {
  scenario::Scenario scenario;
  scenario.cluster.gpus_per_node = 2;
  scenario.paths = {path, path};
  return scenario;
}

/// The sentence of a refusal; empty where there is a plan.
std::string refusal(const scenario::Scenario& scenario, const ProgramEntry& program, bool only_kernels = false) {
  ProcessRules rules;
  rules.only_kernels = rules.has_queues = only_kernels;
  rules.backend = "somewhere";
  rules.stack_of = [](const scenario::Scenario&) { return StackRules(); };
  rules.shares_memory = true;
  try {
    const ProcessPlan plan({scenario, program, 1, {}}, rules);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::unavailable);
    return error.what();
  }
  return "";
}

TEST(ProcessPlan, AWireServesProxiesAndPeersOfANodeReachEachOther) {
  for (const scenario::Path path : {scenario::Path::pointer, scenario::Path::proxy})
    EXPECT_EQ(refusal(within_a_node(path), entry<false>()), "");
  EXPECT_NE(
      refusal(within_a_node(scenario::Path::gpu), entry<false>()).find("expected path pointer or proxy, got gpu"),
      std::string::npos);
}

TEST(ProcessPlan, CopyEnginesMatchNoSendsAndReceives) {
  const scenario::Scenario scenario = within_a_node(scenario::Path::pointer);
  EXPECT_NE(refusal(scenario, entry<true>(), true).find("it sends"), std::string::npos);
  EXPECT_EQ(refusal(scenario, entry<true>()), "");
}

TEST(ProcessPlan, CopyEnginesAreNoNetworkToMakeStricter) {
  scenario::Scenario scenario = within_a_node(scenario::Path::proxy);
  scenario.test.degraded = true;
  EXPECT_NE(refusal(scenario, entry<false>(), true).find("test.degraded"), std::string::npos);
  EXPECT_EQ(refusal(scenario, entry<false>()), "");
}

TEST(ProcessPlan, AgentsOfABackendOfGpusReachOthersByPointersCopyEnginesOrBoth) {
  using enum scenario::Path;
  for (const scenario::Path path : {pointer, gpu, proxy})
    EXPECT_EQ(refusal(within_a_node(path), entry<false>(), true), "");
  for (const scenario::Path path : {host, gpu_cpu_doorbell})
    EXPECT_NE(refusal(within_a_node(path), entry<false>(), true).find("expected path pointer, gpu or proxy, got"),
              std::string::npos);
  scenario::Scenario two_nodes = within_a_node(pointer);
  two_nodes.cluster.nodes = 2;
  two_nodes.paths = {pointer, proxy};
  EXPECT_EQ(refusal(two_nodes, entry<false>(), true), "");
  two_nodes.paths = {proxy, pointer};
  EXPECT_NE(refusal(two_nodes, entry<false>(), true).find("expected path.same_node pointer"), std::string::npos);
}

TEST(ProcessPlan, AgentsOnAGpuReachOthersByProxiesWhereHeapsLieInTheHostsMemory) {
  scenario::Scenario scenario = within_a_node(scenario::Path::proxy);
  scenario.launch.runs_on = scenario::RunsOn::gpu;
  EXPECT_EQ(refusal(scenario, entry<false>()), "");
  scenario.paths.same_node = scenario::Path::pointer;
  EXPECT_NE(refusal(scenario, entry<false>()).find("expected path proxy with launch.runs_on gpu, got pointer"),
            std::string::npos);
}

TEST(ProcessPlan, ABackendOfGpusRunsNoAgentsOnTheHost) {
  scenario::Scenario scenario = within_a_node(scenario::Path::pointer);
  EXPECT_EQ(refusal(scenario, entry<false>(), true), "");
  scenario.launch.runs_on = scenario::RunsOn::gpu;
  EXPECT_EQ(refusal(scenario, entry<false>(), true), "");
  scenario.launch.runs_on = scenario::RunsOn::host;
  EXPECT_NE(refusal(scenario, entry<false>(), true).find("expected launch.runs_on gpu, got host"),
            std::string::npos);
}

}  // namespace
}  // namespace gin
