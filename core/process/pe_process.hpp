// One PE as a process: its heap, its proxies with a wire each, its agents. Included by one source of each backend.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/random.hpp"
#include "core/fabric/degraded.hpp"
#include "core/fabric/wire_fabric.hpp"
#include "core/process/agreement.hpp"
#include "core/process/carrier.hpp"
#include "core/process/pe_queues.hpp"
#include "core/process/proxied_kernel.hpp"
#include "core/process/seat.hpp"
#include "core/process/thread_cores.hpp"
#include "core/proxy/proxy.hpp"
#include "core/run/agent_memory.hpp"
#include "core/run/fabric_setup.hpp"
#include "core/run/memory_room.hpp"
#include "core/run/ring_memory.hpp"
#include "core/trace/layer.hpp"

namespace gin {

/// What a fabric stands on: a wire as it is, or made as strict as EFA.
template <class W>
struct BareWire {
  template <class Factory>
  BareWire(Factory& factory, const WireNeeds& needs, const DegradedSetup&) : wire(factory.make(needs)) {}
  const W& below() const { return wire; }
  W& below() { return wire; }
  W wire;
};
template <class W>
struct StrictWire {
  template <class Factory>
  StrictWire(Factory& factory, const WireNeeds& needs, const DegradedSetup& setup)
      : below_(factory.make(needs)), wire(below_, setup) {}
  const W& below() const { return below_; }
  W& below() { return below_; }
  W below_;
  Degraded<W> wire;
};

inline bool is_strict(const ProcessPlan& plan) {
  return plan.scenario.test.degraded || plan.scenario.test.refuse_request != 0;
}

template <class Factory, class Stack>
class PeProcess {
 public:
  /// Opens wires, meets the others, and is ready to run.
  PeProcess(Factory& factory, const ProcessPlan& plan, bootstrap::Member& member, Pe me,
            const SymmetricHeaps* heaps)
      : plan_(plan),
        member_(member),
        me_(me),
        agreement_(member, std::chrono::seconds(plan.scenario.launch.hang_after_s), world_.heap,
                   [this] { return are_complete(); }),
        job_(world_, *plan.program,
             {static_cast<std::uint64_t>(plan.scenario.measure.warmup),
              static_cast<std::uint64_t>(plan.scenario.measure.iterations), plan.workers(),
              std::chrono::seconds(plan.scenario.launch.hang_after_s)},
             &agreement_) {
    make_heap(heaps);
    plan.program->fill({me, heap_});
    job_.make_workers(plan.launch.agents);
    make_queues(factory);
    if (plan.serves()) make_wires(factory);
    if (plan.on_gpu()) kernel_ = make_proxied_kernel(plan, member, me, heap_);
    find_cores();
    ring_of_.resize(plan.stack.rings);
    for (std::uint32_t i = 0; i < lanes_.size(); ++i) make_proxy(i);
    if (kernel_) job_.add_agents(envs_.emplace_back(world_, WallEnv::Identity{me}), kernel_->agents());
    for (std::uint32_t i = 0; i < plan.launch.agents && !kernel_; ++i) make_agent(i);
  }

  trace::Row run() {
    job_.run({});
    trace::Row row = row_for(plan_.scenario, *plan_.program);
    job_.report(row);
    if (kernel_) kernel_->report(row);
    row.layers = layers();
    verify_windows(row, *plan_.program, plan_.heap, {{me_, heap_}});
    return row;
  }

 private:
  using W = decltype(Stack::wire);
  using Carrying = WireFabric<W, WallEnv>;
  using Serving = Proxy<WallEnv, Carrying>;
  /// A proxy that the worker of its agents drives takes what they push on the spot (docs/decisions/014).
  struct OnTheSpot final : WallEnv::Taker {
    bool take(std::uint32_t position, const Command& command) override {
      return proxy->take_at_once(ring, position, command);
    }
    WallEnv::Gate pushed;
    Serving* proxy = nullptr;
    std::uint32_t ring = 0;  ///< of the proxy's
  };
  /// What belongs to one proxy: nothing of it is shared with another.
  struct Lane {
    Lane(Factory& factory, const WireNeeds& needs, const DegradedSetup& strict) : stack(factory, needs, strict) {}
    Stack stack;
    Matching matching;
    std::unique_ptr<WallEnv> env;
    std::unique_ptr<Carrying> fabric;
    std::unique_ptr<Serving> proxy;
  };

  void make_heap(const SymmetricHeaps* heaps) {
    if (!heaps) own_heap_ = std::make_unique<SymmetricHeaps>(heaps_that_fit(plan_.heap, {}));
    heap_ = heaps ? heaps->of(me_.value) : own_heap_->of(0);
    world_.watcher = &agreement_;
    world_.heap = plan_.heap.map();
    world_.heaps.assign(plan_.launch.n_pes, nullptr);
    paths_ = paths_from(me_, plan_.scenario);
    for (std::uint32_t pe = 0; pe < plan_.launch.n_pes; ++pe) {
      const bool reaches = plan_.rules.shares_memory && heaps && paths_[pe] == Path::pointer;
      if (reaches || pe == me_.value) world_.heaps[pe] = pe == me_.value ? heap_ : heaps->of(pe);
      pointers_.push_back(reaches ? world_.heaps[pe] : nullptr);
    }
  }

