#include "core/run/in_process_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>
#include <utility>

#include "core/base/error.hpp"
#include "core/run/memory_room.hpp"

namespace gin {
namespace {

constexpr std::uint32_t soft_depth = 256;  // slots are all in memory here

}  // namespace

InProcessRun::InProcessRun(const RunRequest& request, const Shape& shape, StackRules stack)
    : request_(request),
      shape_(shape),
      scenario_(request.scenario),
      stack_(std::move(stack)),
      launch_(launch_of(request.scenario, request.seed)),
      program_(request.program.make(request.scenario.params)),
      plan_(planned(launch_, *program_)),
      rules_(stack_.queues),
      heaps_(heaps_that_fit(plan_, {.pes = launch_.n_pes})),
      job_(world_, *program_,
           {static_cast<std::uint64_t>(scenario_.measure.warmup),
            static_cast<std::uint64_t>(scenario_.measure.iterations), shape.workers,
            std::chrono::seconds(scenario_.launch.hang_after_s) + shape.slower},
           this) {}

void InProcessRun::refuse(const std::string& expected, const std::string& got, const std::string& advice) const {
  throw Error(Code::unavailable, fmt::format("{}: expected {}, got {}; {}", shape_.backend, expected, got, advice));
}

void InProcessRun::refuse_program(const Capabilities& has) const {
  const std::string sentence = missing(has, plan_.requirements(), scenario_.cluster.nodes > 1);
  if (!sentence.empty())
    throw Error(Code::unavailable, fmt::format("program {}: {}", request_.program.name, sentence));
}

void InProcessRun::refuse_phantom() const {
  if (scenario_.phantom) refuse("payload real", "phantom", "only backend emulated leaves bytes out");
}

void InProcessRun::count_threads(std::size_t threads) {
  if (threads > WallJob::threads_max)
    refuse(fmt::format("at most {} threads", WallJob::threads_max), std::to_string(threads),
           "use fewer PEs or agents, or backend emulated");
  if (threads <= std::thread::hardware_concurrency()) world_.waiting = Backoff::Rules::on_own_cores();
}

void InProcessRun::make_heaps() {
  world_.heap = plan_.map();
  for (std::uint32_t pe = 0; pe < launch_.n_pes; ++pe) {
    world_.heaps.push_back(heaps_.of(pe));
    program_->fill({Pe{pe}, heaps_.of(pe)});
  }
}

void InProcessRun::make_pe(PeState& state, Pe pe, std::uint32_t queues_per_peer, std::uint64_t first_index) {
  state.paths = paths_from(pe, scenario_);
  for (std::uint32_t peer = 0; peer < launch_.n_pes; ++peer)
    state.pointers.push_back(state.paths[peer] == Path::pointer ? heaps_.of(peer) : nullptr);
  const std::size_t connections = std::size_t{launch_.n_pes} * queues_per_peer;
  const std::uint32_t depth = std::min(stack_.queue_depth, soft_depth);
  state.queues_per_peer = queues_per_peer;
  state.queues = std::vector<SendQueue<WallEnv>>(connections);
  state.slots.resize(connections * depth);
  state.queue_words.assign(connections, words_from(first_index));
  state.doorbells.assign(connections, {first_index});
  for (std::size_t i = 0; i < connections; ++i) {
    SendQueue<WallEnv>& queue = state.queues[i];
    queue.memory = {{&state.slots[i * depth], &state.queue_words[i], &state.doorbells[i], depth, depth}};
    queue.peer = Pe{static_cast<std::uint32_t>(i / queues_per_peer)};
  }
}

void InProcessRun::make_rings(PeState& state) {
  const std::uint32_t start = scenario_.test.start_near_wrap ? 0xffffffff - 20 : 0;
  for (std::uint32_t i = 0; i < stack_.rings; ++i)
    state.rings.emplace_back(stack_.ring_slots, start, launch_.agents);
}

void InProcessRun::make_agent(PeState& state, const WallEnv::Identity& who, PacedActor* paced) {
  const std::uint32_t contexts = plan_.context_count();
  WallEnv& env = envs_.emplace_back(world_, who, job_.worker_of(who.number), paced);
  AgentMemory<WallEnv>& memory = memory_.emplace_back(AgentMemory<WallEnv>::Shape{
      contexts, std::size_t{launch_.n_pes} * rules_.per_peer * rules_.post.rails, rings_of_agent(stack_)});
  for (std::size_t at = 0; !state.rings.empty() && at < memory.rings(); ++at)
    memory.push_to(at, ring(state, ring_at(stack_, who.number, contexts, at)));
  AgentView<WallEnv> view = memory.view(launch_, rules_);
  view.me = who.pe;
  view.agent = who.number;
  view.heap = heaps_.of(who.pe.value);
  view.peers = state.pointers.data();
  view.paths = {state.paths.data()};
  view.queues = {state.queues.data(), state.queues_per_peer};
  view.completes_on_demand = true;
  job_.add_agent(env, view);
}

trace::Row InProcessRun::run(const Progress& progress) {
  job_.run(progress);
  trace::Row row = row_for(scenario_, *program_);
  row.not_offered = stack_.not_offered;
  job_.report(row);
  row.layers = layers();
  std::vector<Memory> pes;
  for (std::uint32_t pe = 0; pe < launch_.n_pes; ++pe) pes.push_back({Pe{pe}, heaps_.of(pe)});
  verify_windows(row, *program_, plan_, pes);
  return row;
}

}  // namespace gin
