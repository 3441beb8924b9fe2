// The backend `emulated-wall`: the same programs in wall-clock time on threads of this process, where what the
// profile and the stack say is waited for, `time_scale` times as long. Order is promised, speed is not.
#include <fmt/format.h>

#include "backends/emulated-wall/delayed_wire.hpp"
#include "core/fabric/wire_fabric.hpp"
#include "core/proxy/proxy.hpp"
#include "core/run/fabric_setup.hpp"
#include "core/run/in_process_run.hpp"
#include "core/trace/layer.hpp"
#include "models/rules/rules.hpp"
#include "nic/machine_of.hpp"

namespace gin {
namespace {

using emulated::DelayedWire;

class EmulatedWallRun final : public InProcessRun {
 public:
  EmulatedWallRun(const RunRequest& request, const models::Pairing& models)
      : InProcessRun(request,
                     {.backend = "emulated-wall",
                      .workers = static_cast<std::uint32_t>(request.scenario.launch.workers),
                      // Ten milliseconds of what the profile calls time.
                      .slower = std::chrono::seconds(request.scenario.time_scale / 100)},
                     rules::of_library(models)),
        models_(models),
        serves_(scenario_.uses(scenario::Path::proxy) || plan_.requirements().two_sided),
        virtual_(emulated::machine_of(models_, scenario_),
                 {.refuse_request = scenario_.test.refuse_request, .seed = request.seed}, launch_.n_pes),
        network_(virtual_, emulated::nic_of(models_), network_rules()),
        paced_(virtual_, scenario_.time_scale) {
    refuse_what_cannot_run();
    set_rules();
    make_heaps();
    job_.make_workers(launch_.n_pes * launch_.agents);
    job_.add_helper([this] { return paced_.step(); });
    for (std::uint32_t pe = 0; pe < launch_.n_pes; ++pe) virtual_.pes[pe].heap = heaps_.of(pe);
    for (std::uint32_t pe = 0; pe < launch_.n_pes; ++pe) make(Pe{pe});
  }

  /// What agents left under way is done when the NICs have nothing to do and the proxies' rings are complete.
  bool are_through() override {
    for (WallPe& pe : pes_)
      for (RingMemory& ring : pe.seen.rings)
        if (!ring.is_complete()) return false;
    return paced_.idle();
  }

 private:
  using Fabric = WireFabric<DelayedWire, WallEnv>;
  /// What belongs to one proxy.
  struct Lane {
    Lane(PacedWorld& paced, WallWorld& world, const WallEnv::Identity& who, const Pace& pace)
        : actor(paced, who.pe, pace), env(world, who, nullptr, &actor) {}
    PacedActor actor;
    WallEnv env;
    Matching matching;
    std::unique_ptr<DelayedWire> wire;
    std::unique_ptr<Fabric> fabric;
    std::unique_ptr<Proxy<WallEnv, Fabric>> proxy;
  };
  struct WallPe {
    PeState seen;
    std::deque<Lane> lanes;
    std::deque<PacedActor> actors;
  };

  std::uint32_t proxies() const { return serves_ ? stack_.proxies : 0; }

  emulated::NetworkRules network_rules() const {
    return {.agent_streams = scenario_.uses(scenario::Path::gpu) ? rules_.per_peer * plan_.context_count() : 0,
            .contexts = plan_.context_count(),
            .cpu_streams = proxies(),
            .threads = proxies(),
            .depth = stack_.queue_depth,
            .pes_per_node = static_cast<std::uint32_t>(scenario_.cluster.gpus_per_node),
            .agent_queues_on_cpu = rules::agent_queues_on_cpu(models_),
            .first_index = scenario_.test.start_near_wrap ? 0xffffffe0 : 0};
  }

  /// Proxies stand on a wire, which promises no order: their fences wait. Agents that post by themselves have what
  /// the NIC has.
  void set_rules() {
    if (!serves_) return;
    const QueueRules over_wire = rules::over_wire(models_).queues;
    if (scenario_.uses(scenario::Path::gpu)) {
      rules_.rings_keep_order = false;
      rules_.post.signals = over_wire.post.signals;
    } else {
      rules_ = over_wire;
    }
  }

