#include "tests/differential/placing.hpp"

#include "core/run/backend.hpp"
#include "core/run/program_of.hpp"
#include "tests/conformance/asked.hpp"
#include "tests/conformance/declared.hpp"
#include "tests/differential/script_sequence.hpp"
#include "tests/fuzz/finding.hpp"

namespace gin::differential {
namespace {

constexpr auto pointer = scenario::Path::pointer;
constexpr auto gpu = scenario::Path::gpu;
constexpr auto doorbell = scenario::Path::gpu_cpu_doorbell;

constexpr auto proxy = scenario::Path::proxy;
constexpr auto weak = fuzz::Signals::weak;
constexpr auto counted = fuzz::Signals::counted;

/// The target only counts what belongs to a signal; stack lean has it carry out everything in order.
constexpr const char* counting = "nvshmem-libfabric";

/// Rings, queues and the proxy's room so short that agents wait for them.
const Overrides shallow = {{"queues.depth", "64"}, {"proxy.ring_slots", "128"}, {"proxy.budget_operations", "3"}};
/// Several threads and wires a PE: nothing orders one against the other.
const Overrides two_proxies = {{"proxy.rings", "4"}, {"proxy.threads", "2"}};

/// The NIC is a wire to the proxies, which ask for acknowledgements.
const Overrides asked = {{"arrivals.acknowledge", "when_asked"}};

/// Copies at both ends that take so long that whatever does not wait for them overtakes.
const Overrides staged = {{"pcie.gpudirect", "0"}, {"host.copy_ns", "50000"}};
/// Far away, and with room for hardly a translation.
const Overrides translated = {{"pcie.placement", "cross_socket"},
                              {"iommu.mode", "translating"},
                              {"iommu.entries", "2"},
                              {"iommu.walkers", "1"}};

scenario::Scenario scenario_of(const Placing& placing, const Course& course) {
  scenario::Scenario scenario;
  scenario.name = placing.name;
  scenario.program = ScriptSequence::name;
  scenario.cluster = {placing.nodes, placing.pes_per_node, placing.profile};
  scenario.stack = placing.stack;
  scenario.paths = placing.paths;
  scenario.launch = {.agents = placing.agents, .scope = scenario::Scope::warp, .workers = placing.workers};
  scenario.launch.nic.device = placing.device;
  scenario.measure.iterations = static_cast<std::int64_t>(course.programs);
  scenario.params.set("first", static_cast<std::int64_t>(course.first));
  scenario.params.set("step", std::int64_t{course.same ? 0 : 1});
  scenario.params.set("signals", fuzz::signals_names[static_cast<std::size_t>(placing.signals)]);
  scenario.params.set("spoiled", static_cast<std::int64_t>(course.spoiled));
  scenario.time_scale = 10;  // of backend emulated-wall: costs are waited for, hardly stretched
  scenario.stack_overrides = placing.overrides;
  scenario.profile_overrides = placing.machine;
  scenario.test = placing.test;
  scenario.test.livelock_calls = 1'000'000;
  test::ask_for_everything(scenario);
  test::ask_as_environment_does(scenario);
  return scenario;
}

std::vector<Placing> modelled() {
  return {
      {.name = "Gpu", .paths = {gpu, gpu}},
      {.name = "PointerWithin", .nodes = 2, .pes_per_node = 2, .paths = {pointer, gpu}},
      {.name = "Efa", .profile = "aws-p5-efa", .stack = counting, .signals = weak},
      {.name = "EfaInTurn", .profile = "aws-p5-efa"},
      {.name = "Staged", .machine = staged},
      {.name = "StagedEfa", .profile = "aws-p5-efa", .stack = counting, .signals = weak, .machine = staged},
      {.name = "StagedHeld",
       .profile = "aws-p5-efa",
       .overrides = {{"arrivals.signals", "sender_hold"}},
       .machine = staged},
      {.name = "Translated",
       .paths = {gpu, gpu},
       .overrides = {{"gpu.queue_memory", "host"}},
       .machine = translated},
      {.name = "Asked", .overrides = asked},
      {.name = "AskedEfa", .profile = "aws-p5-efa", .stack = counting, .signals = weak, .overrides = asked},
      {.name = "AskedStaged",
       .profile = "aws-p5-efa",
       .overrides = asked,
       .machine = staged,
       .test = {.start_near_wrap = true}},
      {.name = "AskedPointerWithin", .nodes = 2, .pes_per_node = 2, .paths = {pointer, proxy}, .overrides = asked},
      {.name = "AskedTwoProxies",
       .overrides = {{"proxy.rings", "4"}, {"proxy.threads", "2"}, {"arrivals.acknowledge", "when_asked"}}},
      {.name = "Counted",
       .paths = {gpu, gpu},
       .profile = "aws-p5-efa",
       .stack = "nccl-efa-gda",
       .signals = counted},
      {.name = "RingOnGpu", .overrides = {{"proxy.ring_memory", "gpu"}}, .machine = translated},
  };
}

std::vector<Placing> in_one_process() {
  return {
      {.name = ""},
      {.name = "Pointer", .nodes = 1, .pes_per_node = 4, .paths = {pointer, pointer}},
  };
}

std::vector<Placing> between_processes() {
  return {
      {.name = ""},
      {.name = "Counting", .stack = counting, .signals = weak},
      {.name = "PointerWithin", .nodes = 2, .pes_per_node = 2, .paths = {pointer, proxy}, .agents = 3},
      {.name = "Threads", .nodes = 3, .workers = 0},
      {.name = "TwoProxies", .nodes = 3, .agents = 3, .overrides = two_proxies},
      {.name = "Shallow", .overrides = shallow, .test = {.start_near_wrap = true}},
      {.name = "Degraded", .test = {.degraded = true}},
      {.name = "DegradedCounting",
       .stack = counting,
       .signals = weak,
       .test = {.start_near_wrap = true, .degraded = true}},
      {.name = "Gpu", .paths = {gpu, gpu}, .agents = 3},
      {.name = "GpuMlx5",
       .paths = {gpu, gpu},
       .workers = 0,
       .device = "soft-mlx5",
       .overrides = shallow,
       .test = {.start_near_wrap = true}},
      {.name = "GpuWithinProxyAcross", .nodes = 2, .pes_per_node = 2, .paths = {gpu, proxy}},
      {.name = "CpuDoorbell", .paths = {doorbell, doorbell}, .stack = "nvshmem-ibgda", .signals = weak},
      {.name = "GpuCounted", .paths = {gpu, gpu}, .agents = 3, .signals = counted},
      {.name = "GpuCountedThreads",
       .paths = {gpu, gpu},
       .workers = 0,
       .signals = counted,
       .test = {.start_near_wrap = true}},
  };
}

/// Of a backend that says `traits` of itself. What is paced has those of the covering array only.
std::vector<Placing> placings_of(const Traits& traits) {
  if (traits.time == Traits::Time::modelled) return modelled();
  if (traits.time == Traits::Time::paced) return {};
  return traits.has_processes ? between_processes() : in_one_process();
}

/// Whoever counts has only the atomics of scripts that are counted; these run there and in virtual time.
bool suits(const Placing& placing, const Traits& traits) {
  if (placing.signals == counted) return traits.counts || traits.time == Traits::Time::modelled;
  return !traits.counts || placing.paths.same_node != gpu;
}

}  // namespace

const std::vector<Placing>& placings() {
  static const std::vector<Placing> all = [] {
    std::vector<Placing> placings;
    for (const std::unique_ptr<Backend>& backend : test::every_backend()) {
      const Traits traits = backend->traits();
      for (Placing& one : placings_of(traits)) {
        if (!traits.has(one.paths.same_node) || !traits.has(one.paths.other_node)) continue;
        if (!suits(one, traits)) continue;
        one.name = test::word_of(backend->name()) + one.name;
        one.backend = backend->name();
        placings.push_back(std::move(one));
      }
    }
    return placings;
  }();
  return all;
}

Placing emulated_like(const Placing& placing) {
  Placing emulated;
  emulated.name = "Emulated";
  emulated.backend = test::find_virtual_time()->name();
  emulated.nodes = placing.nodes * placing.pes_per_node;
  emulated.agents = placing.agents;
  if (placing.signals != counted) emulated.stack = placing.stack;  // path proxy counts nothing
  emulated.signals = placing.signals;
  return emulated;
}

std::vector<Course> runs_of(const Placing& placing, const Course& course) {
  if (placing.signals != counted) return {course};
  std::vector<Course> runs;
  for (std::uint64_t program = 0; program < course.programs; ++program)
    runs.push_back({.first = course.seed(program), .programs = 1, .same = course.same, .spoiled = course.spoiled});
  return runs;
}

trace::Row row_of(const Placing& placing, const Course& course) {
  static const ProgramEntry program = program_entry<ScriptSequence>();
  const scenario::Scenario scenario = scenario_of(placing, course);
  const Backend* backend = test::find_backend(placing.backend);
  if (backend == nullptr) throw fuzz::Finding("expected a backend of this build, got " + placing.backend);
  return backend->run({scenario, program, scenario.seed, {}});
}

}  // namespace gin::differential
