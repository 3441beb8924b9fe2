#include "core/run/wall_job.hpp"

#include <fmt/format.h>

#include <thread>
#include <utility>

#include "core/base/error.hpp"
#include "core/env/heap_map.hpp"
#include "core/run/guarded.hpp"
#include "core/run/hang_watch.hpp"

namespace gin {
namespace {

constexpr std::chrono::milliseconds between_looks{100};  // at what has moved

}  // namespace

void WallJob::make_workers(std::uint32_t agents) {
  for (std::uint32_t i = 0; i < shape_.workers; ++i)
    workers_.push_back(std::make_unique<Worker>(world_.bell, agents));
}

Worker* WallJob::worker_of(std::uint32_t index) {
  return workers_.empty() ? nullptr : workers_[index % workers_.size()].get();
}

void WallJob::add_agent(WallEnv& env, const AgentView<WallEnv>& view, std::function<void()> begin) {
  Agent& agent = agents_.emplace_back(Agent{.job = this, .env = &env, .view = view, .begin = std::move(begin)});
  if (Worker* worker = worker_of(env.who().number)) worker->add_fiber(run_agent, &agent);
}

void WallJob::add_agents(WallEnv& env, AgentsElsewhere& elsewhere) {
  agents_.push_back({.job = this, .env = &env, .view = {}, .begin = {}, .elsewhere = &elsewhere});
}

void WallJob::add_helper(std::uint32_t index, std::function<bool()> step, std::function<void()> begin) {
  if (Worker* worker = worker_of(index))
    worker->add_helper(std::move(step));
  else
    add_helper(std::move(step), std::move(begin));
}

void WallJob::wait_for_all(Agent& agent, std::uint64_t line) {
  if (!others_) return;
  others_->arrive(line);
  waits_for_others_ = agent.elsewhere != nullptr;
  while (!others_->are_there()) agent.env->rest();
}

void WallJob::line_up(Agent& agent, std::uint64_t line) {
  agent.reached = line + 1;
  if (arrived_.fetch_add(1) + 1 < (line + 1) * agents_.size()) {
    while (open_.load() <= line) agent.env->rest();
    agent.env->sync();
    agent.left = line + 1;
    return;
  }
  reached_at_[line] = WallEnv::Clock::now();
  wait_for_all(agent, line);
  // What is counted belongs to the measured iterations, as in virtual time.
  if (line == shape_.warmup * 2) before_ = world_.totals();
  agent.env->sync();
  passed_at_[line] = WallEnv::Clock::now();
  open_.fetch_add(1);
  waits_for_others_ = false;  // after that, so that whoever looks at this first misses neither
  world_.bell.ring();
  agent.left = line + 1;
}

void WallJob::run_agent(void* which) {
  Agent& agent = *static_cast<Agent*>(which);
  WallJob& job = *agent.job;
  try {
    agent.elsewhere ? job.speak(agent) : job.run_program(agent);
  } catch (const Stopped&) {
  } catch (const std::exception& error) {
    agent.failure = error.what();
    job.world_.stop = true;
  }
}

void WallJob::run_program(Agent& agent) {
  Context<WallEnv> context(*agent.env, agent.view);
  const RunsIn<WallEnv>& program = in_environment<WallEnv>(program_);
  for (std::uint64_t i = 0; i < shape_.warmup + shape_.iterations; ++i) {
    line_up(agent, i * 2);
    agent.env->start_kernel();
    guarded(agent.view, world_.heap, program_.name(), [&] { program.run(context, i); });
    agent.env->release_scratch();
    line_up(agent, i * 2 + 1);
  }
}

/// Whatever ends this thread early ends the others first: they look at memory that goes with the job.
void WallJob::speak(Agent& agent) {
  AgentsElsewhere& others = *agent.elsewhere;
  try {
    others.start();
    for (std::uint64_t line = 0; line < 2 * (shape_.warmup + shape_.iterations); ++line) {
      while (others.reached() <= line) agent.env->rest();
      line_up(agent, line);
      others.may_pass(line + 1);
    }
    while (!others.have_ended()) agent.env->rest();
  } catch (...) {
    others.stop();
    throw;
  }
}

void WallJob::run_helper(const Helper& helper) {
  if (helper.begin) helper.begin();
  Backoff backoff(world_.bell, world_.waiting);
  while (!world_.stop.load(std::memory_order_relaxed)) {
    if (!helper.step()) {
      backoff.pause();
      continue;
    }
    backoff.reset();
    world_.bell.ring();
  }
}

void WallJob::run_worker(Worker& worker) {
  worker.run();
  // The peers' operations need this PE until everybody has left.
  while (!world_.stop.load(std::memory_order_relaxed)) worker.help();
}

void WallJob::run(const std::function<void(int)>& progress) {
  const std::uint64_t lines = 2 * (shape_.warmup + shape_.iterations);
  reached_at_.resize(lines);
  passed_at_.resize(lines);
  std::vector<std::thread> threads;
  const auto start = [&](auto body) {
    std::string& failure = failures_.emplace_back();
    threads.emplace_back([this, body, &failure] {
      try {
        body();
      } catch (const Stopped&) {
      } catch (const std::exception& error) {
        failure = error.what();
        world_.stop = true;
      }
    });
  };
  for (const Helper& helper : helpers_) start([this, &helper] { run_helper(helper); });
  for (auto& worker : workers_) start([this, &worker] { run_worker(*worker); });
  if (workers_.empty())
    for (Agent& agent : agents_)
      start([&agent] {
        if (agent.begin) agent.begin();
        run_agent(&agent);
      });
  std::uint64_t seen = 0;
  HangWatch watch(shape_.patience, WallEnv::Clock::now());
  Time looked = WallEnv::Clock::now();
  std::string hang;
  std::string& failure_here = failures_.emplace_back();
  const auto over = [&] {
    try {
      return open_.load() == lines && (!others_ || others_->are_through());
    } catch (const std::exception& error) {  // the threads have to end before it may go on its way
      failure_here = error.what();
      world_.stop = true;
      return true;
    }
  };
  while (!world_.stop.load() && !over()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    const bool waits = waits_for_others_.load();
    if (open_.load() != seen) {
      seen = open_.load();
      if (progress) progress(static_cast<int>(1000 * seen / lines));
    }
    const Time now = WallEnv::Clock::now();
    if (now - looked < between_looks) continue;
    looked = now;
    HangWatch::Seen moved = HangWatch::seen(world_.totals());
    moved.lines = seen;
    if (others_) moved.others = others_->progress_heard();
    if (watch.look(moved, now) && others_) others_->progressed();
    // Agents elsewhere tell nobody what they wait for while they do: the PE whose have not come says it, once it has ended them.
    if (waits || !watch.is_hung(now)) continue;
    hang = watch.sentence(now);
    break;
  }
  const bool stopped = world_.stop.exchange(true);
  for (std::thread& thread : threads) thread.join();
  if (!hang.empty() || stopped) report_failure(hang);
}

void WallJob::report_failure(const std::string& hang) const {
  for (const Agent& agent : agents_)
    if (!agent.failure.empty()) throw Error(Code::failed, agent.failure);
  for (const std::string& failure : failures_)
    if (!failure.empty()) throw Error(Code::failed, failure);
  std::string text = hang.empty() ? "stopped" : hang;
  constexpr std::size_t shown = 32;
  for (std::size_t i = 0; i < agents_.size() && i < shown; ++i) {
    const WallEnv::Identity& who = agents_[i].env->who();
    if (const AgentsElsewhere* const elsewhere = agents_[i].elsewhere) {
      const std::vector<std::string> places = elsewhere->places();
      for (std::size_t agent = 0; agent < places.size(); ++agent)
        text += fmt::format("\n  PE {} agent {} {}", who.pe.value, agent, places[agent]);
      continue;
    }
    text += fmt::format("\n  PE {} agent {} {}", who.pe.value, who.number, describe(agents_[i]));
  }
  if (agents_.size() > shown) text += fmt::format("\n  and {} agents more", agents_.size() - shown);
  throw Error(hang.empty() ? Code::failed : Code::hung, text);
}

/// Where the agent was when everybody had to stop.
std::string WallJob::describe(const Agent& agent) const {
  const std::uint64_t next = agent.reached;  // the next line is one of an iteration's two
  if (agent.reached == agent.left && next % 2 == 1) {
    if (const Waiting* const why = agent.env->waiting()) return "waits in " + gin::describe(*why, world_.heap);
    return fmt::format("runs, in iteration {}", next / 2);
  }
  if (next == 0) return "has not begun";
  const std::uint64_t iteration = (next - 1) / 2;
  return next % 2 == 1 ? fmt::format("waits for the others to begin iteration {}", iteration)
                       : fmt::format("is through iteration {}", iteration);
}

std::chrono::nanoseconds WallJob::took(std::uint64_t iteration) const {
  const std::uint64_t begin = 2 * iteration;
  if (const AgentsElsewhere* const elsewhere = agents_.front().elsewhere)
    return elsewhere->between(begin, begin + 1);
  return reached_at_[begin + 1] - passed_at_[begin];
}

void WallJob::report(trace::Row& row) const {
  for (std::uint64_t i = shape_.warmup; i < shape_.warmup + shape_.iterations; ++i)
    row.samples_ps.push_back(took(i).count() * 1000);
  const WallWorld::Totals now = world_.totals();
  const auto more = [&](Count count) { return now[count] - before_[count]; };
  for (std::uint32_t i = 0; i < path_count; ++i) {
    const auto path = static_cast<Path>(i);
    if (more(operations_by(path)) > 0)
      row.by_path.push_back({name(path), more(operations_by(path)), more(bytes_by(path))});
  }
  for (std::uint32_t i = 0; i < counts; ++i)
    row.counters.push_back({name(static_cast<Count>(i)), more(static_cast<Count>(i))});
}

}  // namespace gin
