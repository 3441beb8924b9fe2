#include "core/sim/shared_pipe.hpp"

#include <algorithm>
#include <functional>

namespace gin::sim {
namespace {

constexpr std::size_t at_once = 32;  // a pipe has room for so many once it is shared; more make it grow

}  // namespace

SharedPipe::SharedPipe(Bandwidth rate, Bytes quantum)
    : whole_(rate), quantum_(quantum), turn_(RateClock{rate}.take(quantum)) {}

SharedPipe::Turns SharedPipe::reserve(Instant now, Bytes bytes, User user) {
  through(now);
  const Instant own = std::max(now, own_end(user));
  const Service work = whole_.reserve(own, bytes);
  Turns turns{work.begin, work.end, work};
  if (own < work.begin && quantum_.count > 0) {
    const Duration round = turn_ * others_than(user);
    turns.begin = std::min(work.begin, own + round);
    const std::int64_t more = bytes.count > 0 ? (bytes.count - 1) / quantum_.count : 0;
    turns.end = std::min(work.end, turns.begin + (work.end - work.begin) + round * more);
  }
  wait(user, turns.end);
  return turns;
}

Instant SharedPipe::own_end(User user) const {
  if (user == alone_.second) return alone_.first;
  const auto at = ends_.find(user);
  return at == ends_.end() ? Instant{} : at->second;
}

/// At least one: where nobody waits any more, those who have passed others left work behind.
std::int64_t SharedPipe::others_than(User user) const {
  const auto all = static_cast<std::int64_t>(ends_.size());
  return std::max<std::int64_t>(1, ends_.contains(user) ? all - 1 : all);
}

void SharedPipe::wait(User user, Instant until) {
  if (ends_.empty() && (alone_.first == Instant{} || alone_.second == user)) {
    alone_ = {until, user};
    return;
  }
  if (alone_.first != Instant{}) push(alone_.second, alone_.first);
  alone_ = {};
  push(user, until);
}

void SharedPipe::push(User user, Instant until) {
  ends_.reserve(at_once);
  by_end_.reserve(at_once);
  const auto [at, is_new] = ends_.insert_or_assign(user, until);
  if (!is_new) return;
  by_end_.emplace_back(until, user);
  std::push_heap(by_end_.begin(), by_end_.end(), std::greater<>());
}

void SharedPipe::through(Instant now) {
  if (alone_.first <= now) alone_ = {};
  while (!by_end_.empty() && by_end_.front().first <= now) {
    const User user = by_end_.front().second;
    std::pop_heap(by_end_.begin(), by_end_.end(), std::greater<>());
    by_end_.pop_back();
    const auto at = ends_.find(user);
    const Instant until = at->second;
    ends_.erase(at);
    if (until > now) push(user, until);
  }
}

}  // namespace gin::sim
