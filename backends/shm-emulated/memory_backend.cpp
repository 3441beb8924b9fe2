// The backend `memory`: the same programs in wall-clock time on threads of this process, over a fabric that is
// plain memory. Shows that a program is right under real concurrency; its times are those of this machine.
#include <fmt/format.h>

#include <deque>

#include "backends/shm-emulated/machine_of.hpp"
#include "core/base/digest.hpp"
#include "core/base/error.hpp"
#include "core/fabric/heap.hpp"
#include "core/fabric/memory_fabric.hpp"
#include "core/run/agent_memory.hpp"
#include "core/run/backend.hpp"
#include "core/run/heap_plan.hpp"
#include "core/run/ring_memory.hpp"
#include "core/run/wall_job.hpp"

namespace gin {
namespace {

class MemoryRun {
 public:
  explicit MemoryRun(const RunRequest& request)
      : scenario_(request.scenario),
        models_(request.scenario),
        launch_(launch_of(request.scenario, request.seed)),
        program_(request.program.make(request.scenario.params)),
        plan_(planned(launch_, *program_)),
        rules_(rules_of(models_)),
        heaps_({launch_.n_pes, plan_.heap_bytes()}),
        job_(world_, *program_,
             {static_cast<std::uint64_t>(scenario_.measure.warmup),
              static_cast<std::uint64_t>(scenario_.measure.iterations)}) {
    refuse_what_cannot_run(request.program.name);
    for (std::uint32_t pe = 0; pe < launch_.n_pes; ++pe) world_.heaps.push_back(heaps_.of(pe));
    for (std::uint32_t pe = 0; pe < launch_.n_pes; ++pe) {
      program_->fill({Pe{pe}, heaps_.of(pe)});
      make_pe(Pe{pe});
    }
  }

  trace::Row run(const Progress& progress) {
    job_.run(progress);
    trace::Row row = row_for(scenario_, *program_);
    job_.report(row);
    Digest digest;
    for (std::uint32_t pe = 0; pe < launch_.n_pes; ++pe) {
      if (row.mismatch.empty()) row.mismatch = describe(Pe{pe}, program_->verify({Pe{pe}, heaps_.of(pe)}));
      for (const HeapPlan::Region& region : plan_.regions())
        digest.add_bytes(heaps_.of(pe) + region.begin, region.bytes);
    }
    row.verified = row.mismatch.empty();
    row.digest = hex16(digest.value());
    return row;
  }

 private:
  struct PeState {
    PeState(Pe pe, const std::vector<unsigned char*>& heaps, std::size_t connections, std::size_t operations_max)
        : queues(connections), fabric(pe, heaps, operations_max) {}
    std::vector<Path> paths;
    std::vector<unsigned char*> pointers;
    std::vector<SendQueue<WallEnv>> queues;
    std::vector<WorkRequest> slots;
    std::deque<RingMemory> rings;
    MemoryFabric fabric;
    std::unique_ptr<WallEnv> proxy_env;
    std::unique_ptr<Proxy<WallEnv, MemoryFabric>> proxy;
    std::unique_ptr<SoftNic<WallEnv>> nic;
  };

  static HeapPlan planned(const Launch& launch, ProgramInstance& program) {
    HeapPlan plan(launch);
    program.plan(plan);
    return plan;
  }

  /// Memory keeps order, has atomics and one rail, whatever the profile's NIC does; payload is read when the
  /// request is carried out.
  static QueueRules rules_of(const emulated::Models& models) {
    QueueRules rules = emulated::queue_rules_of(models);
    const std::uint64_t inline_max = rules.post.inline_max;
    rules.post = {};
    rules.post.inline_max = inline_max;
    return rules;
  }

  void refuse_what_cannot_run(const std::string& program) const {
    Capabilities has;
    has.ordering = Ordering::per_queue;
    has.strong_signals = has.atomics = true;
    has.message_bytes_max = std::uint64_t{1} << 31;
    has.pointers_within_node = scenario_.paths.same_node == scenario::Path::pointer;
    const std::string sentence = missing(has, plan_.requirements(), scenario_.cluster.nodes > 1);
    if (!sentence.empty()) throw Error(Code::unavailable, fmt::format("program {}: {}", program, sentence));
    const std::size_t threads = std::size_t{launch_.n_pes} * (launch_.agents + 2);
    if (threads > WallJob::threads_max)
      throw Error(Code::unavailable,
                  fmt::format("memory: expected at most {} threads (PEs x (agents + 2)), got {}; use fewer "
                              "PEs or agents, or backend emulated",
                              WallJob::threads_max, threads));
    for (const scenario::Path path : {scenario_.paths.same_node, scenario_.paths.other_node})
      if (path == scenario::Path::host || path == scenario::Path::gpu_cpu_doorbell)
        throw Error(Code::unavailable,
                    fmt::format("memory: expected path pointer, gpu or proxy, got {}; use backend "
                                "emulated",
                                name(path_of(path))));
    if (scenario_.phantom)
      throw Error(Code::unavailable,
                  "memory: expected payload real, got phantom; only backend emulated leaves bytes out");
  }

