// How an operation becomes work requests: cut where a NIC carries no more, spread over rails, followed by its signal.
#pragma once

#include <cstdint>
#include <type_traits>

#include "core/base/planted.hpp"
#include "core/device/annotate.hpp"
#include "core/device/post_rules.hpp"
#include "core/format/work_request.hpp"

namespace gin {

/// Work requests of `operation` on the rail that is `rail` behind its home rail.
constexpr std::uint32_t work_requests(const Operation& operation, const PostRules& rules, std::uint32_t rail = 0) {
  const Pieces pieces = pieces_of(operation, rules);
  std::uint32_t count = 0;
  if (pieces.rails == 1)
    count = rail == 0 ? pieces.count : 0;
  else if (rail < pieces.rails)
    count = (pieces.count + pieces.rails - 1 - rail) / pieces.rails;
  // An atomic is its own message; a signal that does not ride is one more request, message or atomic.
  const bool follows = operation.has_signal && !signal_rides(operation, rules);
  return count + (rail == 0 && follows ? 1 : 0);
}

/// Those on all rails.
constexpr std::uint32_t work_requests_in_all(const Operation& operation, const PostRules& rules) {
  const bool follows = operation.has_signal && !signal_rides(operation, rules);
  return pieces_of(operation, rules).count + (follows ? 1 : 0);
}

/// Those of its work requests that are signaled: the last one on each rail.
constexpr std::uint32_t signaled_requests(const Operation& operation, const PostRules& rules) {
  const Pieces pieces = pieces_of(operation, rules);
  const std::uint32_t of_data = pieces.count < pieces.rails ? pieces.count : pieces.rails;
  return of_data == 0 && operation.has_signal ? 1 : of_data;
}

/// The most work requests that one operation may become where a queue holds `depth`: they are posted together, and
/// on a numbered fabric the immediate counts them.
constexpr std::uint32_t work_requests_max(const Operation& operation, const PostRules& rules, std::uint32_t depth) {
  if (!takes_number(operation, rules)) return depth;
  return depth < rules.layout.count_max() ? depth : rules.layout.count_max();
}

/// The most on one rail, or in all where all are counted.
constexpr std::uint32_t work_requests_at_once(const Operation& operation, const PostRules& rules) {
  return takes_number(operation, rules) ? work_requests_in_all(operation, rules)
                                        : work_requests(operation, rules, 0);
}

/// What names the operation on its way: the queue of the source and its number there.
struct Numbered {
  std::uint32_t stream = 0;
  std::uint32_t number = 0;
};

/// The payload of an inline write, also where a compiler makes the request.
constexpr void copy_inline(WorkRequest& to, const unsigned char* from, std::uint32_t bytes) {
  if (!std::is_constant_evaluated()) {
    GIN_ON_HOST(
        if (bytes == 8) return static_cast<void>(__builtin_memcpy(to.payload, from, 8)));  // a word goes as one
    GIN_ON_HOST(return static_cast<void>(__builtin_memcpy(to.payload, from, bytes)));
  }
  // Words that a GPU's compiler can name keep the request in registers.
  std::uint64_t words[WorkRequest::inline_bytes / 8] = {};
  for (std::uint32_t i = 0; i < WorkRequest::inline_bytes; ++i)
    if (i < bytes) words[i / 8] |= std::uint64_t{from[i]} << 8 * (i % 8);
  to.words = {{words[0], words[1], words[2], words[3]}};
}

/// Makes the one work request of `operation` that carries piece `index` of its data, or its only one.
constexpr WorkRequest data_request(const Operation& operation, const unsigned char* source, const PostRules& rules,
                                   const Pieces& pieces, std::uint32_t index) {
  const std::uint64_t begin = index * pieces.size;
  const std::uint64_t left = operation.bytes - begin;
  WorkRequest request;
  request.peer = static_cast<std::uint16_t>(operation.peer.value);
  request.remote = operation.remote + begin;
  request.bytes = static_cast<std::uint32_t>(left < pieces.size ? left : pieces.size);
  request.local = operation.local + begin;
  switch (operation.op) {
    case Op::put:
      if (signal_rides(operation, rules) && rules.counted) {
        request.counts = true;
        request.operand.value = operation.signal;
        break;
      }
      if (request.bytes > rules.inline_max && !planted(Fault::payload_read_at_post)) break;
      if (request.bytes > WorkRequest::inline_bytes) break;
      request.verb = Verb::write_inline;
      copy_inline(request, source + begin, request.bytes);
      break;
    case Op::get:
      request.verb = Verb::read;
      break;
    case Op::value:
      request.verb = Verb::write_inline;
      request.words = {{operation.value}};
      break;
    case Op::amo:
    case Op::fetch_amo:
      if (rules.counted) {  // a message without bytes; other atomics were refused (CountUse)
        request.counts = true;
        request.operand.value = operation.remote;
        request.bytes = 0;
        break;
      }
      request.verb = Verb::atomic;
      request.amo = operation.amo;
      request.fetches = operation.op == Op::fetch_amo;
      request.bytes = 8;
      request.operand = {operation.value, operation.compare};
      break;
    case Op::send:
    case Op::receive:
      break;  // a CPU's business; they never become work requests as they are
  }
  return request;
}

/// How an operation becomes work requests: its data in pieces, then what follows the data.
struct Cut {
  Pieces pieces;
  std::uint32_t data = 0;   ///< requests that carry data, or the only one of an atomic
  std::uint32_t count = 0;  ///< of all requests
  bool numbered = false;
  bool as_message = false;
  bool early = false;  ///< a planted fault: the signal does not wait for the last piece
  std::uint32_t immediate = 0;
};

constexpr Cut cut_of(const Operation& operation, const PostRules& rules, const Numbered& name) {
  Cut cut;
  cut.pieces = pieces_of(operation, rules);
  cut.numbered = takes_number(operation, rules);
  cut.as_message = is_message(operation, rules);
  cut.data = cut.as_message && is_amo(operation.op) ? 0 : cut.pieces.count;
  const bool rides = signal_rides(operation, rules);
  cut.count = cut.data + (cut.as_message || (operation.has_signal && !rides) ? 1 : 0);
  cut.early = planted(Fault::signal_before_last_segment) && operation.has_signal && cut.data > 0 && !rides;
  if (!cut.numbered) return cut;
  // Where the target counts, one message too few is waited for; elsewhere the signal goes ahead.
  const std::uint32_t awaited = cut.early ? cut.data - 1 : cut.data;
  Immediate immediate{ImmediateKind::part, name.stream, name.number, awaited + (cut.as_message ? 1 : 0)};
  if (rides) {
    immediate.kind = ImmediateKind::signal;
    immediate.count = static_cast<std::uint32_t>(operation.signal / 8);
  }
  // Its fields were checked against the run before it started (see Capabilities).
  cut.immediate = encode(rules.layout, immediate).bits;
  return cut;
}

/// A message to the CPU of whoever it is sent to.
constexpr WorkRequest message_request(const CpuMessage& message) {
  WorkRequest request;
  request.verb = Verb::send;
  request.message = pack(message);
  request.signaled = true;
  return request;
}

/// Request `index` of an operation that was cut so; `source` is where its local bytes are.
constexpr WorkRequest request_at(const Operation& operation, const unsigned char* source, const PostRules& rules,
                                 const Cut& cut, std::uint32_t index) {
  const bool ahead = cut.early && !cut.as_message;
  const bool is_signal_ahead = ahead && index + 1 == cut.data;
  const bool is_data = !is_signal_ahead && (index < cut.data || ahead);
  const std::uint32_t piece = ahead && index == cut.data ? index - 1 : index;
  // A signal follows as an atomic. Made where the caller wants it: a copy of what was just written in small pieces waits for all of them.
  WorkRequest request = is_data          ? data_request(operation, source, rules, cut.pieces, piece)
                        : cut.as_message ? message_request(message_of(operation))
                                         : data_request(signal_of(operation), nullptr, rules, {8, 1, 1}, 0);
  if (is_data) {
    request.has_immediate = cut.numbered;
    request.immediate = cut.immediate;
    const bool is_followed = cut.count > cut.data && !ahead && piece % cut.pieces.rails == 0;
    request.signaled = piece + cut.pieces.rails >= cut.data && !is_followed;
  } else if (!is_signal_ahead) {
    request.peer = static_cast<std::uint16_t>(operation.peer.value);
    request.has_immediate = cut.as_message;
    request.immediate = cut.immediate;
    request.signaled = true;
  }
  return request;
}

/// Calls sink(rail, request) for each work request of `operation`, the home rail's last. `source` is where its
/// local bytes are (inlined up to the rules' limit). The last one of each rail is signaled.
template <class Sink>
constexpr void build(const Operation& operation, const unsigned char* source, const PostRules& rules,
                     const Numbered& name, Sink sink) {
  const Cut cut = cut_of(operation, rules, name);
  for (std::uint32_t i = 0; i < cut.count; ++i)
    sink(i < cut.data ? i % cut.pieces.rails : 0u, request_at(operation, source, rules, cut, i));
}

}  // namespace gin
