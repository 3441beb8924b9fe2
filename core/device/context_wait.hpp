// Context: waiting for words, ordering, completion, the barrier.
#pragma once

#include "core/device/context.hpp"

namespace gin {

template <class Env>
template <class T>
GIN_DEVICE Status Context<Env>::wait_word(Place place, Compare compare, T wanted, Limit limit, const char* call) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "words have 4 or 8 bytes");
  check_word(view_.me, place, sizeof(T), call);
  const Waiting why{call, "word", Waiting::Of::word, place.offset, 0, static_cast<std::uint64_t>(wanted), compare};
  Status status = Status::ok;
  if (env_.leader())
    status =
        gin::wait(env_, Cost::word_poll, env_.word_gate(place.offset, sizeof(T)), limit, why, [&](Waiting& seen) {
          // Acquire: what the writer made visible before this word is visible after it.
          const T value = load<Order::acquire>(word<T>(place.offset));
          seen.seen = static_cast<std::uint64_t>(value);
          return holds(value, compare, wanted);
        });
  env_.sync();
  return status;
}

template <class Env>
GIN_DEVICE std::uint64_t Context<Env>::signal_fetch(Place signal) {
  check_word(view_.me, signal, 8, "signal_fetch");
  charge(env_, Cost::synchronise);
  charge(env_, Cost::word_poll);
  return load<Order::acquire>(env_, word<std::uint64_t>(signal.offset));  // as in wait_word
}

template <class Env>
template <class T>
GIN_DEVICE bool Context<Env>::test(Place place, Compare compare, T wanted) {
  check_word(view_.me, place, sizeof(T), "test");
  charge(env_, Cost::synchronise);
  charge(env_, Cost::word_poll);
  const T value = load<Order::acquire>(env_, word<T>(place.offset));  // as in wait_word
  if (holds(value, compare, wanted)) return true;
  env_.polled_in_vain({"test", "word", Waiting::Of::word, place.offset, static_cast<std::uint64_t>(value),
                       static_cast<std::uint64_t>(wanted), compare});
  return false;
}

template <class Env>
GIN_DEVICE void Context<Env>::fence() {
  env_.count(Count::fences, 1);
  pointer_.drain(issue_);
  gpu_.order(issue_);
  proxy_.order(issue_);
}

template <class Env>
GIN_DEVICE Status Context<Env>::quiet(Limit limit, const char* call) {
  env_.count(Count::quiets, 1);
  pointer_.drain(issue_);
  const Status status = gpu_.wait_all(issue_, limit, call);
  return status == Status::ok ? proxy_.wait(issue_, limit, call) : status;
}

template <class Env>
GIN_DEVICE void Context<Env>::flush() {
  gpu_.wait_all(issue_, env_.forever(), "flush");
  proxy_.wait(issue_, env_.forever(), "flush");
}

template <class Env>
GIN_DEVICE void Context<Env>::barrier_all() {
  quiet(env_.forever(), "barrier_all");
  if (env_.leader()) {
    const std::uint64_t barrier = ++*view_.barriers;
    const std::uint64_t arrived = 1 + env_.move(AtomicMove{view_.me, ControlWords::arrivals, Amo::add, 1, 0, true});
    env_.shared_word() = arrived == barrier * view_.agents;
  }
  if (take_shared() != 0) {
    // The last agent of this PE speaks for all of them.
    meet_other_pes(*view_.barriers);
    if (env_.leader()) env_.move(AtomicMove{view_.me, ControlWords::released, Amo::add, 1, 0, true});
  }
  wait_word(Place{ControlWords::released, 8}, Compare::ge, *view_.barriers, env_.forever(), "barrier_all");
}

/// Dissemination: after round r a PE has heard, directly or through others, from 2^(r+1) PEs.
template <class Env>
GIN_DEVICE void Context<Env>::meet_other_pes(std::uint64_t barrier) {
  std::uint32_t round = 0;
  for (std::uint32_t distance = 1; distance < view_.n_pes; distance *= 2, ++round) {
    const Place place{ControlWords::rounds + round * 8, 8};
    atomic({place, Amo::add, 1, 0, Pe{(view_.me.value + distance) % view_.n_pes}});
    wait_word(place, Compare::ge, barrier, env_.forever(), "barrier_all");
  }
}

}  // namespace gin
