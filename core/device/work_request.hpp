// An operation as a NIC reads it: 64 bytes, the size of an mlx5 or EFA work queue entry.
#pragma once

#include <cstdint>

#include "core/base/ids.hpp"
#include "core/device/operation.hpp"

namespace gin {

enum class Verb : std::uint8_t {
  write,         ///< payload is read from `local` when the NIC reads it, not before
  write_inline,  ///< payload travels in the work request: snapshot taken when it was built
  read,
  atomic,  ///< 64 bits; executes after all earlier work of the same queue
};

struct alignas(64) WorkRequest {
  static constexpr std::uint64_t inline_bytes = 32;

  Verb verb = Verb::write;
  Amo amo = Amo::set;
  bool fetches = false;   ///< atomic: the old value is written to `local`
  bool signaled = false;  ///< a completion is written; it also covers all earlier work of the queue
  std::uint32_t peer = 0;
  std::uint64_t remote = 0;
  std::uint64_t bytes = 0;
  std::uint64_t local = 0;
  union {
    struct {
      std::uint64_t value;
      std::uint64_t compare;
    } operand;
    unsigned char payload[inline_bytes];
  };

  constexpr WorkRequest() : operand{0, 0} {}
};
static_assert(sizeof(WorkRequest) == 64);

/// Most operations are one work request, a put with a signal is two on the same queue.
constexpr std::uint32_t work_requests(const Operation& operation) {
  return operation.has_signal && operation.bytes > 0 ? 2 : 1;
}

/// The work requests of `operation`; `source` is where its local bytes are (inlined up to `inline_max`).
/// Only the last one is signaled. Returns how many there are.
constexpr std::uint32_t build(const Operation& operation, const unsigned char* source, std::uint64_t inline_max,
                              WorkRequest (&out)[2]) {
  std::uint32_t count = 0;
  if (operation.op != Op::put || operation.bytes > 0) {
    WorkRequest& request = out[count++];
    request = {};
    request.peer = operation.peer.value;
    request.remote = operation.remote;
    request.bytes = operation.bytes;
    request.local = operation.local;
    switch (operation.op) {
      case Op::put:
        if (operation.bytes > inline_max || operation.bytes > WorkRequest::inline_bytes) break;
        request.verb = Verb::write_inline;
        for (std::uint64_t i = 0; i < operation.bytes; ++i) request.payload[i] = source[i];
        break;
      case Op::get:
        request.verb = Verb::read;
        break;
      case Op::value:
        request.verb = Verb::write_inline;
        for (std::uint64_t i = 0; i < operation.bytes; ++i)
          request.payload[i] = static_cast<unsigned char>(operation.value >> 8 * i);
        break;
      case Op::amo:
      case Op::fetch_amo:
        request.verb = Verb::atomic;
        request.amo = operation.amo;
        request.fetches = operation.op == Op::fetch_amo;
        request.bytes = 8;
        request.operand = {operation.value, operation.compare};
        break;
    }
  }
  if (operation.has_signal) {
    WorkRequest& signal = out[count++];
    signal = {};
    signal.verb = Verb::atomic;
    signal.amo = operation.signal_amo;
    signal.peer = operation.peer.value;
    signal.remote = operation.signal;
    signal.bytes = 8;
    signal.operand = {operation.signal_value, 0};
  }
  if (count > 0) out[count - 1].signaled = true;
  return count;
}

}  // namespace gin
