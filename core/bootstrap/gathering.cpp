#include "core/bootstrap/gathering.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace gin::bootstrap {

// Acquire: whoever sees the flag sees the parts that were put there before it was raised.
bool Gathering::ready() const {
  return state_->settled.load(std::memory_order_acquire);
}

std::vector<std::string> Gathering::take() {
  std::unique_lock lock(state_->mutex);
  const auto settled = [&] { return state_->settled.load(std::memory_order_relaxed); };  // the mutex orders it
  if (!state_->changed.wait_for(lock, state_->patience, settled))
    throw Error(Code::failed,
                fmt::format("step \"{}\": expected an answer from the rendezvous within {} ms, came none;"
                            " is its machine overloaded?",
                            state_->step, state_->patience.count()));
  if (!state_->failure.empty())
    throw Error(Code::failed, fmt::format("step \"{}\": {}", state_->step, state_->failure));
  return std::move(state_->parts);
}

void Gathering::State::fill(std::vector<std::string> all) {
  const std::lock_guard lock(mutex);
  if (settled.load(std::memory_order_relaxed)) return;
  parts = std::move(all);
  settled.store(true, std::memory_order_release);  // after the parts, for ready()
  changed.notify_all();
}

void Gathering::State::fail(const std::string& why) {
  const std::lock_guard lock(mutex);
  if (settled.load(std::memory_order_relaxed)) return;
  failure = why;
  settled.store(true, std::memory_order_release);  // after the failure, for ready()
  changed.notify_all();
}

}  // namespace gin::bootstrap
