// The least that a provider of networks promises, and all that the runtime asks of one: writes that bring four
// bytes to the target's CPU, reads, and short messages. No order, no atomics, no word about when bytes are at the
// target. What is built on top is WireFabric (docs/decisions/007).
#pragma once

#include <concepts>
#include <cstdint>
#include <utility>

#include "core/device/post_rules.hpp"
#include "core/fabric/arrival.hpp"
#include "core/fabric/fabric.hpp"
#include "core/format/work_request.hpp"

namespace gin {

struct WireLimits {
  std::uint64_t inline_max = 0;   ///< bytes of a write_inline, at most WorkRequest::inline_bytes
  std::uint64_t message_max = 0;  ///< bytes of one write or read
  std::uint64_t eager_max = 0;    ///< bytes behind the message of a send
  std::uint32_t rails = 1;        ///< NICs that share the messages
  /// That a target which does not look has room for, from all peers; more are lost, and nobody is told. 0: it is waited for.
  std::uint64_t arrivals_max = 0;
};

/// A request that has left the wire, by its token. Unless it is ok, nobody knows how much of it has happened.
struct Done {
  std::uint64_t token = 0;
  CompletionStatus status = CompletionStatus::ok;
};

/// A wire belongs to one thread. Heap offsets in requests are of this PE (`local`) and of the peer (`remote`).
///
/// - `post`: verbs write, write_inline, read and send; a write or send has an immediate, which names its source,
///   because not every provider tells who wrote. Busy: nothing happened; ask again after `progress`.
/// - `progress`: moves this PE's part of everything, also as a target; without it nothing arrives anywhere. Returns
///   whether it found anything.
/// - `next_done`: a request that is done or has failed; each accepted request is told exactly once, in any order. The
///   source of a write or send may be reused then, the bytes of a read are there. It says nothing about the target.
/// - `next_arrival`: an immediate, with the message and its bytes if it came by send, in any order, each exactly
///   once and not before its own bytes are in this PE's heap. `source` is left alone.
///
/// What ends the whole wire (a provider that gives up, a queue that runs over) is thrown as Error(failed).
template <class W>
concept Wire = requires(W wire, const WorkRequest& request, std::uint64_t& token, Done& done, Arrival& arrival) {
  { wire.limits() } -> std::same_as<WireLimits>;
  { wire.post(request, token) } -> std::same_as<Post>;
  { wire.progress() } -> std::same_as<bool>;
  { wire.next_done(done) } -> std::same_as<bool>;
  { wire.next_arrival(arrival) } -> std::same_as<bool>;
};

/// A wire that holds back what is posted until its doorbell, so that one serves many requests. Each `ring_doorbell` is for
/// one queue; `wants_doorbell` says whether there is another. A wire that belongs to one thread rings by itself in
/// `progress`, too.
template <class W>
concept RungWire = Wire<W> && requires(W wire) {
  { wire.wants_doorbell() } -> std::same_as<bool>;
  wire.ring_doorbell();
};

/// Which of the queues to a peer a request takes, and the number of its operation, where that is recorded.
struct Dispatch {
  std::uint32_t stream = 0;
  std::uint32_t rail = 0;  ///< behind the stream's home rail
  std::uint32_t number = 0;
};

/// What matching wants joined: bytes that a peer of this node has, and who is to be told when they are here.
struct NearMatch {
  Pe source;
  std::uint64_t from = 0;  ///< offset in the sender's heap
  std::uint64_t to = 0;    ///< in the receiver's
  std::uint64_t bytes = 0;
  std::uint32_t number = 0;   ///< of the send, where it is recorded
  std::uint64_t send = 0;     ///< what the sender's CPU calls it
  std::uint64_t receive = 0;  ///< what the receiver's CPU calls it
};

/// A wire with queues of its own, whose requests the NIC takes after a doorbell. Agents and all CPU threads of a PE
/// share that NIC, on a machine that others share too.
///
/// - `post`: only a signaled request is told by `next_done`. When one fails, so does everything behind it in its
///   stream: those are told too, as flushed.
/// - `has_room`: all requests that the operation becomes by these rules would be accepted now.
/// - `next_arrival`: says from whom (`source`) and out of which of their streams.
/// - `hand_over`: the CPU thread of that number of that PE finds this among its arrivals.
/// - `tell_agents`: operations of the agents' stream up to that number are carried out.
/// - `is_near`, `copy_near`: what agents reach by load and store takes no NIC (docs/decisions/017).
template <class W>
concept SharedWire = RungWire<W> && requires(W wire, const WorkRequest& request, const Operation& operation, Pe pe,
                                             std::uint32_t word, Arrival& arrival) {
  { wire.post(request, std::uint64_t{}, Dispatch{}) } -> std::same_as<Post>;
  { wire.has_room(operation, word, PostRules{}) } -> std::same_as<bool>;
  wire.hand_over(pe, word, std::move(arrival));
  wire.tell_agents(pe, word, word);
  { wire.is_near(pe) } -> std::same_as<bool>;
  wire.copy_near(NearMatch{});
};

}  // namespace gin
