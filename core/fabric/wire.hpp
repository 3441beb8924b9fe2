// The least that a provider of networks promises, and all that the runtime asks of one: writes that bring four
// bytes to the target's CPU, reads, and short messages. No order, no atomics, no word about when bytes are at the
// target. What is built on top is NumberedFabric (docs/decisions/007).
#pragma once

#include <concepts>
#include <cstdint>

#include "core/fabric/arrival.hpp"
#include "core/fabric/fabric.hpp"
#include "core/format/work_request.hpp"

namespace gin {

struct WireLimits {
  std::uint64_t inline_max = 0;   ///< bytes of a write_inline, at most WorkRequest::inline_bytes
  std::uint64_t message_max = 0;  ///< bytes of one write or read
  std::uint64_t eager_max = 0;    ///< bytes behind the message of a send
};

/// A wire belongs to one thread. Heap offsets in requests are of this PE (`local`) and of the peer (`remote`).
///
/// - `post`: verbs write, write_inline, read and send; a write or send has an immediate, which names its source,
///   because not every provider tells who wrote. Busy: nothing happened; ask again after `progress`.
/// - `progress`: moves this PE's part of everything, also as a target; without it nothing arrives anywhere. Returns
///   whether it found anything.
/// - `next_done`: the token of a request that is done; each accepted request is told exactly once, in any order. The
///   source of a write or send may be reused then, the bytes of a read are there. It says nothing about the target.
/// - `next_arrival`: an immediate, with the message and its bytes if it came by send, in any order, each exactly
///   once and not before its own bytes are in this PE's heap. `source` is left alone.
///
/// What cannot be mended (a peer that is gone, a key that is wrong) is thrown as Error(failed) and names the peer.
template <class W>
concept Wire = requires(W wire, const WorkRequest& request, std::uint64_t& token, Arrival& arrival) {
  { wire.limits() } -> std::same_as<WireLimits>;
  { wire.post(request, token) } -> std::same_as<Post>;
  { wire.progress() } -> std::same_as<bool>;
  { wire.next_done(token) } -> std::same_as<bool>;
  { wire.next_arrival(arrival) } -> std::same_as<bool>;
};

}  // namespace gin
