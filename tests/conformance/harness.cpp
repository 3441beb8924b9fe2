#include "tests/conformance/harness.hpp"

#include <cstdlib>
#include <stdexcept>

#include "tests/conformance/asked.hpp"
#include "tests/conformance/declared.hpp"
#include "tests/lanes/lanes_backend.hpp"

namespace gin::conformance {
namespace {

constexpr auto pointer = scenario::Path::pointer;
constexpr auto gpu = scenario::Path::gpu;
constexpr auto doorbell = scenario::Path::gpu_cpu_doorbell;
constexpr auto proxy = scenario::Path::proxy;
constexpr auto host = scenario::Path::host;

// Three PEs are the fewest with which every PE has two different peers and no power of two helps.
const scenario::Cluster one_node{1, 3, "dgx-h100-cx7"};
const scenario::Cluster three_nodes{3, 1, "dgx-h100-cx7"};
const scenario::Cluster two_by_two{2, 2, "dgx-h100-cx7"};
// Unordered, no atomics, four rails.
const scenario::Cluster three_on_efa{3, 1, "aws-p5-efa"};

// How signals come after their data where the fabric keeps no order; short transfers are striped, too, so that
// every test has some that are.
Overrides unordered(const std::string& signals) {
  return {{"arrivals.signals", signals}, {"queues.stripe_min_bytes", "64"}};
}
Overrides counting() {
  return unordered("receiver_count");
}
Overrides reordering() {
  return unordered("receiver_reorder");
}
Overrides holding() {
  return unordered("sender_hold");
}

std::vector<Harness> emulated() {
  return {
      {.name = "Pointer", .cluster = one_node, .paths = {pointer, pointer}},
      {.name = "Gpu", .cluster = three_nodes, .paths = {gpu, gpu}},
      {.name = "GpuRoundRobin", .cluster = three_nodes, .paths = {gpu, gpu}, .stack = "nvshmem-ibgda"},
      {.name = "Proxy", .cluster = three_nodes, .paths = {proxy, proxy}},
      {.name = "ProxyFourRings",
       .cluster = three_nodes,
       .paths = {proxy, proxy},
       .overrides = {{"proxy.credit", "completion"}, {"proxy.rings", "4"}, {"proxy.threads", "2"}}},
      {.name = "ProxyRingsByPeer",
       .cluster = three_nodes,
       .paths = {proxy, proxy},
       .overrides = {{"proxy.ring_map", "by_peer"}, {"proxy.rings", "3"}, {"proxy.threads", "2"}}},
      {.name = "PointerWithinGpuAcross", .cluster = two_by_two, .paths = {pointer, gpu}},
      {.name = "GpuWithinProxyAcross", .cluster = two_by_two, .paths = {gpu, proxy}},
      {.name = "CpuDoorbell", .cluster = three_nodes, .paths = {doorbell, doorbell}},
      {.name = "HostWithin", .cluster = one_node, .paths = {host, host}},
      {.name = "HostAcross", .cluster = three_nodes, .paths = {host, host}},
      // Numbers are 16 bits on the wire: these always start just below the wrap.
      {.name = "P5Gpu", .cluster = three_on_efa, .paths = {gpu, gpu}, .overrides = counting(), .near_wrap = true},
      {.name = "P5GpuRoundRobin",
       .cluster = three_on_efa,
       .paths = {gpu, gpu},
       .stack = "nvshmem-ibgda",
       .near_wrap = true},
      {.name = "P5GpuReorder",
       .cluster = three_on_efa,
       .paths = {gpu, gpu},
       .overrides = reordering(),
       .near_wrap = true},
      {.name = "P5GpuHold",
       .cluster = three_on_efa,
       .paths = {gpu, gpu},
       .overrides = holding(),
       .near_wrap = true},
      {.name = "P5GpuCounted",
       .cluster = three_on_efa,
       .paths = {gpu, gpu},
       .overrides = {{"arrivals.signals", "nic_counter"}},
       .near_wrap = true},
      {.name = "P5CpuDoorbell",
       .cluster = three_on_efa,
       .paths = {doorbell, doorbell},
       .overrides = counting(),
       .near_wrap = true},
      {.name = "P5Proxy",
       .cluster = three_on_efa,
       .paths = {proxy, proxy},
       .overrides = counting(),
       .near_wrap = true},
      {.name = "P5ProxyReorder",
       .cluster = three_on_efa,
       .paths = {proxy, proxy},
       .overrides = reordering(),
       .near_wrap = true},
      {.name = "P5ProxyHold",
       .cluster = three_on_efa,
       .paths = {proxy, proxy},
       .overrides = holding(),
       .near_wrap = true},
      {.name = "P5Host",
       .cluster = three_on_efa,
       .paths = {host, host},
       .overrides = reordering(),
       .near_wrap = true},
  };
}

/// Threads on few cores: small, and only what every wall-clock backend in one process has.
std::vector<Harness> in_one_process() {
  return {
      {.name = "Pointer", .cluster = one_node, .paths = {pointer, pointer}},
      {.name = "Gpu", .cluster = one_node, .paths = {gpu, gpu}},
      {.name = "Proxy", .cluster = one_node, .paths = {proxy, proxy}},
  };
}

/// Lanes that are fibers of their own: as many as a thread, a warp and a block have.
std::vector<Harness> lane_by_lane() {
  struct Lanes {
    scenario::Scope scope;
    const char* word;
  };
  const std::unique_ptr<Backend> backend = lanes::make_lanes_backend();
  std::vector<Harness> all;
  for (const Lanes those : {Lanes{scenario::Scope::thread, "Thread"}, Lanes{scenario::Scope::warp, "Warp"},
                            Lanes{scenario::Scope::block, "Block"}}) {
    const auto add = [&](Harness harness) {
      harness.name = "Lanes" + harness.name + those.word;
      harness.backend = backend->name();
      harness.traits = backend->traits();
      harness.scope = those.scope;
      all.push_back(std::move(harness));
    };
    add({.name = "Pointer", .cluster = one_node, .paths = {pointer, pointer}});
    add({.name = "Gpu", .cluster = three_nodes, .paths = {gpu, gpu}, .near_wrap = true});
    add({.name = "GpuRoundRobin", .cluster = three_nodes, .paths = {gpu, gpu}, .stack = "nvshmem-ibgda"});
    add({.name = "Proxy", .cluster = three_nodes, .paths = {proxy, proxy}, .near_wrap = true});
    add({.name = "PointerWithinGpuAcross", .cluster = two_by_two, .paths = {pointer, gpu}});
  }
  return all;
}

/// Costs are waited for, hardly stretched: what is tested here is that everything comes in its order.
std::vector<Harness> paced() {
  return {
      {.name = "Pointer", .cluster = one_node, .paths = {pointer, pointer}},
      {.name = "Gpu", .cluster = three_nodes, .paths = {gpu, gpu}},
      {.name = "Proxy", .cluster = three_nodes, .paths = {proxy, proxy}},
      {.name = "Threads", .cluster = three_nodes, .paths = {proxy, proxy}, .workers = 0},
      {.name = "P5Proxy", .cluster = three_on_efa, .paths = {proxy, proxy}, .near_wrap = true},
  };
}

/// Processes on few cores.
std::vector<Harness> between_processes() {
  const Overrides threads = {{"proxy.rings", "4"}, {"proxy.threads", "2"}};
  const Overrides weak = {{"strong_signals", "false"}};
  // Whose queues are written by hand in both formats that it has.
  constexpr const char* mlx5 = "soft-mlx5";
  return {
      {.name = "", .cluster = three_nodes, .paths = {proxy, proxy}},
      {.name = "Weak", .cluster = three_nodes, .paths = {proxy, proxy}, .overrides = weak, .near_wrap = true},
      {.name = "Degraded", .cluster = three_nodes, .paths = {proxy, proxy}, .degraded = true},
      {.name = "DegradedWeak",
       .cluster = three_nodes,
       .paths = {proxy, proxy},
       .overrides = weak,
       .near_wrap = true,
       .degraded = true},
      {.name = "Threads", .cluster = three_nodes, .paths = {proxy, proxy}, .overrides = threads, .workers = 0},
      {.name = "Pointer", .cluster = one_node, .paths = {pointer, pointer}},
      {.name = "PointerWithinProxyAcross", .cluster = two_by_two, .paths = {pointer, proxy}},
      {.name = "Gpu", .cluster = three_nodes, .paths = {gpu, gpu}},
      {.name = "GpuRoundRobin", .cluster = three_nodes, .paths = {gpu, gpu}, .stack = "nvshmem-ibgda"},
      {.name = "GpuThreads", .cluster = three_nodes, .paths = {gpu, gpu}, .near_wrap = true, .workers = 0},
      {.name = "GpuMlx5", .cluster = three_nodes, .paths = {gpu, gpu}, .near_wrap = true, .device = mlx5},
      {.name = "PointerWithinGpuAcross", .cluster = two_by_two, .paths = {pointer, gpu}},
      {.name = "GpuWithinProxyAcross", .cluster = two_by_two, .paths = {gpu, proxy}},
      {.name = "CpuDoorbell", .cluster = three_nodes, .paths = {doorbell, doorbell}, .near_wrap = true},
  };
}

/// What is tried in virtual time, also from just below the wrap.
std::vector<Harness> modelled() {
  std::vector<Harness> all = emulated();
  for (Harness& near_wrap : emulated()) {
    if (near_wrap.near_wrap) continue;
    near_wrap.name += "NearWrap";
    near_wrap.near_wrap = true;
    all.push_back(near_wrap);
  }
  return all;
}

/// An emulated machine takes two nodes where others take three, and the same cases run on one verbs device and on another:
/// what the environment says, where it says something (scripts/rxe).
void change_as_asked(Harness& harness) {
  const char* const nodes = std::getenv("GINLAB_TEST_NODES");
  if (nodes && harness.cluster.nodes == three_nodes.nodes) harness.cluster.nodes = std::atoi(nodes);
  const char* const device = std::getenv("GINLAB_TEST_DEVICE");
  if (device && harness.device == std::string("auto")) harness.device = device;
}

/// Of a backend that says `traits` of itself.
std::vector<Harness> harnesses_of(const Traits& traits) {
  if (traits.time == Traits::Time::modelled) return modelled();
  if (traits.time == Traits::Time::paced) return paced();
  return traits.has_processes ? between_processes() : in_one_process();
}

}  // namespace

std::vector<Harness> every_harness() {
  std::vector<Harness> all;
  for (const std::unique_ptr<Backend>& backend : test::every_backend()) {
    const Traits traits = backend->traits();
    for (Harness& one : harnesses_of(traits)) {
      if (!traits.has(one.paths.same_node) || !traits.has(one.paths.other_node)) continue;
      if (traits.counts && one.device != std::string("auto")) continue;  // of verbs with connections
      if (traits.time != Traits::Time::modelled) one.name = test::word_of(backend->name()) + one.name;
      if (traits.has_processes) change_as_asked(one);
      one.backend = backend->name();
      one.traits = traits;
      all.push_back(std::move(one));
    }
  }
  for (Harness& one : lane_by_lane()) all.push_back(std::move(one));
  return all;
}

std::vector<Harness> harnesses_where(const std::function<bool(const Harness&)>& wanted) {
  std::vector<Harness> some;
  for (const Harness& one : every_harness())
    if (wanted(one)) some.push_back(one);
  return some;
}

Harness harness(const std::string& name) {
  for (const Harness& one : every_harness())
    if (one.name == name) return one;
  throw std::out_of_range("harness: expected one of harness.cpp, got " + name);
}

scenario::Scenario scenario_of(const Harness& harness) {
  scenario::Scenario scenario;
  scenario.name = harness.name;
  scenario.cluster = harness.cluster;
  scenario.stack = harness.stack;
  scenario.launch = {.agents = 2, .scope = harness.scope, .workers = harness.workers};
  scenario.paths = harness.paths;
  scenario.time_scale = 10;
  scenario.stack_overrides = harness.overrides;
  scenario.launch.nic.device = harness.device;
  scenario.test.start_near_wrap = harness.near_wrap;
  scenario.test.degraded = harness.degraded;
  scenario.test.livelock_calls = 1'000'000;
  test::ask_for_everything(scenario);
  test::ask_as_environment_does(scenario);
  return scenario;
}

}  // namespace gin::conformance
