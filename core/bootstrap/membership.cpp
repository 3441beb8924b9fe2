#include "core/bootstrap/membership.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/bootstrap/messages.hpp"
#include "core/bootstrap/text.hpp"

namespace gin::bootstrap {

Membership::State Membership::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

Membership::State Membership::await_joined() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return state_ != State::joining; });
  return state_;
}

Membership::State Membership::await_out(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, patience, [&] { return state_ != State::joined; });
  return state_;
}

void Membership::await_told(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  changed_.wait_for(lock, patience, [&] { return told_; });
}

void Membership::join() {
  const std::lock_guard lock(mutex_);
  state_ = State::joined;
  changed_.notify_all();
}

bool Membership::end(const std::string& why, State how) {
  const std::lock_guard lock(mutex_);
  if (state_ != State::joining && state_ != State::joined) return false;
  reason_ = why;
  // Neither who never was in the job nor who has left it has a part in its failure.
  aborted_.store(state_ == State::joined && how == State::ended, std::memory_order_release);  // after the reason
  state_ = how;
  for (auto& [number, gather] : gathers_) gather.set_value({{}, reason_});
  gathers_.clear();
  changed_.notify_all();
  return true;
}

void Membership::tell() {
  const std::lock_guard lock(mutex_);
  told_ = true;
  changed_.notify_all();
}

Membership::Begun Membership::begin(const std::string& step, std::chrono::milliseconds patience) {
  std::promise<Gathering::Settled> gather;
  Begun begun{Gathering(step, patience, gather.get_future().share()), {}};
  const std::lock_guard lock(mutex_);
  if (state_ != State::joined) {
    gather.set_value({{}, reason_});
    return begun;
  }
  if (gathers_.size() == gathers_max)
    throw Error(Code::failed,
                fmt::format("step \"{}\": expected at most {} steps under way, came one more; take one"
                            " before",
                            one_line(step, step_max), gathers_max));
  begun.number = begun_++;
  gathers_.emplace(*begun.number, std::move(gather));
  return begun;
}

void Membership::fill(std::uint64_t number, std::vector<std::string> parts) {
  const std::lock_guard lock(mutex_);
  const auto found = gathers_.find(number);
  if (found == gathers_.end()) return;
  found->second.set_value({std::move(parts), {}});
  gathers_.erase(found);
}

std::string Membership::reason() const {
  const std::lock_guard lock(mutex_);
  return reason_;
}

}  // namespace gin::bootstrap