  void make_pe(Pe pe) {
    const std::uint32_t per_peer = rules_.per_peer * plan_.context_count();
    const std::size_t connections = std::size_t{launch_.n_pes} * per_peer;
    PeState& state = pes_.emplace_back(pe, world_.heaps, connections,
                                       static_cast<std::size_t>(models_.stack.proxy.budget_operations));
    state.paths = paths_from(pe, scenario_);
    for (std::uint32_t peer = 0; peer < launch_.n_pes; ++peer)
      state.pointers.push_back(state.paths[peer] == Path::pointer ? heaps_.of(peer) : nullptr);
    const std::uint32_t depth = std::min(static_cast<std::uint32_t>(models_.stack.queues.depth), soft_depth);
    state.slots.resize(connections * depth);
    for (std::size_t i = 0; i < connections; ++i) {
      SendQueue<WallEnv>& queue = state.queues[i];
      queue.slots = &state.slots[i * depth];
      queue.capacity = queue.depth = depth;
      queue.id = static_cast<std::uint32_t>(i / per_peer);
    }
    make_proxy(pe, state);
    state.nic = std::make_unique<SoftNic<WallEnv>>(pe, world_.heaps, state.queues);
    job_.add_helper([nic = state.nic.get()] { return nic->step(); });
    for (std::uint32_t agent = 0; agent < launch_.agents; ++agent) make_agent(pe, agent, state, per_peer);
  }

  void make_proxy(Pe pe, PeState& state) {
    const auto rings = static_cast<std::uint32_t>(models_.stack.proxy.rings);
    const std::uint32_t start = scenario_.test.start_near_wrap ? 0xffffffff - 20 : 0;
    std::vector<Ring<WallEnv>> served;
    for (std::uint32_t i = 0; i < rings; ++i) {
      state.rings.emplace_back(static_cast<std::uint32_t>(models_.stack.proxy.ring_slots), start);
      served.push_back(state.rings.back().ring<WallEnv>(gate_, gate_, gate_));
    }
    state.proxy_env = std::make_unique<WallEnv>(world_, WallEnv::Identity{pe, 0, state.paths.data(), nullptr, 1});
    state.proxy = std::make_unique<Proxy<WallEnv, MemoryFabric>>(*state.proxy_env, state.fabric, std::move(served),
                                                                 gate_, emulated::proxy_rules_of(models_));
    // Its idle pauses are in its own polls.
    job_.add_helper([proxy = state.proxy.get()] { return proxy->step(), true; });
  }

  void make_agent(Pe pe, std::uint32_t agent, PeState& state, std::uint32_t per_peer) {
    const std::uint32_t contexts = plan_.context_count();
    WallEnv& env =
        envs_.emplace_back(world_, WallEnv::Identity{pe, agent, state.paths.data(), state.queues.data(), per_peer});
    AgentMemory<WallEnv>& memory = memory_.emplace_back(
        AgentMemory<WallEnv>::Shape{contexts, std::size_t{launch_.n_pes} * rules_.per_peer, 1});
    for (std::uint32_t context = 0; context < contexts; ++context)
      memory.rings()[context] =
          state.rings[(agent * contexts + context) % state.rings.size()].ring<WallEnv>(gate_, gate_, gate_);
    AgentView<WallEnv> view = memory.view(launch_, rules_);
    view.me = pe;
    view.agent = agent;
    view.heap = heaps_.of(pe.value);
    view.peers = state.pointers.data();
    job_.add_agent(env, view);
  }

  static constexpr std::uint32_t soft_depth = 256;  // slots are all in memory here

  const scenario::Scenario& scenario_;
  const emulated::Models models_;
  const Launch launch_;
  std::unique_ptr<ProgramInstance> program_;
  HeapPlan plan_;
  QueueRules rules_;
  SymmetricHeaps heaps_;
  WallWorld world_;
  WallEnv::Gate gate_;
  std::deque<PeState> pes_;
  std::deque<WallEnv> envs_;
  std::deque<AgentMemory<WallEnv>> memory_;
  WallJob job_;
};

class MemoryBackend final : public Backend {
 public:
  std::string name() const override { return "memory"; }
  std::string summary() const override {
    return "wall-clock time on threads of this process over plain memory; real concurrency, no cost model";
  }
  std::string clock() const override { return "wall"; }
  std::string unavailable_because() const override { return ""; }
  trace::Row run(const RunRequest& request) const override { return MemoryRun(request).run(request.progress); }
};

}  // namespace

std::unique_ptr<Backend> make_backend_memory() {
  return std::make_unique<MemoryBackend>();
}

}  // namespace gin
