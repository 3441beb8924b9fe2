#include "backends/shm-emulated/emulated_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.hpp"

namespace gin::emulated {
namespace {

/// Near-wrap starts of the test option: a few operations before 32 bits of ring position and 16 bits of the
/// NIC's completion record run over. Multiples of any doorbell batch, so that batches fall as they do from 0.
constexpr std::uint32_t ring_start = 0xffffffe0;
constexpr std::uint64_t queue_start = 0xffffffe0;

WorldOptions options_of(const scenario::Scenario& scenario, std::uint64_t seed) {
  WorldOptions options;
  options.poll_for_real = scenario.test.poll_for_real;
  options.permute_lanes = scenario.test.permute_lanes;
  options.phantom = scenario.phantom;
  options.flip_payload = scenario.test.flip_payload;
  options.livelock_calls = scenario.test.livelock_calls;
  options.seed = seed;
  return options;
}

HeapPlan planned(const Launch& launch, ProgramInstance& program) {
  HeapPlan plan(launch);
  program.plan(plan);
  return plan;
}

bool uses(const scenario::Scenario& s, scenario::Path path) {
  return s.paths.same_node == path || (s.cluster.nodes > 1 && s.paths.other_node == path);
}

}  // namespace

EmulatedRun::EmulatedRun(const RunRequest& request)
    : request_(request),
      scenario_(request.scenario),
      models_(request.scenario),
      launch_(launch_of(request.scenario, request.seed)),
      program_(request.program.make(request.scenario.params)),
      plan_(planned(launch_, *program_)),
      uses_proxy_(uses(scenario_, scenario::Path::proxy)),
      agents_(launch_.agents),
      threads_(uses_proxy_ ? static_cast<std::uint32_t>(models_.stack.proxy.threads) : 0),
      heaps_({launch_.n_pes, plan_.heap_bytes()}),
      world_(machine_of(models_, scenario_.launch.scope), options_of(scenario_, request.seed), launch_.n_pes),
      stacks_(std::size_t{launch_.n_pes} * (agents_ + threads_)),
      network_(
          world_, nic_of(models_),
          {static_cast<std::uint32_t>(models_.stack.queues.per_peer) * std::max(plan_.context_count(), threads_),
           static_cast<std::uint32_t>(models_.stack.queues.depth),
           scenario_.test.start_near_wrap ? queue_start : 0}),
      job_(world_, *program_,
           {static_cast<std::uint64_t>(scenario_.measure.warmup),
            static_cast<std::uint64_t>(scenario_.measure.iterations)}) {
  refuse_what_cannot_run();
  world_.ledger.timeline = request.timeline;
  for (const HeapPlan::Region& region : plan_.regions())
    if (!region.control) world_.bulk.push_back({region.begin, region.begin + region.bytes});
  for (std::uint32_t pe = 0; pe < launch_.n_pes; ++pe) {
    heap_of_.push_back(heaps_.of(pe));
    world_.pes[pe].heap = heaps_.of(pe);
  }
  for (std::int64_t node = 0; node < scenario_.cluster.nodes; ++node) {
    const auto first = static_cast<std::uint32_t>(node * scenario_.cluster.gpus_per_node);
    paths_.push_back(paths_from(Pe{first}, scenario_));
    auto& reachable = pointers_.emplace_back(heap_of_);
    for (std::uint32_t pe = 0; pe < launch_.n_pes; ++pe)
      if (paths_.back()[pe] != Path::pointer) reachable[pe] = nullptr;
  }
  for (std::uint32_t pe = 0; pe < launch_.n_pes; ++pe) {
    if (!scenario_.phantom) program_->fill(memory(pe));
    make_rings(Pe{pe});
    make_agents(Pe{pe});
  }
  for (std::uint32_t pe = 0; uses_proxy_ && pe < launch_.n_pes; ++pe) make_proxies(Pe{pe});
}

void EmulatedRun::refuse_what_cannot_run() const {
  Capabilities has;
  has.ordering = Ordering::per_queue;
  has.strong_signals = true;
  has.atomics = true;
  has.inline_bytes_max = WorkRequest::inline_bytes;
  has.message_bytes_max = std::uint64_t{1} << 31;  // InfiniBand's longest message
  has.queue_depth = static_cast<std::uint64_t>(models_.stack.queues.depth);
  has.pointers_within_node = scenario_.paths.same_node == scenario::Path::pointer;
  const std::string sentence = missing(has, plan_.requirements(), scenario_.cluster.nodes > 1);
  if (!sentence.empty())
    throw Error(Code::unavailable, fmt::format("program {}: {}", request_.program.name, sentence));
}

Ring<VirtualEnv> EmulatedRun::ring(Pe pe, std::uint32_t index) {
  const auto per_pe = static_cast<std::uint32_t>(models_.stack.proxy.rings);
  RingSet& set = rings_[pe.value * per_pe + index];
  // The proxy thread's own gate: it wakes for any of its rings.
  sim::Gate& pushed = proxies_[pe.value * threads_ + index % threads_].gate;
  return set.memory.ring<VirtualEnv>(pushed, set.credit, set.completion);
}

void EmulatedRun::make_rings(Pe) {
  if (!uses_proxy_) return;
  for (std::int64_t i = 0; i < models_.stack.proxy.rings; ++i)
    rings_.emplace_back(static_cast<std::uint32_t>(models_.stack.proxy.ring_slots),
                        scenario_.test.start_near_wrap ? ring_start : 0);
}

void EmulatedRun::make_agents(Pe pe) {
  const std::uint32_t node = pe.value / launch_.pes_per_node;
  for (std::uint32_t agent = 0; agent < agents_; ++agent) {
    const VirtualEnv::Identity who{pe, agent, true, paths_[node].data()};
    envs_.emplace_back(world_, stacks_, envs_.size(), who, &network_);
    agent_memory_.emplace_back(plan_.context_count(), std::size_t{launch_.n_pes} *
                                                          static_cast<std::size_t>(models_.stack.queues.per_peer));
  }
}

void EmulatedRun::make_proxies(Pe pe) {
  const std::uint32_t node = pe.value / launch_.pes_per_node;
  const auto rings = static_cast<std::uint32_t>(models_.stack.proxy.rings);
  for (std::uint32_t thread = 0; thread < threads_; ++thread) {
    const VirtualEnv::Identity who{pe, thread, false, paths_[node].data()};
    proxies_.emplace_back(world_, stacks_, envs_.size() + proxies_.size(), who, network_, cpu_rules_of(models_));
  }
  for (std::uint32_t thread = 0; thread < threads_; ++thread) {
    ProxyThread& made = proxies_[pe.value * threads_ + thread];
    std::vector<Ring<VirtualEnv>> served;
    for (std::uint32_t index = thread; index < rings; index += threads_) served.push_back(ring(pe, index));
    made.proxy = std::make_unique<Proxy<VirtualEnv, CpuFabric>>(made.env, made.fabric, std::move(served), made.gate,
                                                                proxy_rules_of(models_));
    made.env.start(
        [](void* proxy) {
          for (;;) static_cast<Proxy<VirtualEnv, CpuFabric>*>(proxy)->step();
        },
        made.proxy.get());
  }
}

trace::Row EmulatedRun::run() {
  const auto rings = static_cast<std::uint32_t>(models_.stack.proxy.rings);
  for (std::size_t i = 0; i < envs_.size(); ++i) {
    const VirtualEnv::Identity& who = envs_[i].who();
    AgentMemory<VirtualEnv>& memory = agent_memory_[i];
    AgentView<VirtualEnv> view;
    view.me = who.pe;
    view.n_pes = launch_.n_pes;
    view.agent = who.number;
    view.agents = agents_;
    view.lanes = launch_.lanes;
    view.contexts = plan_.context_count();
    view.heap = heaps_.of(who.pe.value);
    view.peers = pointers_[who.pe.value / launch_.pes_per_node].data();
    view.rules = queue_rules_of(models_);
    for (std::uint32_t context = 0; uses_proxy_ && context < view.contexts; ++context)
      memory.rings()[context] = ring(who.pe, (who.number * view.contexts + context) % rings);
    view.rings = memory.rings().data();
    view.issue = memory.issue();
    view.barriers = memory.barriers();
    job_.add_agent(envs_[i], view);
  }
  job_.run([this](Pe pe) { return occupancy(pe); }, request_.progress);
  trace::Row row = row_for(scenario_, *program_);
  job_.report(row);
  verify(row);
  row.digest = digest();
  return row;
}

void EmulatedRun::verify(trace::Row& row) const {
  if (scenario_.phantom) return;
  for (std::uint32_t pe = 0; pe < launch_.n_pes && row.mismatch.empty(); ++pe)
    row.mismatch = describe(Pe{pe}, program_->verify(memory(pe)));
  row.verified = row.mismatch.empty();
}

std::string EmulatedRun::digest() {
  Digest& digest = world_.ledger.digest();
  for (std::uint32_t pe = 0; pe < launch_.n_pes; ++pe)
    for (const HeapPlan::Region& region : plan_.regions())
      if (region.control || !scenario_.phantom) digest.add_bytes(heaps_.of(pe) + region.begin, region.bytes);
  return hex16(digest.value());
}

std::vector<std::string> EmulatedRun::occupancy(Pe pe) const {
  std::vector<std::string> lines = network_.occupancy(pe);
  const auto per_pe = static_cast<std::uint32_t>(models_.stack.proxy.rings);
  for (std::uint32_t i = 0; uses_proxy_ && i < per_pe; ++i) {
    const RingMemory& ring = rings_[pe.value * per_pe + i].memory;
    const RingWords& words = ring.words();
    lines.push_back(fmt::format("ring {}: {} of {} slots pushed and not complete (head {}, tail {}, completed {})",
                                i, words.head - words.completed, ring.capacity(), words.head, words.tail,
                                words.completed));
  }
  return lines;
}

}  // namespace gin::emulated