  void make_queues(Factory& factory) {
    rules_ = plan_.stack.queues;
    if constexpr (QueueFactory<Factory>) {
      if (!plan_.posts()) return;
      queues_.emplace(factory, plan_, member_, Memory{me_, heap_}, paths_);
      queues_->limit(rules_.post);
      if (plan_.rings()) job_.add_helper(0, queues_->make_ringer(world_, {.pe = me_}));
    }
  }

  /// Everybody learns everybody's addresses, lane by lane.
  void make_wires(Factory& factory) {
    const WireNeeds needs{{heap_, plan_.heap.heap_bytes()},
                          plan_.stack.eager_max,
                          plan_.launch.n_pes,
                          place_of(plan_.scenario, member_.local_address(), me_)};
    DegradedSetup strict;
    strict.refused = plan_.scenario.test.refuse_request;
    for (std::uint32_t i = 0; i < plan_.stack.proxies; ++i) {
      strict.seed = derived_seed({plan_.request.seed, std::uint64_t{me_.value} << 32 | i});
      lanes_.emplace_back(factory, needs, strict);
    }
    for (std::uint32_t i = 0; i < lanes_.size(); ++i) {
      auto& wire = lanes_[i].stack.below();
      wire.connect(member_.all_gather(fmt::format("addresses of proxy {}", i), wire.address()).take(), me_);
    }
  }

  /// Only where everybody has a thread: a worker's is that of its agents and proxies.
  void find_cores() {
    if (plan_.workers() != 0) return;
    topology::BusyThreads busy{.proxies = static_cast<std::uint32_t>(lanes_.size()),
                               .others = plan_.on_gpu() ? 1 : plan_.launch.agents};
    if (plan_.rings()) ++busy.others;  // its thread has a core to itself, wherever that is
    std::vector<std::string> devices;
    if (!lanes_.empty()) devices.push_back(lanes_.front().stack.below().nic());
    if (kernel_) devices.push_back(kernel_->address());
    cores_.emplace(member_, devices, busy);
    if (cores_->one_for_each()) world_.waiting = Backoff::Rules::on_own_cores();
  }
  bool pins() const { return cores_ && plan_.scenario.launch.pin != scenario::Pin::off; }

  void make_proxy(std::uint32_t index) {
    Lane& lane = lanes_[index];
    lane.env = std::make_unique<WallEnv>(world_, WallEnv::Identity{me_, index});
    const WireFabricSetup setup = fabric_setup(plan_.stack, plan_.heap, plan_.scenario, {me_, heap_});
    lane.fabric = std::make_unique<Carrying>(*lane.env, lane.stack.wire, lane.matching,
                                             over_wire(setup, lane.stack.wire.limits()));
    std::vector<Ring<WallEnv>> served;
    const std::uint32_t start = plan_.scenario.test.start_near_wrap ? 0xffffffff - 20 : 0;
    for (std::uint32_t ring = index; ring < plan_.stack.rings; ring += plan_.stack.proxies) {
      on_the_spot_.emplace_back().ring = static_cast<std::uint32_t>(served.size());
      WallEnv::Gate& pushed = on_the_spot_.back().pushed;
      served.push_back(kernel_ ? kernel_->ring(ring, pushed, gate_)
                               : rings_.emplace_back(plan_.stack.ring_slots, start, plan_.scenario.launch.agents)
                                     .template ring<WallEnv>(pushed, gate_, gate_));
      ring_of_[ring] = served.back();
    }
    const auto rings = static_cast<std::ptrdiff_t>(served.size());
    lane.proxy = std::make_unique<Serving>(*lane.env, *lane.fabric, std::move(served), gate_, plan_.stack.proxy);
    if (plan_.workers() == 1)  // with more, agents of several threads push to a ring
      std::for_each(on_the_spot_.end() - rings, on_the_spot_.end(), [&](OnTheSpot& taker) {
        taker.proxy = lane.proxy.get();
        taker.pushed.taker = &taker;
      });
    std::function<void()> begin;
    if (pins()) begin = [this, index] { cores_->pin_proxy(index); };
    job_.add_helper(
        index, [proxy = lane.proxy.get()] { return proxy->round(); }, std::move(begin));
  }

