#include "core/run/virtual_job.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.hpp"
#include "core/env/heap_map.hpp"
#include "core/run/guarded.hpp"

namespace gin {

void VirtualJob::add_agent(VirtualEnv& env, const AgentView<VirtualEnv>& view) {
  Agent& agent = agents_.emplace_back(Agent{this, &env, view});
  if (view.agent == 0 && view.me.value < trace::Phase::pes_max) env.log_phases(phases_.emplace_back());
  env.start(body, &agent);
}

void VirtualJob::body(void* self) {
  Agent& agent = *static_cast<Agent*>(self);
  VirtualJob& job = *agent.job;
  Context<VirtualEnv> context(*agent.env, agent.view);
  const RunsIn<VirtualEnv>& program = in_environment<VirtualEnv>(job.program_);
  for (; agent.iteration < job.shape_.warmup + job.shape_.iterations; ++agent.iteration) {
    job.line_up(agent);
    agent.running = true;
    guarded(agent.view, job.world_.ledger.heap, job.program_.name(),
            [&] { program.run(context, agent.iteration); });
    agent.env->charge(Cost::synchronise, 1);  // a stream is through when its CPU knows
    agent.env->settle();
    agent.running = false;
    agent.env->release_scratch();
    job.finish_iteration(agent);
  }
}

/// All agents leave at the same moment, with chains that begin there.
void VirtualJob::line_up(Agent& agent) {
  const std::uint64_t seen = agent.env->observe(line_);
  if (++lined_up_ < agents_.size()) {
    agent.env->idle(line_, seen, Waiting{}, Instant::never());
    agent.env->restart();
    return;
  }
  lined_up_ = 0;
  start_iteration();
  agent.env->restart();
  agent.env->notify(line_);
}

void VirtualJob::start_iteration() {
  world_.path.restart(world_.now());
  for (std::size_t pe = 0; pe < world_.pes.size(); ++pe)
    world_.acquire(Pe{static_cast<std::uint32_t>(pe)});  // a new kernel
  started_ = finished_ = could_finish_ = world_.now();
  finish_ = {};
  through_ = 0;
  world_.faults_armed = iteration_ + 1 == shape_.warmup + shape_.iterations;
  if (world_.recorder() && world_.faults_armed) world_.recorder()->open(world_.now());
  if (iteration_ >= shape_.warmup) watch_->begin();
  for (PhaseLog& log : phases_) log.start(world_.now());
  if (iteration_ != shape_.warmup) return;
  world_.ledger.counters = {};
  world_.ledger.by_link = {};
  world_.ledger.between.clear();
}

void VirtualJob::finish_iteration(Agent& agent) {
  if (world_.now() > finished_) {
    finished_ = world_.now();
    finish_ = agent.env->chain();
  }
  could_finish_ = std::max(could_finish_, world_.path.bare(agent.env->chain()));
  agent.env->through();
  if (++through_ < agents_.size()) return;
  if (iteration_ >= shape_.warmup) {
    samples_.push_back((finished_ - started_).ps);
    shares_ = world_.path.shares(finish_);
    watch_->end({started_, finished_, could_finish_ - started_});
  }
  ++iteration_;
  world_.agents_done = iteration_ == shape_.warmup + shape_.iterations;
}

void VirtualJob::run(const Occupancy& occupancy, IterationWatch& watch, const std::function<void(int)>& progress) {
  watch_ = &watch;
  const std::uint64_t total = shape_.warmup + shape_.iterations;
  constexpr std::uint64_t steps_between_reports = 1 << 16;
  for (std::uint64_t steps = 0; !world_.simulation.idle(); ++steps) {
    world_.simulation.step();
    if (progress && steps % steps_between_reports == 0) {
      const std::uint64_t part = agents_.empty() ? 0 : 1000 * through_ / agents_.size();
      progress(static_cast<int>((1000 * iteration_ + (iteration_ < total ? part : 0)) / total));
    }
  }
  if (iteration_ == total) return;
  end_by_failure();
  report_hang(occupancy);
}

/// Who waits for a word for ever although something of its own failed is told so: that is no hang.
void VirtualJob::end_by_failure() const {
  for (const Agent& agent : agents_)
    if (const Failure failure = failure_of(agent.view); agent.running && failure.status != CompletionStatus::ok)
      refuse({{agent.view.me, agent.view.agent}, world_.pes.size(), world_.ledger.heap},
             Undone{failure, agent.env->waiting().call});
}

void VirtualJob::report_hang(const Occupancy& occupancy) const {
  constexpr std::size_t agents_shown = 32;
  constexpr std::uint32_t pes_shown = 8;
  std::string text = fmt::format("hang at {}.{:06} us in iteration {}: nothing can happen and agents still wait",
                                 world_.now().ps / 1'000'000, world_.now().ps % 1'000'000, iteration_);
  std::vector<const Agent*> waiting;
  for (const Agent& agent : agents_)
    if (agent.running) waiting.push_back(&agent);
  std::vector<bool> concerned(world_.pes.size());
  std::uint32_t pes = 0;
  for (std::size_t i = 0; i < waiting.size(); ++i) {
    const VirtualEnv::Identity& who = waiting[i]->env->who();
    const Waiting& why = waiting[i]->env->waiting();
    if (!concerned[who.pe.value]) ++pes;
    concerned[who.pe.value] = true;
    if (i < agents_shown)
      text += fmt::format("\n  PE {} agent {} waits in {}", who.pe.value, who.number,
                          describe(why, world_.ledger.heap));
  }
  if (waiting.size() > agents_shown) text += fmt::format("\n  and {} agents more", waiting.size() - agents_shown);
  std::uint32_t shown = 0;
  for (std::uint32_t pe = 0; pe < concerned.size() && shown < pes_shown; ++pe) {
    if (!concerned[pe]) continue;
    ++shown;
    for (const std::string& line : occupancy(Pe{pe})) text += fmt::format("\n  PE {}: {}", pe, line);
    for (const std::string& line : world_.ledger.last_events(Pe{pe})) text += fmt::format("\n  last: {}", line);
  }
  if (pes > shown) text += fmt::format("\n  and {} PEs more", pes - shown);
  throw Error(Code::hung, text);
}

std::vector<trace::Phase> VirtualJob::phases() {
  constexpr std::size_t shown_max = 64;  // of a PE; what a picture can show
  std::vector<trace::Phase> all;
  for (std::size_t pe = 0; pe < phases_.size(); ++pe) {
    const std::vector<PhaseLog::Phase>& own = phases_[pe].at_most(shown_max, finished_);
    for (std::size_t i = 0; i < own.size(); ++i) {
      const Instant end = i + 1 < own.size() ? own[i + 1].begin : finished_;
      all.push_back(
          {static_cast<std::int64_t>(pe), own[i].name(), (own[i].begin - started_).ps, (end - started_).ps});
    }
  }
  return all;
}

void VirtualJob::report(trace::Row& row) {
  row.samples_ps.insert(row.samples_ps.end(), samples_.begin(), samples_.end());
  row.critical_path_total_ps = samples_.empty() ? 0 : samples_.back();
  row.critical_path.clear();
  for (const sim::CausalPath::Share& share : shares_)
    row.critical_path.push_back({share.item, share.time.ps, share.count});
  const Ledger& ledger = world_.ledger;
  for (std::uint32_t i = 0; i < path_count; ++i) {
    const auto path = static_cast<Path>(i);
    const std::int64_t operations = ledger.counter(operations_by(path));
    if (operations > 0) row.by_path.push_back({name(path), operations, ledger.counter(bytes_by(path))});
  }
  for (std::uint32_t i = 0; i < link_count; ++i)
    if (ledger.by_link[i].operations > 0)
      row.by_link.push_back({name(static_cast<Link>(i)), ledger.by_link[i].operations, ledger.by_link[i].bytes});
  for (std::uint32_t i = 0; i < counts; ++i)
    row.counters.push_back({name(static_cast<Count>(i)), ledger.counters[i]});
  row.pe_traffic = {ledger.between.pes_per_cell(), ledger.between.lines()};
  row.phases = phases();
}

}  // namespace gin
