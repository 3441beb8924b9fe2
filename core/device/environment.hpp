// The seam: who keeps time, who moves bytes, who waits and for whom, in small concepts. Virtual time, wall clock and GPU
// each implement them; everything above is written once. tests/layers/seam.py counts what a new one has to bring.
//
//   Clock     charge, settle, touch            where time is kept (clock.hpp)
//   Moves     copy, store, atomic, drain       bytes by load and store, in the own memory or a peer's
//   Posts     post a command, ring a queue     posted writes across PCIe
//   Team      the lanes of an agent            (team.hpp); one thread of a host derives from OneLane
//   Waits     observe, look, idle; notify      event counts, with deadlines
//   Observer  count, where somebody counts; Scribe, where somebody records
//
// Clock, Observer and Scribe are for those who have one: nothing is left of them elsewhere.
#pragma once

#include <concepts>
#include <cstdint>

#include "core/device/clock.hpp"
#include "core/device/count.hpp"
#include "core/device/move.hpp"
#include "core/device/path.hpp"
#include "core/device/ring.hpp"
#include "core/device/send_queue.hpp"
#include "core/device/team.hpp"
#include "core/device/waiting.hpp"

namespace gin {

template <class E>
concept Moves = requires(E env) {
  env.copy(Copy{});
  env.store(StoreValue{});
  { env.atomic(AtomicMove{}) } -> std::same_as<std::uint64_t>;
  env.drain();  // returns when this agent's stores are visible everywhere (system fence)
};

template <class E>
concept Posts = requires(E env, Ring<E> ring, SendQueue<E> queue) {
  env.post(ring, std::uint32_t{},
           typename Ring<E>::Command{});  // publishes the slots and notifies ring.pushed on arrival
  env.post(queue, std::uint64_t{});       // the doorbell, or the note to the CPU thread that rings
};

template <class E>
concept Waits = requires(E env, typename E::Gate gate, typename E::Limit limit) {
  { env.observe(gate) } -> std::same_as<std::uint64_t>;
  { env.idle(gate, std::uint64_t{}, Waiting{}, limit) } -> std::same_as<bool>;  // false: the limit has passed
  env.notify(gate);
  { env.limit(Deadline{}) } -> std::same_as<typename E::Limit>;  // the moment so long from now
};

/// `Paths` says which path leads to a peer (path.hpp), `Queues` which queue (QueueTable, or one that makes them).
template <class E>
concept Environment = Moves<E> && Posts<E> && AgentTeam<E> && Waits<E> &&
    requires(typename E::Paths paths, typename E::Queues queues) {
  { paths(Pe{}) } -> std::same_as<Path>;
  { queues(Pe{}, 0u) } -> std::same_as<SendQueue<E>&>;
};

template <class E>
concept Observer = requires(E env) {
  env.count(Count::puts, std::uint64_t{1});
};
template <class Env>
GIN_DEVICE inline void tally(Env& env, Count what, std::uint64_t n = 1) {
  if constexpr (Observer<Env>) env.count(what, n);
}

/// What a call asks of its context's operations so far.
enum class Asked : std::uint8_t {
  order,       ///< fence: later ones to the same peer come after them
  newest,      ///< blocking put: the source of the newest may be written again
  sources,     ///< flush: those of all
  completion,  ///< quiet: they are visible
};

/// Operations have numbers here, by which what happens to them is found again.
template <class E>
concept Scribe = requires(E env, SendQueue<E> queue, Operation* operations) {
  // A call on that context begins to issue them: they get their numbers.
  env.issues(operations, std::uint32_t{}, std::uint32_t{});
  env.asks(Asked::order, std::uint32_t{});              // a call on that context sees to it
  env.issued(operations, std::uint32_t{});              // it has handed them on
  env.placed(queue, std::uint64_t{}, std::uint32_t{});  // the request at that index is part of that operation
};

/// How a call ended, which all lanes of its agent know: that it was late counts once, however many of them looked.
template <class Env>
GIN_DEVICE inline Status ended_for_all(Env& env, Status status) {
  if constexpr (Observer<Env>)
    if (status == Status::timed_out && env.lane() == 0) env.count(Count::deadlines_missed, 1);
  return status;
}

/// How one lane's wait ended, for all lanes of its agent.
template <class Env>
GIN_DEVICE inline Status told(Env& env, Status status) {
  return ended_for_all(env, static_cast<Status>(env.broadcast(static_cast<std::uint64_t>(status))));
}

/// How a wait ended that stops for a failure, too.
GIN_DEVICE inline Status ended(Status waited, bool came) {
  return waited == Status::ok && !came ? Status::failed : waited;
}

/// The loop of every wait: the gate is observed before the state is looked at, so that whatever changes the
/// state afterwards moves the gate and idling returns. `look` fills in what it saw and says whether to stop.
/// `lasts`: once it does, it always will, and nobody but this agent can tell that it looked.
template <class Env, class Look>
GIN_DEVICE Status wait(Env& env, Cost cost, typename Env::Gate& gate, typename Env::Limit limit, Waiting why,
                       Look look, bool lasts = false) {
  for (;;) {
    charge(env, cost);
    // A clock that has not caught up need not do so for what holds already.
    if constexpr (Clock<Env>)
      if (lasts && look(why)) return Status::ok;
    const std::uint64_t seen = env.observe(gate);
    if (look(why)) return Status::ok;
    if (!env.idle(gate, seen, why, limit)) return Status::timed_out;
  }
}

}  // namespace gin
