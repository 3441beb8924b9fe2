#include "tests/lanes/lanes_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "core/base/error.hpp"
#include "core/run/guarded.hpp"
#include "models/rules/rules.hpp"

namespace gin::lanes {
namespace {

constexpr std::uint32_t soft_depth = 256;
constexpr std::size_t scratch_bytes = 64 << 10;
constexpr std::uint32_t block_lanes = 128;  // a thousand show no more

/// Those of all runs, one after the other: to reserve a thousand guarded stacks takes longer than most runs.
sim::StackSlab& stacks_for(std::size_t lanes) {
  static std::unique_ptr<sim::StackSlab> stacks;
  static std::size_t room = 0;
  if (lanes > room) stacks = std::make_unique<sim::StackSlab>(room = std::max<std::size_t>(lanes, 1024));
  return *stacks;
}

Launch launch_on_lanes(const RunRequest& request) {
  Launch launch = launch_of(request.scenario, request.seed);
  launch.lanes = std::min(launch.lanes, block_lanes);
  return launch;
}

}  // namespace

LanesRun::LanesRun(const RunRequest& request, std::uint64_t seed)
    : scenario_(request.scenario),
      stack_(rules::of_library(rules::pairing_of(request.scenario))),
      launch_(launch_on_lanes(request)),
      program_(request.program.make(request.scenario.params)),
      plan_(planned(launch_, *program_)),
      rules_(stack_.queues),
      heaps_({launch_.n_pes, plan_.heap_bytes()}),
      stacks_(stacks_for(std::size_t{launch_.n_pes} * launch_.agents * launch_.lanes)),
      random_(seed) {
  // As on backend memory: order, atomics and one rail, whatever the profile's NIC has.
  const std::uint64_t inline_max = rules_.post.inline_max;
  rules_.post = {};
  rules_.post.inline_max = inline_max;
  refuse_what_cannot_run();
  world_.heap = plan_.map();
  for (std::uint32_t pe = 0; pe < launch_.n_pes; ++pe) {
    world_.heaps.push_back(heaps_.of(pe));
    program_->fill({Pe{pe}, heaps_.of(pe)});
  }
  for (std::uint32_t pe = 0; pe < launch_.n_pes; ++pe) make_pe(Pe{pe});
}

LanesRun::~LanesRun() = default;

void LanesRun::refuse_what_cannot_run() const {
  Capabilities has;
  has.ordering = Ordering::per_queue;
  has.strong_signals = has.atomics = true;
  has.message_bytes_max = std::uint64_t{1} << 31;
  has.pointers_within_node = scenario_.paths.same_node == scenario::Path::pointer;
  const std::string sentence = missing(has, plan_.requirements(), scenario_.cluster.nodes > 1);
  if (!sentence.empty()) throw Error(Code::unavailable, sentence);
}

void LanesRun::make_pe(Pe pe) {
  PeState& made = pes_.emplace_back();
  made.paths = paths_from(pe, scenario_);
  for (std::uint32_t peer = 0; peer < launch_.n_pes; ++peer)
    made.pointers.push_back(made.paths[peer] == Path::pointer ? heaps_.of(peer) : nullptr);
  const std::uint32_t per_peer = rules_.per_peer * plan_.context_count();
  const std::size_t connections = std::size_t{launch_.n_pes} * per_peer;
  const std::uint32_t depth = std::min(stack_.queue_depth, soft_depth);
  const std::uint64_t first = scenario_.test.start_near_wrap ? 0xffffffe0 : 0;
  made.queues = std::vector<SendQueue<LanesEnv>>(connections);
  made.slots.resize(connections * depth);
  made.queue_words.assign(connections, words_from(first));
  made.doorbells.assign(connections, {first});
  std::vector<SoftQueueFormat::Memory> memory;
  for (std::size_t i = 0; i < connections; ++i) {
    made.queues[i].memory = {&made.slots[i * depth], &made.queue_words[i], &made.doorbells[i], depth, depth};
    made.queues[i].peer = Pe{static_cast<std::uint32_t>(i / per_peer)};
    memory.push_back(made.queues[i].memory);
  }
  made.nic = std::make_unique<SoftNic<>>(pe, world_.heaps, memory, scenario_.test.refuse_request);

  const std::uint32_t start = scenario_.test.start_near_wrap ? 0xffffffff - 20 : 0;
  std::vector<Ring<WallEnv>> served;
  for (std::uint32_t i = 0; i < stack_.rings; ++i)
    served.push_back(made.rings.emplace_back(stack_.ring_slots, start, launch_.agents)
                         .ring<WallEnv>(proxy_gate_, proxy_gate_, proxy_gate_));
  WallEnv::Identity who{pe};
  made.proxy_env = std::make_unique<WallEnv>(world_, who);
  made.fabric =
      std::make_unique<MemoryFabric>(pe, world_.heaps, stack_.proxy.operations_max, scenario_.test.refuse_request);
  made.proxy = std::make_unique<Proxy<WallEnv, MemoryFabric>>(*made.proxy_env, *made.fabric, std::move(served),
                                                              proxy_gate_, stack_.proxy);
  for (std::uint32_t agent = 0; agent < launch_.agents; ++agent) make_agent(made, {pe, agent});
}

void LanesRun::make_agent(PeState& of, const Crew::Name& name) {
  Agent& agent = agents_.emplace_back(*this, name, launch_.lanes);
  const std::uint32_t contexts = plan_.context_count();
  agent.memory = std::make_unique<AgentMemory<LanesEnv>>(
      AgentMemory<LanesEnv>::Shape{contexts, std::size_t{launch_.n_pes} * rules_.per_peer, rings_of_agent(stack_)});
  for (std::size_t at = 0; at < agent.memory->rings(); ++at)
    agent.memory->push_to(at,
                          of.rings[ring_at(stack_, name.agent, contexts, at)].ring<LanesEnv>(gate_, gate_, gate_));
  agent.view = agent.memory->view(launch_, rules_);
  agent.view.me = name.pe;
  agent.view.agent = name.agent;
  agent.view.heap = heaps_.of(name.pe.value);
  agent.view.peers = of.pointers.data();
  agent.view.paths = {of.paths.data()};
  agent.view.queues = {of.queues.data(), rules_.per_peer * contexts};
  agent.view.completes_on_demand = true;
  for (std::uint32_t lane = 0; lane < launch_.lanes; ++lane) {
    Lane& made = lanes_.emplace_back();
    made.run = this;
    made.agent = &agent;
    made.number = lane;
    agent.lanes.push_back(&made);
  }
}

void LanesRun::body(void* self) {
  Lane& lane = *static_cast<Lane*>(self);
  LanesRun& run = *lane.run;
  Agent& agent = *lane.agent;
  try {
    LanesEnv env({agent.crew, run, run.world_.heaps, agent.name.pe, agent.scratch}, lane.number);
    Context<LanesEnv> context(env, agent.view);
    const RunsIn<LanesEnv>& program = in_environment<LanesEnv>(*run.program_);
    guarded(agent.view, run.world_.heap, run.program_->name(), [&] { program.run(context, run.iteration_); });
    agent.crew.end(lane.number);
  } catch (const Left&) {
  }
  --run.left_;
}

void LanesRun::switch_to_others() {
  if (is_leaving_) throw Left{};  // it had not begun
  current_->fiber->park();
  if (is_leaving_) throw Left{};
}

void LanesRun::yield(bool in_vain) {
  ++ticks_;
  vain_ = in_vain ? vain_ + 1 : 0;
  if (vain_ > vain_max) refuse_hang();
  switch_to_others();
}

void LanesRun::park() {
  current_->is_parked = true;
  switch_to_others();
}

bool LanesRun::step_helper() {
  PeState& pe = pes_[random_.below(pes_.size())];
  return random_.below(2) == 0 ? pe.nic->step() : pe.proxy->round();
}

void LanesRun::iterate(std::uint64_t iteration) {
  iteration_ = iteration;
  left_ = lanes_.size();
  for (Agent& agent : agents_) {
    agent.crew.start();
    agent.scratch.assign(scratch_bytes, static_cast<unsigned char>(random_.below(256)));  // a kernel finds anything
  }
  std::size_t stack = 0;
  for (Lane& lane : lanes_) {
    lane.is_parked = false;
    lane.fiber.emplace(stacks_, stack++, body, &lane);
  }
  try {
    while (left_ > 0) {
      if (random_.below(4) == 0 && step_helper()) vain_ = 0;
      Lane& next = lanes_[random_.below(lanes_.size())];
      if (!next.is_parked && !next.fiber->finished()) go_on(next);
    }
  } catch (...) {
    const std::exception_ptr why = std::current_exception();
    leave();
    std::rethrow_exception(why);
  }
}

void LanesRun::go_on(Lane& lane) {
  current_ = &lane;
  lane.fiber->resume();
}

/// Every lane leaves its stack, so that what it holds there is given back.
void LanesRun::leave() {
  is_leaving_ = true;
  for (Lane& lane : lanes_) {
    if (lane.fiber->finished()) continue;
    try {
      go_on(lane);
    } catch (const Error&) {
      // What it finds wrong now comes of the others' leaving.
    }
  }
}

void LanesRun::refuse_hang() const {
  std::string text = fmt::format("hang: {} looks of all lanes in a row were in vain", vain_max);
  for (const Agent& agent : agents_)
    text += fmt::format("\n  PE {} agent {}: {}", agent.name.pe.value, agent.name.agent, agent.crew.describe());
  throw Error(Code::failed, text);
}

/// What was left under way is done when every ring is complete and no NIC finds anything.
void LanesRun::drain() {
  for (bool busy = true; busy;) {
    busy = false;
    for (PeState& pe : pes_) {
      busy |= pe.nic->step();
      busy |= pe.proxy->round();
      for (RingMemory& ring : pe.rings) busy |= !ring.is_complete();
    }
  }
}

trace::Row LanesRun::run() {
  for (std::int64_t i = 0; i < scenario_.measure.warmup + scenario_.measure.iterations; ++i) {
    if (i == scenario_.measure.warmup) std::fill(std::begin(counters), std::end(counters), 0);
    const std::uint64_t began = ticks_;
    iterate(static_cast<std::uint64_t>(i));
    drain();
    if (i < scenario_.measure.warmup) continue;
    samples_ns_.push_back(static_cast<std::int64_t>(ticks_ - began));
  }
  trace::Row row = row_for(scenario_, *program_);
  for (const std::int64_t ns : samples_ns_) row.samples_ps.push_back(ns * 1000);
  for (std::uint32_t i = 0; i < path_count; ++i) {
    const auto path = static_cast<Path>(i);
    const auto of = [&](Count count) { return counters[static_cast<std::uint32_t>(count)]; };
    if (of(operations_by(path)) > 0)
      row.by_path.push_back({name(path), of(operations_by(path)), of(bytes_by(path))});
  }
  for (std::uint32_t i = 0; i < counts; ++i) row.counters.push_back({name(static_cast<Count>(i)), counters[i]});
  std::vector<Memory> pes;
  for (std::uint32_t pe = 0; pe < launch_.n_pes; ++pe) pes.push_back({Pe{pe}, heaps_.of(pe)});
  verify_windows(row, *program_, plan_, pes);
  return row;
}

}  // namespace gin::lanes