  void refuse_what_cannot_run() {
    rules::refuse_without_gpudirect(models_, scenario_);
    rules::refuse_without_counters(models_, scenario_);
    refuse_program({.strong_signals = true,
                    .atomics = true,
                    .message_bytes_max = std::uint64_t{1} << 40,
                    .two_sided = true,
                    .pointers_within_node = scenario_.paths.same_node == scenario::Path::pointer});
    for (const scenario::Path path : {scenario::Path::host, scenario::Path::gpu_cpu_doorbell})
      if (scenario_.uses(path)) refuse("path pointer, gpu or proxy", name(path_of(path)), "use backend emulated");
    if (scenario_.uses(scenario::Path::gpu) && (rules_.post.numbered || rules_.post.counted))
      refuse(fmt::format("path pointer or proxy on {}, whose NIC keeps no order or has no atomics",
                         scenario_.cluster.profile),
             "gpu", "set path to proxy, or use backend emulated");
    if (plan_.requirements().two_sided && proxies() > 1)
      refuse("one proxy thread, because sends and receives are matched by one", std::to_string(proxies()),
             "set stack.proxy.threads to 1");
    if (serves_ && rules_.post.signals == UnorderedSignals::sender_hold && !rules_.strong_signals)
      refuse("signals that the target counts or reorders", "sender_hold", "set stack.arrivals.signals");
    refuse_phantom();
    const auto workers = static_cast<std::size_t>(scenario_.launch.workers);
    count_threads(1 + std::size_t{launch_.n_pes} * proxies() +
                  (workers > 0 ? workers : std::size_t{launch_.n_pes} * launch_.agents));
  }

  void make(Pe pe) {
    WallPe& made = pes_.emplace_back();
    const emulated::NetworkRules& network = network_.rules();
    make_pe(made.seen, pe, network.agent_streams * network_.rails(), network.first_index);
    share_queues(made.seen, pe);
    if (serves_) make_rings(made.seen);
    for (std::uint32_t i = 0; i < proxies(); ++i) make_proxy(made, pe, i);
    for (std::uint32_t agent = 0; agent < launch_.agents; ++agent) {
      PacedActor& actor = made.actors.emplace_back(paced_, pe, virtual_.machine.gpu, &network_);
      make_agent(made.seen, {pe, agent}, &actor);
    }
  }

  /// The NIC reads work requests where agents write them, and writes completions where agents look.
  void share_queues(PeState& seen, Pe pe) {
    for (std::uint32_t i = 0; i < seen.queues.size(); ++i) {
      SendQueue<WallEnv>& queue = seen.queues[i];
      queue.fabric = &network_.adopt(pe, queue.peer, i % seen.queues_per_peer, queue.memory);
    }
  }

  void make_proxy(WallPe& made, Pe pe, std::uint32_t index) {
    Lane& lane = made.lanes.emplace_back(paced_, world_, WallEnv::Identity{pe, index}, virtual_.machine.gpu);
    lane.wire =
        std::make_unique<DelayedWire>(paced_, network_, lane.env, emulated::nic_wire_of(models_, pe, index, true));
    WireFabricSetup setup = fabric_setup(stack_, plan_, scenario_, {pe, heaps_.of(pe.value)});
    setup.post.signals = rules_.post.signals;
    lane.fabric =
        std::make_unique<Fabric>(lane.env, *lane.wire, lane.matching, over_wire(setup, lane.wire->limits()));
    std::vector<Ring<WallEnv>> served;
    for (std::uint32_t i = index; i < made.seen.rings.size(); i += proxies()) served.push_back(ring(made.seen, i));
    lane.proxy =
        std::make_unique<Proxy<WallEnv, Fabric>>(lane.env, *lane.fabric, std::move(served), gate_, stack_.proxy);
    job_.add_helper([proxy = lane.proxy.get()] { return proxy->step(); });
  }

  std::vector<std::string> layers() const override {
    using trace::Layer;
    std::vector<std::string> names = {fmt::format("{}({})", trace::name(Layer::paced), scenario_.time_scale)};
    if (!serves_) return names;
    const bool in_turn = rules_.post.signals == UnorderedSignals::receiver_reorder;
    if (!rules::has_gpudirect(models_)) names.emplace_back(trace::name(Layer::staged));
    names.push_back(fmt::format("{}({})", trace::name(Layer::ordered_signals),
                                in_turn ? "receiver reorder" : "receiver count"));
    names.emplace_back(trace::name(Layer::soft_atomics));
    return names;
  }

  const models::Pairing models_;
  const bool serves_;
  World virtual_;
  emulated::Network network_;
  PacedWorld paced_;
  std::deque<WallPe> pes_;
};

class EmulatedWallBackend final : public Backend {
 public:
  std::string name() const override { return "emulated-wall"; }
  std::string summary() const override {
    return "wall-clock time on threads of this process over the emulated NIC, whose costs are waited for, "
           "time_scale times as long";
  }
  Traits traits() const override {
    using enum scenario::Path;
    return {.time = Traits::Time::paced,
            .order = Traits::Order::of_profile,
            .paths = {pointer, gpu, proxy},
            .matches = true};
  }
  trace::Row run(const RunRequest& request) const override {
    return EmulatedWallRun(request, rules::pairing_of(request.scenario)).run(request.progress);
  }
};

}  // namespace

std::unique_ptr<Backend> make_backend_emulated_wall() {
  return std::make_unique<EmulatedWallBackend>();
}

}  // namespace gin
