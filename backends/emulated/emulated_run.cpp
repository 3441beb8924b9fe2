#include "backends/emulated/emulated_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.hpp"
#include "core/run/fabric_setup.hpp"
#include "core/run/memory_room.hpp"
#include "core/trace/layer.hpp"
#include "models/rules/rules.hpp"
#include "nic/machine_of.hpp"

namespace gin::emulated {
namespace {

/// Near-wrap starts of the test option: a few operations before 32 bits of ring position and 16 bits of the
/// NIC's completion record run over. Multiples of any doorbell batch, so that batches fall as they do from 0.
constexpr std::uint32_t ring_start = 0xffffffe0;
constexpr std::uint64_t queue_start = 0xffffffe0;
constexpr std::uint32_t number_start = 0xffffffe0;  // 16 bits of it travel

constexpr Reach reach_of(scenario::Adversary adversary) {
  constexpr Reach reaches[] = {Reach::none, Reach::machine, Reach::contract};
  return reaches[static_cast<std::size_t>(adversary)];
}
bool is_contract(const scenario::Scenario& scenario) {
  return scenario.test.adversary == scenario::Adversary::contract;
}

/// What the run asks for. A path that this machine or library lacks is refused whoever keeps the order.
models::Pairing paired(const scenario::Scenario& scenario, std::uint64_t seed) {
  models::Pairing models = rules::pairing_of(scenario);
  rules::refuse_without_gpudirect(models, scenario);
  rules::refuse_without_counters(models, scenario);
  return is_contract(scenario) ? rules::without_order(std::move(models), seed % 2 == 0) : models;
}

NicModel nic_for(const models::Pairing& models, const scenario::Scenario& scenario) {
  NicModel model = nic_of(models);
  if (is_contract(scenario)) model.nic.ordering = models::NicOrdering::none;
  return model;
}

WorldOptions options_of(const scenario::Scenario& scenario, std::uint64_t seed) {
  return {.poll_for_real = scenario.test.poll_for_real,
          .permute_lanes = scenario.test.permute_lanes || is_contract(scenario),
          .phantom = scenario.phantom,
          .flip_payload = scenario.test.flip_payload,
          .refuse_request = scenario.test.refuse_request,
          .livelock_calls = scenario.test.livelock_calls,
          .seed = seed,
          .adversary = reach_of(scenario.test.adversary),
          .late_one_in = static_cast<std::uint64_t>(scenario.test.late_one_in)};
}

bool uses_agent_queues(const scenario::Scenario& s) {
  return s.uses(scenario::Path::gpu) || s.uses(scenario::Path::gpu_cpu_doorbell) || s.uses(scenario::Path::host);
}

CpuThreads::Roles roles_of(const scenario::Scenario& s, const StackRules& stack, const HeapPlan& plan) {
  const bool serves = s.uses(scenario::Path::proxy) || plan.requirements().two_sided;
  const bool listens = stack.queues.post.numbered && (serves || uses_agent_queues(s));
  CpuThreads::Roles roles;
  if (serves || listens) roles.threads = stack.proxies;
  if (serves) roles.rings = stack.rings;
  roles.rings_by_peer = serves && stack.rings_by_peer;
  roles.rings_doorbells = s.uses(scenario::Path::gpu_cpu_doorbell);
  return roles;
}

NetworkRules network_rules_of(const scenario::Scenario& s, const models::Pairing& models, const StackRules& stack,
                              const HeapPlan& plan, const CpuThreads::Roles& roles) {
  const std::uint32_t per_peer = stack.queues.per_peer;
  const bool a_cpu_posts = s.uses(scenario::Path::host);
  return {.agent_streams = uses_agent_queues(s) ? per_peer * plan.context_count() : 0,
          .contexts = plan.context_count(),
          .cpu_streams = per_peer * roles.threads,
          .threads = roles.threads,
          .depth = stack.queue_depth,
          .pes_per_node = static_cast<std::uint32_t>(s.cluster.gpus_per_node),
          // Memory of a node has no room for a send whose receive is not there, so that it could return.
          .near_sends = !is_contract(s) || models.stack.arrivals.eager_max.count == 0,
          .numbered = stack.queues.post.numbered,
          .counted = stack.queues.post.counted,
          .agent_queues_on_cpu = rules::agent_queues_on_cpu(models) || a_cpu_posts,
          .first_index = s.test.start_near_wrap ? queue_start : 0,
          .first_number = s.test.start_near_wrap ? number_start : 0};
}

/// What an adversary made late says nothing about how long anything takes.
void leave_out_times(trace::Row& row) {
  row.samples_ps.clear();
  row.critical_path.clear();
  row.phases.clear();
  row.critical_path_total_ps = row.bound_ps = 0;
  row.bound_by.clear();
}

}  // namespace

EmulatedRun::EmulatedRun(const RunRequest& request)
    : request_(request),
      scenario_(request.scenario),
      models_(paired(request.scenario, request.seed)),
      over_wire_(rules::stands_on_wire(models_, request.scenario)),
      launch_(launch_of(request.scenario, request.seed)),
      program_(request.program.make(request.scenario.params)),
      plan_(planned(launch_, *program_)),
      stack_(over_wire_ ? rules::over_wire(models_) : rules::of_library(models_)),
      roles_(roles_of(scenario_, stack_, plan_)),
      heaps_(heaps_that_fit(plan_, {.pes = launch_.n_pes, .phantom = scenario_.phantom})),
      world_(machine_of(models_, scenario_), options_of(scenario_, request.seed), launch_.n_pes),
      stacks_(std::size_t{launch_.n_pes} * (launch_.agents + roles_.fibers())),
      network_(world_, nic_for(models_, scenario_), network_rules_of(scenario_, models_, stack_, plan_, roles_)),
      cpu_(world_, network_, cpu_rules()),
      job_(world_, *program_,
           {static_cast<std::uint64_t>(scenario_.measure.warmup),
            static_cast<std::uint64_t>(scenario_.measure.iterations)}),
      bound_(world_, network_, models_.profile) {
  refuse_what_cannot_run();
  world_.ledger.heap = plan_.map();
  world_.ledger.timeline = request.timeline;
  if (request.recording) recorder_ = std::make_unique<Recorder>(*request.recording, world_.path);
  world_.ledger.recorder = recorder_.get();
  for (std::uint32_t pe = 0; pe < launch_.n_pes; ++pe) world_.pes[pe].heap = heaps_.of(pe);
  map_peers();
  for (std::uint32_t pe = 0; pe < launch_.n_pes; ++pe) {
    if (!scenario_.phantom) program_->fill(memory(pe));
    make_agents(Pe{pe});
  }
  for (std::uint32_t pe = 0; pe < launch_.n_pes; ++pe)
    cpu_.start({.pe = Pe{pe}, .paths = {paths_[node_of(Pe{pe})].data()}}, stacks_,
               envs_.size() + std::size_t{pe} * roles_.fibers());
}

CpuThreads::Rules EmulatedRun::cpu_rules() const {
  CpuThreads::Rules rules;
  rules.roles = roles_;
  rules.proxy = stack_.proxy;
  rules.ring_slots = stack_.ring_slots;
  rules.ring_start = scenario_.test.start_near_wrap ? ring_start : 0;
  rules.agents = launch_.agents;
  rules.wire = [this](Pe pe, std::uint32_t thread) { return nic_wire_of(models_, pe, thread, over_wire_); };
  rules.fabric = [this](Pe pe, std::uint32_t thread) {
    WireFabricSetup setup = fabric_setup(stack_, plan_, scenario_, memory(pe.value));
    if (!over_wire_) return shared_nic_of(models_, network_.rules(), thread, setup);
    setup.streams = {.threads = roles_.threads, .thread = thread};
    return over_wire(setup, nic_wire_of(models_, pe, thread, true).limits);
  };
  return rules;
}

PostRules EmulatedRun::post_rules() const {
  if (!over_wire_) return stack_.queues.post;
  return rules_for_wire(nic_wire_of(models_, Pe{0}, 0, true).limits, launch_.n_pes, stack_.queues.post);
}

void EmulatedRun::map_peers() {
  for (std::int64_t node = 0; node < scenario_.cluster.nodes; ++node) {
    const auto first = static_cast<std::uint32_t>(node * scenario_.cluster.gpus_per_node);
    paths_.push_back(paths_from(Pe{first}, scenario_));
    auto& reachable = pointers_.emplace_back(launch_.n_pes);
    for (std::uint32_t pe = 0; pe < launch_.n_pes; ++pe) {
      const bool near = pe / launch_.pes_per_node == static_cast<std::uint32_t>(node);
      const Path path = paths_.back()[pe];
      if (path == Path::pointer || (path == Path::host && near)) reachable[pe] = heaps_.of(pe);
    }
  }
}

void EmulatedRun::refuse_what_cannot_run() const {
  const scenario::Path within = scenario_.paths.same_node;
  const bool unordered = models_.profile.nic.ordering == models::NicOrdering::none;
  const PostRules post = post_rules();
  Capabilities has{.ordering = unordered ? Ordering::none : Ordering::per_queue,
                   .strong_signals = true,  // by the NIC or by a layer
                   .atomics = true,         // the same
                   .message_bytes_max = post.message_max * (post.layout.count_max() - 1),
                   .two_sided = true,
                   .pointers_within_node = within == scenario::Path::pointer || within == scenario::Path::host};
  if (post.numbered && !over_wire_)
    has.streams_max = static_cast<std::uint32_t>(ImmediateLayout::values(post.layout.stream_bits));
  if (post.counted) has.signal_words_max = static_cast<std::uint64_t>(models_.profile.nic.counters);
  Requirements needs = plan_.requirements();
  needs.streams = network_.rules().streams();
  const std::string sentence = missing(has, needs, scenario_.cluster.nodes > 1);
  if (!sentence.empty())
    throw Error(Code::unavailable, fmt::format("program {}: {}", request_.program.name, sentence));
  if (post.counted && needs.two_sided)
    throw Error(
        Code::bad_input,
        fmt::format(
            "stack.arrivals.signals: expected signals that a CPU has a part in, because {}, which a CPU matches, got "
            "nic_counter; set it to receiver_count",
            needs.two_sided_why));
  if (over_wire_ && needs.two_sided && roles_.threads > 1)
    throw Error(
        Code::bad_input,
        fmt::format("stack.proxy.threads: expected 1 where sends and receives are matched over a wire, by one "
                    "thread, got {}; set it to 1",
                    roles_.threads));
  const std::int64_t completions = models_.stack.proxy.completions_max;
  if (roles_.threads > 0 && completions < models_.profile.nic.rails)
    throw Error(Code::bad_input,
                fmt::format("stack.proxy.completions_max: expected at least {}, one for each rail of a "
                            "transfer, got {}; raise it",
                            models_.profile.nic.rails, completions));
}

void EmulatedRun::make_agents(Pe pe) {
  const AgentMemory<VirtualEnv>::Shape shape{
      plan_.context_count(), std::size_t{launch_.n_pes} * stack_.queues.per_peer * stack_.queues.post.rails,
      roles_.rings_of_agent()};
  for (std::uint32_t agent = 0; agent < launch_.agents; ++agent) {
    const VirtualEnv::Identity who{.pe = pe,
                                   .number = agent,
                                   .paths = {paths_[node_of(pe)].data()},
                                   .on_host = scenario_.paths.same_node == scenario::Path::host,
                                   .is_alone = launch_.agents == 1};
    envs_.emplace_back(world_, stacks_, envs_.size(), who, &network_);
    agent_memory_.emplace_back(shape);
  }
}

trace::Row EmulatedRun::run() {
  for (std::size_t i = 0; i < envs_.size(); ++i) {
    const VirtualEnv::Identity& who = envs_[i].who();
    AgentMemory<VirtualEnv>& memory = agent_memory_[i];
    AgentView<VirtualEnv> view = memory.view(launch_, stack_.queues);
    view.me = who.pe;
    view.agent = who.number;
    view.heap = heaps_.of(who.pe.value);
    view.peers = pointers_[node_of(who.pe)].data();
    view.paths = who.paths;
    view.queues = {network_, who.pe, who.paths};
    view.host->order = envs_[i].lane_order();
    view.host->stores = envs_[i].lane_stores();
    view.host->beside = envs_[i].lanes_beside();
    view.completes_on_demand = over_wire_;
    for (std::uint32_t at = 0; roles_.rings > 0 && at < memory.rings(); ++at)
      memory.push_to(
          at, cpu_.ring(who.pe, roles_.rings_by_peer ? at % roles_.rings
                                                     : (who.number * plan_.context_count() + at) % roles_.rings));
    job_.add_agent(envs_[i], view);
  }
  job_.run([this](Pe pe) { return occupancy(pe); }, bound_, request_.progress);
  trace::Row row = row_for(scenario_, *program_);
  row.not_offered = stack_.not_offered;
  job_.report(row);
  bound_.report(row);
  if (is_late()) leave_out_times(row);
  row.layers = layers();
  verify(row);
  row.digest = digest();
  return row;
}

/// What stands between the program and the NIC because the NIC does not do it; then, whether its CPU threads are
/// cold.
std::vector<std::string> EmulatedRun::layers() const {
  using trace::Layer;
  constexpr const char* modes[] = {"receiver count", "receiver reorder", "sender hold"};
  const PostRules post = post_rules();
  const models::HostProfile& host = models_.profile.host;
  std::vector<std::string> names;
  if (is_late())
    names.push_back(fmt::format("{}({})", name(Layer::adversary), is_contract(scenario_) ? "contract" : "machine"));
  if (host.clock == models::CpuClock::cold)
    names.push_back(fmt::format("{}({} %)", name(Layer::cold_cpu), host.cold_percent));
  if (network_.rules().streams() == 0) return names;
  if (post.rails > 1 && !post.counted)
    names.push_back(fmt::format("{}({} rails from {} bytes)", name(Layer::striped), post.rails, post.stripe_min));
  if (post.message_max < plan_.heap_bytes())
    names.push_back(fmt::format("{}({} bytes)", name(Layer::segmented), post.message_max));
  if (!rules::has_gpudirect(models_)) names.emplace_back(name(Layer::staged));
  if (post.counted) names.push_back(fmt::format("{}({})", name(Layer::nic_counters), models_.profile.nic.counters));
  if (!post.numbered) return names;
  names.push_back(
      fmt::format("{}({})", name(Layer::ordered_signals), modes[static_cast<std::size_t>(post.signals)]));
  names.emplace_back(name(Layer::soft_atomics));
  return names;
}

void EmulatedRun::verify(trace::Row& row) const {
  if (scenario_.phantom) return;
  std::vector<Memory> pes;
  for (std::uint32_t pe = 0; pe < launch_.n_pes; ++pe) pes.push_back(memory(pe));
  verify_windows(row, *program_, plan_, pes);
}

std::string EmulatedRun::digest() {
  Digest& digest = world_.ledger.digest();
  for (std::uint32_t pe = 0; pe < launch_.n_pes; ++pe)
    for (const HeapPlan::Extent& extent : plan_.extents())
      if (extent.control || !scenario_.phantom) digest.add_bytes(heaps_.of(pe) + extent.begin, extent.bytes);
  return hex16(digest.value());
}

std::vector<std::string> EmulatedRun::occupancy(Pe pe) const {
  std::vector<std::string> lines = network_.occupancy(pe);
  const std::vector<std::string> rings = cpu_.occupancy(pe);
  lines.insert(lines.end(), rings.begin(), rings.end());
  return lines;
}

}  // namespace gin::emulated
