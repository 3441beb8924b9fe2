#include "core/run/wall_job.hpp"

#include <fmt/format.h>

#include <thread>

#include "core/base/error.hpp"

namespace gin {

void WallJob::line_up(std::uint64_t line) {
  if (arrived_.fetch_add(1) + 1 == (line + 1) * agents_.size()) {
    passed_at_[line] = WallEnv::Clock::now();
    if (line == shape_.warmup * 2) {  // what is counted belongs to the measured iterations, as in virtual time
      for (auto& counter : world_.counters) counter = 0;
      for (auto& operations : world_.operations) operations = 0;
      for (auto& bytes : world_.bytes) bytes = 0;
    }
    open_.fetch_add(1);
    return;
  }
  for (std::uint32_t tries = 0; open_.load() <= line; ++tries) {
    if (world_.stop.load()) throw Stopped{};
    if (tries < 64)
      std::this_thread::yield();
    else
      std::this_thread::sleep_for(std::chrono::microseconds(20));
  }
}

void WallJob::run_agent(Agent& agent) {
  try {
    Context<WallEnv> context(*agent.env, agent.view);
    for (std::uint64_t i = 0; i < shape_.warmup + shape_.iterations; ++i) {
      line_up(i * 2);
      program_.run(context, i);
      agent.env->release_scratch();
      line_up(i * 2 + 1);
    }
  } catch (const Stopped&) {
  } catch (const std::exception& error) {
    agent.failure = error.what();
    world_.stop = true;
  }
}

void WallJob::run_helper(const std::function<bool()>& step) {
  try {
    for (std::uint32_t vain = 0; !world_.stop.load(std::memory_order_relaxed);) {
      vain = step() ? 0 : vain + 1;
      if (vain > 256)
        std::this_thread::sleep_for(std::chrono::microseconds(20));
      else if (vain > 16)
        std::this_thread::yield();
    }
  } catch (const Stopped&) {
  }
}

void WallJob::run(const std::function<void(int)>& progress) {
  const std::uint64_t lines = 2 * (shape_.warmup + shape_.iterations);
  passed_at_.resize(lines);
  std::vector<std::thread> threads;
  for (const auto& step : helpers_) threads.emplace_back([this, &step] { run_helper(step); });
  for (Agent& agent : agents_) threads.emplace_back([this, &agent] { run_agent(agent); });
  std::uint64_t seen = 0;
  auto moved = WallEnv::Clock::now();
  bool hung = false;
  while (open_.load() < lines && !world_.stop.load()) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (open_.load() != seen) {
      seen = open_.load();
      moved = WallEnv::Clock::now();
      if (progress) progress(static_cast<int>(1000 * seen / lines));
    }
    hung = WallEnv::Clock::now() - moved > shape_.patience;
    if (hung) break;
  }
  world_.stop = true;
  for (std::thread& thread : threads) thread.join();
  if (open_.load() < lines) report_failure(hung);
}

void WallJob::report_failure(bool hung) const {
  for (const Agent& agent : agents_)
    if (!agent.failure.empty()) throw Error(Code::failed, agent.failure);
  std::string text =
      fmt::format("{}: no iteration ended for {} s", hung ? "hang" : "stopped", shape_.patience.count());
  constexpr std::size_t shown = 32;
  for (std::size_t i = 0; i < agents_.size() && i < shown; ++i) {
    const WallEnv::Identity& who = agents_[i].env->who();
    const Waiting& why = agents_[i].env->waiting();
    text += fmt::format("\n  PE {} agent {} last waited in {} for {} at {}: {} seen, {} {} wanted", who.pe.value,
                        who.number, why.call, why.what, why.offset, why.seen, symbol(why.compare), why.wanted);
  }
  throw Error(Code::failed, text);
}

void WallJob::report(trace::Row& row) const {
  for (std::uint64_t i = shape_.warmup; i < shape_.warmup + shape_.iterations; ++i) {
    const auto took = passed_at_[2 * i + 1] - passed_at_[2 * i];
    row.samples_ps.push_back(std::chrono::duration_cast<std::chrono::nanoseconds>(took).count() * 1000);
  }
  for (std::uint32_t i = 0; i < path_count; ++i)
    if (world_.operations[i] > 0)
      row.by_path.push_back({name(static_cast<Path>(i)), world_.operations[i], world_.bytes[i]});
  for (std::uint32_t i = 0; i < counts; ++i)
    row.counters.push_back({name(static_cast<Count>(i)), world_.counters[i]});
}

}  // namespace gin
