// An operation as a NIC reads it: 64 bytes, the size of an mlx5 or EFA work queue entry.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/format/cpu_message.hpp"
#include "core/format/operation.hpp"

namespace gin {

enum class Verb : std::uint8_t {
  write,         ///< payload is read from `local` when the NIC reads it, not before
  write_inline,  ///< payload travels in the work request: snapshot taken when it was built
  read,
  atomic,  ///< 64 bits; executes after all earlier work of the same queue
  send,    ///< `message` to the target's CPU, and `bytes` from `local` behind it
};

struct alignas(64) WorkRequest {
  static constexpr std::uint64_t inline_bytes = 32;

  Verb verb = Verb::write;
  Amo amo = Amo::set;
  bool fetches = false;        ///< atomic: the old value is written to `local`
  bool signaled = false;       ///< a completion is written; it also covers all earlier work of the queue
  bool has_immediate = false;  ///< write, send: the target's CPU gets `immediate` once the payload is visible
  bool counts = false;         ///< write: then the target's NIC adds one to the word at `operand.value`
  std::uint16_t peer = 0;
  std::uint32_t immediate = 0;
  std::uint32_t bytes = 0;
  std::uint64_t remote = 0;
  std::uint64_t local = 0;
  union {
    struct {
      std::uint64_t value;
      std::uint64_t compare;
    } operand;
    unsigned char payload[inline_bytes];
    struct {
      std::uint64_t of[inline_bytes / 8];
    } words;  ///< the same bytes, lowest first
    PackedMessage message;
  };

  constexpr WorkRequest() : operand{0, 0} {}
};
static_assert(sizeof(WorkRequest) == 64);
static_assert(alignof(WorkRequest) == 64);
static_assert(offsetof(WorkRequest, peer) == 6 && offsetof(WorkRequest, immediate) == 8 &&
              offsetof(WorkRequest, bytes) == 12 && offsetof(WorkRequest, remote) == 16 &&
              offsetof(WorkRequest, local) == 24 && offsetof(WorkRequest, payload) == 32);

}  // namespace gin
