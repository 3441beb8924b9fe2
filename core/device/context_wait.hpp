// Context: waiting for words, ordering, completion, the barrier.
#pragma once

#include "core/device/context.hpp"

namespace gin {

template <class Env>
template <class T>
GIN_DEVICE Status Context<Env>::wait_word(Place place, Compare compare, T wanted, Limit limit, const char* call) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "words have 4 or 8 bytes");
  check_word(view_.me, place, sizeof(T), call);
  touches();
  const Waiting why{call,    "word",   Waiting::Of::word, place.offset, 0, static_cast<std::uint64_t>(wanted),
                    compare, sizeof(T)};
  Status status = Status::ok;
  if (env_.lane() < lanes_that_look<Env>) {
    T& awaited = word<T>(place.offset);
    bool held = false;
    std::uint32_t vain = 0;
    status = gin::wait(env_, Cost::word_poll, *view_.word_gate, limit, why, [&](Waiting& seen) {
      // Acquire: what the writer made visible before this word is visible after it.
      const T value = load<Order::acquire>(awaited);
      seen.seen = static_cast<std::uint64_t>(value);
      held = holds(value, compare, wanted);
      // What failed may be why it does not come. On a GPU that is the launcher's to say: it ends the kernel.
      GIN_ON_HOST(if (!held && ++vain % look_every == 0) issue_.failure = failure_of(view_));
      return held || (vain >= look_every && issue_.failure.status != CompletionStatus::ok);
    });
    charge(env_, Cost::wait_return);
    status = ended(status, held);
  }
  return told(env_, status);
}

template <class Env>
GIN_DEVICE std::uint64_t Context<Env>::signal_fetch(Place signal) {
  check_word(view_.me, signal, 8, "signal_fetch");
  touches();
  charge(env_, Cost::synchronise);
  charge(env_, Cost::word_poll);
  std::uint64_t value = 0;  // one lane's look: another's might see a later one
  if (env_.lane() == 0) value = load<Order::acquire>(env_, word<std::uint64_t>(signal.offset));  // as in wait_word
  return env_.broadcast(value);
}

template <class Env>
template <class T>
GIN_DEVICE bool Context<Env>::test(Place place, Compare compare, T wanted) {
  check_word(view_.me, place, sizeof(T), "test");
  touches();
  charge(env_, Cost::synchronise);
  charge(env_, Cost::word_poll);
  bool held = false;
  if (env_.lane() == 0) {
    const std::uint64_t seen = env_.observe(*view_.word_gate);
    const T value = load<Order::acquire>(env_, word<T>(place.offset));  // as in wait_word
    held = holds(value, compare, wanted);
    if (!held)  // whoever polls so has no time to wait
      env_.idle(*view_.word_gate, seen,
                {"test", "word", Waiting::Of::word, place.offset, static_cast<std::uint64_t>(value),
                 static_cast<std::uint64_t>(wanted), compare, sizeof(T)},
                env_.limit(Deadline{}));
  }
  return env_.broadcast(held ? 1 : 0) != 0;
}

template <class Env>
GIN_DEVICE void Context<Env>::fence() {
  if (env_.lane() == 0) tally(env_, Count::fences);
  ask(Asked::order);
  if constexpr (may_point) pointer_.drain(issue_);
  if constexpr (has_queues) insist(gpu_.order(issue_), "fence");
  if constexpr (may_push) insist(proxy_.order(issue_), "fence");
}

template <class Env>
GIN_DEVICE Status Context<Env>::quiet(Limit limit, const char* call) {
  if (env_.lane() == 0) tally(env_, Count::quiets);
  if constexpr (may_point) pointer_.drain(issue_);
  const Status status = complete(limit, call);
  if (status == Status::ok) ask(Asked::completion);
  return status;
}

/// Beyond stores, which have no status.
template <class Env>
GIN_DEVICE Status Context<Env>::complete(Limit limit, const char* call) {
  Status status = Status::ok;
  if constexpr (has_queues) status = gpu_.wait_all(issue_, limit, call);
  if constexpr (may_push)
    if (status == Status::ok) status = proxy_.wait(issue_, limit, call);
  if (status == Status::ok) ask(Asked::sources);
  return status;
}

template <class Env>
GIN_DEVICE void Context<Env>::barrier_all() {
  quiet("barrier_all");
  std::uint64_t arrived = 0;
  if (env_.lane() == 0) {
    ++*view_.barriers;
    arrived = 1 + env_.atomic(OwnAtomic(view_.me, ControlWords::arrivals, 1));
  }
  touches();  // it may have seen all others, and what it tells hands that on
  arrived = env_.broadcast(arrived);
  const std::uint64_t barrier = *view_.barriers;  // not before the first lane has counted this one
  if (arrived == barrier * view_.agents) {
    // The last agent of this PE speaks for all of them.
    meet_other_pes(barrier);
    if (env_.lane() == 0) env_.atomic(OwnAtomic(view_.me, ControlWords::released, 1));
  }
  wait_word(Place{ControlWords::released, 8}, Compare::ge, barrier, "barrier_all");
}

/// Dissemination: after round r a PE has heard, directly or through others, from 2^(r+1) PEs.
template <class Env>
GIN_DEVICE void Context<Env>::meet_other_pes(std::uint64_t barrier) {
  std::uint32_t round = 0;
  for (std::uint32_t distance = 1; distance < view_.n_pes; distance *= 2, ++round) {
    const Place place{ControlWords::rounds + round * 8, 8};
    atomic({place, Amo::add, 1, 0, Pe{(view_.me.value + distance) % view_.n_pes}});
    wait_word(place, Compare::ge, barrier, "barrier_all");
  }
}

}  // namespace gin
