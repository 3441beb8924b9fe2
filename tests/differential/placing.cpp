#include "tests/differential/placing.hpp"

#include "core/run/backend.hpp"
#include "core/run/program_of.hpp"
#include "tests/conformance/asked.hpp"
#include "tests/differential/script_sequence.hpp"
#include "tests/fuzz/finding.hpp"

namespace gin::differential {
namespace {

constexpr auto pointer = scenario::Path::pointer;
constexpr auto gpu = scenario::Path::gpu;

constexpr auto proxy = scenario::Path::proxy;
constexpr auto weak = fuzz::Signals::weak;

/// The target only counts what belongs to a signal; stack lean has it carry out everything in order.
constexpr const char* counting = "nvshmem-libfabric";

/// Rings, queues and the proxy's room so short that agents wait for them.
const Overrides shallow = {{"queues.depth", "64"}, {"proxy.ring_slots", "128"}, {"proxy.budget_operations", "3"}};
/// Several threads and wires a PE: nothing orders one against the other.
const Overrides two_proxies = {{"proxy.rings", "4"}, {"proxy.threads", "2"}};

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
  scenario.measure.iterations = static_cast<std::int64_t>(course.programs);
  scenario.params.set("first", static_cast<std::int64_t>(course.first));
  scenario.params.set("step", std::int64_t{course.same ? 0 : 1});
  scenario.params.set("signals", placing.signals == weak ? "weak" : "strong");
  scenario.params.set("spoiled", static_cast<std::int64_t>(course.spoiled));
  scenario.time_scale = 10;  // of backend emulated-wall: costs are waited for, hardly stretched
  scenario.stack_overrides = placing.overrides;
  scenario.profile_overrides = placing.machine;
  scenario.test = placing.test;
  scenario.test.livelock_calls = 1'000'000;
  test::ask_for_everything(scenario);
  return scenario;
}

const Backend& backend(const std::string& name) {
  static const std::vector<std::unique_ptr<Backend>> all = make_backends();
  for (const auto& one : all)
    if (one->name() == name) return *one;
  throw fuzz::Finding("expected a backend of this build, got " + name);
}

}  // namespace

const std::vector<Placing>& placings() {
  static const std::vector<Placing> all = {
      {.name = "EmulatedGpu", .backend = "emulated", .paths = {gpu, gpu}},
      {.name = "EmulatedPointerWithin",
       .backend = "emulated",
       .nodes = 2,
       .pes_per_node = 2,
       .paths = {pointer, gpu}},
      {.name = "EmulatedEfa", .backend = "emulated", .profile = "aws-p5-efa", .stack = counting, .signals = weak},
      {.name = "EmulatedEfaInTurn", .backend = "emulated", .profile = "aws-p5-efa"},
      {.name = "EmulatedStaged", .backend = "emulated", .machine = staged},
      {.name = "EmulatedStagedEfa",
       .backend = "emulated",
       .profile = "aws-p5-efa",
       .stack = counting,
       .signals = weak,
       .machine = staged},
      {.name = "EmulatedStagedHeld",
       .backend = "emulated",
       .profile = "aws-p5-efa",
       .overrides = {{"arrivals.signals", "sender_hold"}},
       .machine = staged},
      {.name = "EmulatedTranslated",
       .backend = "emulated",
       .paths = {gpu, gpu},
       .overrides = {{"gpu.queue_memory", "host"}},
       .machine = translated},
      {.name = "EmulatedRingOnGpu",
       .backend = "emulated",
       .overrides = {{"proxy.ring_memory", "gpu"}},
       .machine = translated},
      {.name = "Memory", .backend = "memory"},
      {.name = "MemoryPointer", .backend = "memory", .nodes = 1, .pes_per_node = 4, .paths = {pointer, pointer}},

      {.name = "Shm", .backend = "shm"},
      {.name = "ShmCounting", .backend = "shm", .stack = counting, .signals = weak},
      {.name = "ShmPointerWithin",
       .backend = "shm",
       .nodes = 2,
       .pes_per_node = 2,
       .paths = {pointer, proxy},
       .agents = 3},
      {.name = "ShmThreads", .backend = "shm", .nodes = 3, .workers = 0},
      {.name = "ShmTwoProxies", .backend = "shm", .nodes = 3, .agents = 3, .overrides = two_proxies},
      {.name = "ShmShallow", .backend = "shm", .overrides = shallow, .test = {.start_near_wrap = true}},
      {.name = "ShmDegraded", .backend = "shm", .test = {.degraded = true}},
      {.name = "ShmDegradedCounting",
       .backend = "shm",
       .stack = counting,
       .signals = weak,
       .test = {.start_near_wrap = true, .degraded = true}},

      {.name = "Tcp", .backend = "tcp"},
      {.name = "TcpCounting", .backend = "tcp", .stack = counting, .signals = weak},
      {.name = "TcpThreads", .backend = "tcp", .nodes = 3, .workers = 0},
      {.name = "TcpTwoProxies", .backend = "tcp", .nodes = 3, .agents = 3, .overrides = two_proxies},
      {.name = "TcpShallow", .backend = "tcp", .overrides = shallow, .test = {.start_near_wrap = true}},
      {.name = "TcpDegraded", .backend = "tcp", .test = {.degraded = true}},
      {.name = "TcpDegradedCounting",
       .backend = "tcp",
       .stack = counting,
       .signals = weak,
       .test = {.start_near_wrap = true, .degraded = true}},
  };
  return all;
}

Placing emulated_like(const Placing& placing) {
  Placing emulated;
  emulated.name = "Emulated";
  emulated.backend = "emulated";
  emulated.nodes = placing.nodes * placing.pes_per_node;
  emulated.agents = placing.agents;
  emulated.stack = placing.stack;
  emulated.signals = placing.signals;
  return emulated;
}

trace::Row row_of(const Placing& placing, const Course& course) {
  static const ProgramEntry program = program_entry<ScriptSequence>();
  const scenario::Scenario scenario = scenario_of(placing, course);
  return backend(placing.backend).run({scenario, program, scenario.seed, {}});
}

}  // namespace gin::differential
