#include "core/softverbs/engine.hpp"

#include <pthread.h>
#include <signal.h>

#include <algorithm>
#include <chrono>

namespace softverbs {

std::uint64_t now_ns() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

Engine::Engine(ProcessHeader& header) : header_(header) {
  // The program's signals are for the program's threads.
  sigset_t all, before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  thread_ = std::thread([this] { run(); });
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  lives_.wait(false);  // whoever is told of this process finds it alive
}

Engine::~Engine() {
  ends_ = true;
  wake();
  thread_.join();
}

void Engine::add(Attended& one) {
  const std::lock_guard<std::mutex> guard(mutex_);
  attended_.push_back(&one);
}

void Engine::remove(Attended& one) {
  const std::lock_guard<std::mutex> guard(mutex_);
  std::erase(attended_, &one);
}

void Engine::run() {
  constexpr std::uint64_t second = 1'000'000'000;
  header_.life.lock();
  lives_ = true;
  lives_.notify_all();
  while (!ends_) {
    const std::uint32_t seen = header_.calls.load(std::memory_order_acquire);
    const std::uint64_t now = now_ns();
    std::uint64_t next = now + second;
    {
      const std::lock_guard<std::mutex> guard(mutex_);
      for (Attended* one : attended_) next = std::min(next, one->attend(now));
    }
    if (!ends_ && next > now) header_.sleep(seen, next - now);
  }
  header_.life.unlock();
}

}  // namespace softverbs