  void make_agent(std::uint32_t number) {
    const std::uint32_t contexts = plan_.heap.context_count();
    WallEnv& env = envs_.emplace_back(world_, WallEnv::Identity{me_, number}, job_.worker_of(number));
    AgentMemory<WallEnv>& memory = memory_.emplace_back(AgentMemory<WallEnv>::Shape{
        contexts, std::size_t{plan_.launch.n_pes} * plan_.stack.queues.per_peer, rings_of_agent(plan_.stack)});
    for (std::size_t at = 0; !rings_.empty() && at < memory.rings(); ++at)
      memory.push_to(at, ring_of_[ring_at(plan_.stack, number, contexts, at)]);
    AgentView<WallEnv> view = memory.view(plan_.launch, rules_);
    view.me = me_;
    view.agent = number;
    view.heap = heap_;
    view.peers = pointers_.data();
    view.paths = {paths_.data()};
    if constexpr (QueueFactory<Factory>)
      if (queues_) view.queues = queues_->table();
    view.completes_on_demand = true;
    std::function<void()> begin;
    if (pins()) begin = [this, number] { cores_->pin_agent(number); };
    job_.add_agent(env, view, std::move(begin));
  }

  /// Of this PE: once its agents are through.
  bool are_complete() {
    if (kernel_ && !kernel_->are_complete()) return false;
    for (RingMemory& ring : rings_)
      if (!ring.is_complete()) return false;
    if constexpr (QueueFactory<Factory>) return !queues_ || queues_->are_complete();
    return true;
  }

  /// That carries the bytes, where the backend opens one.
  std::string device() const {
    if constexpr (QueueFactory<Factory>)
      if (queues_) return queues_->title();
    if constexpr (requires(const W& wire) { wire.title(); })
      if (!lanes_.empty()) return lanes_.front().stack.below().title();
    return "";
  }

  std::vector<std::string> layers() const {
    using trace::Layer;
    std::vector<std::string> names;
    if (plan_.serves()) {
      if (is_strict(plan_)) names.emplace_back(name(Layer::degraded));
      const bool in_turn = plan_.stack.queues.post.signals == UnorderedSignals::receiver_reorder;
      names.push_back(
          fmt::format("{}({})", name(Layer::ordered_signals), in_turn ? "receiver reorder" : "receiver count"));
      names.emplace_back(name(Layer::soft_atomics));
    }
    if (kernel_) names.insert(names.begin(), fmt::format("{}({})", name(Layer::kernels), kernel_->title()));
    if (const std::string one = device(); !one.empty())
      names.push_back(fmt::format("{}({})", name(Layer::device), one));
    if (const std::string pinned = cores_ ? cores_->what_was_done(me_) : ""; !pinned.empty())
      names.push_back(pinned);
    return names;
  }

  const ProcessPlan& plan_;
  bootstrap::Member& member_;
  Pe me_;
  WallWorld world_;
  WallEnv::Gate gate_;
  unsigned char* heap_ = nullptr;
  std::unique_ptr<SymmetricHeaps> own_heap_;
  std::vector<Path> paths_;
  std::vector<unsigned char*> pointers_;
  std::deque<Lane> lanes_;
  std::optional<typename QueuesOfPe<Factory>::Type> queues_;
  QueueRules rules_;  ///< of agents
  std::optional<ThreadCores> cores_;
  std::deque<RingMemory> rings_;           ///< of agents on the host
  std::unique_ptr<ProxiedKernel> kernel_;  ///< else they are this
  std::deque<OnTheSpot> on_the_spot_;      ///< by ring, as rings_
  std::vector<Ring<WallEnv>> ring_of_;
  std::deque<WallEnv> envs_;
  std::deque<AgentMemory<WallEnv>> memory_;
  Agreement agreement_;
  WallJob job_;
};

/// The carrier over the wires of `Factory`.
template <WireFactory Factory>
class CarrierBy final : public Carrier {
 public:
  explicit CarrierBy(Factory factory) : factory_(std::move(factory)) {}

  void prepare(const WirePlace& place) override { factory_.prepare(place); }
  std::string missing() override {
    if constexpr (requires { factory_.missing(); })
      return factory_.missing();
    else
      return "";
  }
  std::string details() override {
    if constexpr (requires { factory_.details(); })
      return factory_.details();
    else
      return "";
  }
  void refuse(const ProcessPlan& plan) override {
    if (plan.on_gpu()) refuse_kernels(plan);
  }
  trace::Row run_pe(const ProcessPlan& plan, bootstrap::Member& member, Pe me,
                    const SymmetricHeaps* heaps) override {
    return is_strict(plan) ? run_on<StrictWire<W>>(plan, member, me, heaps)
                           : run_on<BareWire<W>>(plan, member, me, heaps);
  }

 private:
  using W = decltype(std::declval<Factory&>().make(std::declval<const WireNeeds&>()));
  template <class Stack>
  trace::Row run_on(const ProcessPlan& plan, bootstrap::Member& member, Pe me, const SymmetricHeaps* heaps) {
    PeProcess<Factory, Stack> pe(factory_, plan, member, me, heaps);
    try {
      return pe.run();
    } catch (const std::exception& error) {
      give_up(member, error.what());  // while its wires stand: others must not hear of their end before its cause
      throw;
    }
  }

  Factory factory_;
};

}  // namespace gin
