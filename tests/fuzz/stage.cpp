#include "tests/fuzz/stage.hpp"

#include <fmt/format.h>

#include "core/run/backend.hpp"
#include "core/run/program_of.hpp"
#include "tests/conformance/declared.hpp"
#include "tests/fuzz/finding.hpp"
#include "tests/fuzz/scripted.hpp"

namespace gin::fuzz {
namespace {

constexpr auto pointer = scenario::Path::pointer;
constexpr auto gpu = scenario::Path::gpu;
constexpr auto proxy = scenario::Path::proxy;

void press(const Play& play, Overrides& overrides) {
  if (play.hurry)
    for (const char* cost : {"call_ns", "gpu.build_ns", "gpu.publish_ns", "gpu.doorbell_ns", "proxy.push_ns"})
      overrides.push_back({cost, "0"});
  if (play.shallow) {
    overrides.push_back({"queues.depth", "64"});
    overrides.push_back({"proxy.ring_slots", "128"});
    overrides.push_back({"proxy.budget_operations", "3"});
  }
  overrides.push_back({"gpu.doorbell_batch", std::to_string(play.batch)});
  overrides.push_back({"gpu.doorbells", play.locked ? "locked" : "left"});
  overrides.push_back({"proxy.doorbell_batch", std::to_string(play.batch)});
}

scenario::Scenario scenario_of(const Stage& stage, const Play& play) {
  scenario::Scenario scenario;
  scenario.name = stage.name;
  scenario.program = Scripted::name;
  const std::int64_t pes = play.shape.n_pes;
  scenario.cluster = {stage.one_node ? 1 : pes, stage.one_node ? pes : 1, "dgx-h100-cx7"};
  // Peers of both classes, where they can be had.
  if (stage.paths.same_node != stage.paths.other_node && pes % 2 == 0)
    scenario.cluster = {2, pes / 2, "dgx-h100-cx7"};
  scenario.stack = stage.stack;
  scenario.paths = stage.paths;
  scenario.launch = {.agents = play.shape.agents, .scope = scenario::Scope::warp};
  scenario.params.set("script", static_cast<std::int64_t>(play.script));
  scenario.params.set("barriers", static_cast<std::int64_t>(play.length.barriers));
  scenario.params.set("steps", static_cast<std::int64_t>(play.length.steps));
  scenario.stack_overrides = stage.overrides;
  press(play, scenario.stack_overrides);
  scenario.test.start_near_wrap = play.near_wrap;
  scenario.test.permute_lanes = play.permute_lanes;
  scenario.test.livelock_calls = 1'000'000;
  return scenario;
}

trace::Row run(const Stage& stage, const scenario::Scenario& scenario) {
  static const ProgramEntry program = program_entry<Scripted>();
  return test::find_backend(stage.backend)->run({scenario, program, scenario.seed, {}});
}

std::vector<Stage> modelled() {
  return {
      {.name = "Pointer", .paths = {pointer, pointer}},
      {.name = "GpuSingle", .paths = {gpu, gpu}, .one_node = false},
      {.name = "GpuRoundRobin", .paths = {gpu, gpu}, .one_node = false, .stack = "nvshmem-ibgda"},
      {.name = "Proxy", .paths = {proxy, proxy}, .one_node = false},
      {.name = "ProxyFourRings",
       .paths = {proxy, proxy},
       .one_node = false,
       .overrides = {{"proxy.credit", "completion"}, {"proxy.rings", "4"}, {"proxy.threads", "2"}}},
      {.name = "PointerWithinGpuAcross", .paths = {pointer, gpu}, .one_node = false},
  };
}

/// Where the stages above have taught all: a process for each PE, and waiting for costs, take long.
std::vector<Stage> in_one_process() {
  return {
      {.name = "Pointer", .paths = {pointer, pointer}},
      {.name = "Gpu", .paths = {gpu, gpu}, .stack = "nvshmem-ibgda"},
      {.name = "Proxy", .paths = {proxy, proxy}},
  };
}

}  // namespace

const std::vector<Stage>& stages() {
  static const std::vector<Stage> all = [] {
    std::vector<Stage> stages;
    for (const std::unique_ptr<Backend>& backend : test::every_backend()) {
      const Traits traits = backend->traits();
      const bool is_modelled = traits.time == Traits::Time::modelled;
      if (!is_modelled && (traits.has_processes || traits.time == Traits::Time::paced)) continue;
      for (Stage& one : is_modelled ? modelled() : in_one_process()) {
        if (!is_modelled) one.name = test::word_of(backend->name()) + one.name;
        one.backend = backend->name();
        one.is_modelled = is_modelled;
        stages.push_back(std::move(one));
      }
    }
    return stages;
  }();
  return all;
}

Play play_of(std::uint64_t seed) {
  Random random(derived_seed({seed, 1}));
  Play play;
  play.script = seed;
  play.shape.n_pes = static_cast<std::uint32_t>(2 + random.below(3));
  play.shape.agents = static_cast<std::uint32_t>(1 + random.below(3));
  play.length = {.barriers = 1 + random.below(4), .steps = 8 + random.below(120)};
  play.hurry = random.chance({1, 2});
  play.near_wrap = random.chance({1, 2});
  play.permute_lanes = random.chance({1, 2});
  play.shallow = random.chance({1, 3});
  play.batch = std::uint32_t{1} << random.below(4);
  play.locked = random.below(2) == 1;
  return play;
}

trace::Row row_of(const Stage& stage, const Play& play, const scenario::TestOptions& options) {
  scenario::Scenario scenario = scenario_of(stage, play);
  scenario.test = options;
  return run(stage, scenario);
}

void must_leave_the_bytes_of_the_model(const Stage& stage, const Play& play) {
  std::string wrong;
  try {
    wrong = run(stage, scenario_of(stage, play)).mismatch;
  } catch (const Error& error) {
    wrong = error.what();
  }
  if (wrong.empty()) return;
  const Script script = Draft(play.shape, play.script).draw(play.length);
  throw Finding(fmt::format(
      "{}: {}\n{} PEs x {} agents, hurry {}, near wrap {}, permute lanes {}, shallow {}, batch {}, locked {}\n{}",
      stage.name, wrong, play.shape.n_pes, play.shape.agents, play.hurry, play.near_wrap, play.permute_lanes,
      play.shallow, play.batch, play.locked, listing(script)));
}

}  // namespace gin::fuzz
