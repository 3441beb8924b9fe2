// The seam: who keeps time and who moves bytes. Everything an agent does that takes time, waits or touches
// memory of another PE goes through these calls; virtual time, wall clock and GPU each implement them.
//
//   charge, settle, touch        time, where an environment keeps it (clock.hpp)
//   move(Copy | StoreValue | AtomicMove)   bytes by load and store, local or to a peer
//   drain()                      returns when this agent's stores are visible everywhere (system fence)
//   post(...)                    a posted write across PCIe: a ring slot to the host, a doorbell to the NIC
//   observe(gate), idle(gate, seen, why, limit), notify(gate)    event counts: observe, look, idle
//
// The rest is lookup (path, queue, word_gate, room) and bookkeeping (count, traffic, polled_in_vain).
#pragma once

#include <concepts>
#include <cstdint>

#include "core/device/clock.hpp"
#include "core/device/count.hpp"
#include "core/device/move.hpp"
#include "core/device/path.hpp"
#include "core/device/ring.hpp"
#include "core/device/send_queue.hpp"
#include "core/device/use.hpp"
#include "core/device/view.hpp"
#include "core/device/waiting.hpp"

namespace gin {

/// Stands for any work of a lane (nvcc takes no lambda in a requires expression).
struct AnyLane {
  GIN_DEVICE void operator()(std::uint64_t) const {}
};

template <class E>
concept Environment = requires(E env, typename E::Gate gate, typename E::Limit limit, Ring<E> ring,
                               SendQueue<E> queue, Command command, Operation* operations) {
  env.move(Copy{});
  env.move(StoreValue{});
  { env.move(AtomicMove{}) } -> std::same_as<std::uint64_t>;
  { env.stored(Access{}) } -> std::same_as<bool>;  // false: bulk bytes of a phantom run
  env.drain();
  env.post(ring, std::uint32_t{}, command);  // publishes the slots and notifies ring.pushed on arrival
  env.demand(ring);                          // somebody waits for its completions, which may be given only then
  env.post(queue, std::uint64_t{});          // the doorbell, or the note to the CPU thread that rings
  { env.observe(gate) } -> std::same_as<std::uint64_t>;
  { env.idle(gate, std::uint64_t{}, Waiting{}, limit) } -> std::same_as<bool>;  // false: the limit passed
  env.notify(gate);
  { env.limit(Deadline{}) } -> std::same_as<typename E::Limit>;
  { env.forever() } -> std::same_as<typename E::Limit>;
  { env.path(Pe{}) } -> std::same_as<Path>;
  { env.queue(Pe{}, 0u) } -> std::same_as<SendQueue<E>&>;
  { env.word_gate(std::uint64_t{}, std::uint64_t{}) } -> std::same_as<typename E::Gate&>;
  // Memory for slots up to that index, where queues grow; the last of them is operation `number`'s.
  env.room(queue, std::uint64_t{}, std::uint32_t{});
  // What is recorded: a call issues these operations, which get their numbers; it has handed them on.
  env.issues(operations, std::uint32_t{});
  env.issued(operations, std::uint32_t{});
  env.check(PlaceUse{});                                    // or another use of use.hpp, where somebody looks
  { env.scratch(std::uint64_t{}) } -> std::same_as<void*>;  // shared by the agent's lanes
  { env.shared_word() } -> std::same_as<std::uint64_t&>;
  env.count(Count::puts, 1u);
  env.traffic(Path::gpu, std::uint64_t{});
  env.polled_in_vain(Waiting{});
  { env.leader() } -> std::same_as<bool>;  // one lane of the agent; always true on the host
  env.sync();                              // all lanes of the agent
  env.lanes("call", std::uint64_t{}, AnyLane{});
};

/// The loop of every wait: the gate is observed before the state is looked at, so that whatever changes the
/// state afterwards moves the gate and idling returns. `look` fills in what it saw and says whether to stop.
template <class Env, class Look>
GIN_DEVICE Status wait(Env& env, Cost cost, typename Env::Gate& gate, typename Env::Limit limit, Waiting why,
                       Look look) {
  for (;;) {
    charge(env, cost);
    const std::uint64_t seen = env.observe(gate);
    if (look(why)) return Status::ok;
    if (!env.idle(gate, seen, why, limit)) {
      env.count(Count::deadlines_missed, 1);
      return Status::timed_out;
    }
  }
}

}  // namespace gin
