// Mistakes that pass on every host show on lanes of their own, and what is said of them says what is wrong.
#include <gtest/gtest.h>

#include "core/base/error.hpp"
#include "tests/conformance/harness.hpp"
#include "tests/lanes/lanes_run.hpp"
#include "tests/lanes/planted.hpp"

namespace gin::lanes {
namespace {

scenario::Scenario scenario_with(const std::string& mistake, scenario::Scope scope) {
  scenario::Scenario scenario = conformance::scenario_of(conformance::harness("MemoryPointer"));
  scenario.program = Planted::name;
  scenario.launch.scope = scope;
  scenario.params.set("mistake", mistake);
  return scenario;
}

/// What a run says of the mistake; empty where it passes.
std::string finding(const std::string& mistake, scenario::Scope scope, std::uint64_t seed) {
  const scenario::Scenario scenario = scenario_with(mistake, scope);
  const ProgramEntry program = program_entry<Planted, LanesEnv>();
  const RunRequest request{scenario, program, scenario.seed, {}};
  try {
    return LanesRun(request, seed).run().mismatch;
  } catch (const Error& error) {
    return error.what();
  }
}

struct Case {
  const char* mistake;
  const char* says;
};

class PlantedMistake : public testing::TestWithParam<Case> {};

INSTANTIATE_TEST_SUITE_P(Of, PlantedMistake,
                         testing::Values(Case{"early_return", "returned"}, Case{"call_in_branch", "comes with"},
                                         Case{"own_broadcast", "found[0]: expected 0x7, got 0x0"},
                                         Case{"early_read", "found["}, Case{"first_alone", "found[1]"},
                                         Case{"half_a_warp", "comes with"}),
                         [](const auto& one) { return std::string(one.param.mistake); });

TEST_P(PlantedMistake, IsFoundInEveryOrderWhereAnAgentHasLanes) {
  for (const scenario::Scope scope : {scenario::Scope::warp, scenario::Scope::block})
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const std::string found = finding(GetParam().mistake, scope, seed);
      EXPECT_NE(found.find(GetParam().says), std::string::npos) << found;
    }
}

TEST_P(PlantedMistake, IsNoneForAThreadByItself) {
  EXPECT_EQ(finding(GetParam().mistake, scenario::Scope::thread, 1), "");
}

TEST_P(PlantedMistake, PassesOnHostsThatPlayTheLanes) {
  for (const char* name : {"emulated", "memory"}) {
    const scenario::Scenario scenario = scenario_with(GetParam().mistake, scenario::Scope::block);
    const ProgramEntry program = program_entry<Planted>();
    for (const std::unique_ptr<Backend>& backend : make_backends()) {
      if (backend->name() != name) continue;
      EXPECT_EQ(backend->run({scenario, program, scenario.seed, {}}).mismatch, "") << name;
    }
  }
}

TEST(LanesOfTheirOwn, PassWhereThereIsNoMistake) {
  for (const scenario::Scope scope : {scenario::Scope::thread, scenario::Scope::warp, scenario::Scope::block})
    EXPECT_EQ(finding("none", scope, 1), "");
}

}  // namespace
}  // namespace gin::lanes
