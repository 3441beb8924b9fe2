// What an agent asks for, before the path decides how: a ring command, a work request or plain stores.
#pragma once

#include <cstdint>

#include "core/base/ids.hpp"

namespace gin {

enum class Op : std::uint8_t {
  put,        ///< local bytes to the peer
  get,        ///< the peer's bytes to local memory
  value,      ///< up to 8 bytes carried in the operation itself (p)
  amo,        ///< a 64-bit atomic at the peer, nothing comes back; a bare signal is one
  fetch_amo,  ///< the same, the old value lands at `local`
  send,       ///< two-sided: local bytes to whatever receive matches; `value` is the tag
  receive,    ///< two-sided: the bytes of the send from `peer` with the tag `value`
};

constexpr bool is_amo(Op op) {
  return op == Op::amo || op == Op::fetch_amo;
}
constexpr bool is_two_sided(Op op) {
  return op == Op::send || op == Op::receive;
}

enum class Amo : std::uint8_t { set, add, bit_and, bit_or, bit_xor, compare_swap, fetch };

/// What `amo` makes of a word. `compare` counts for compare_swap only.
constexpr std::uint64_t applied(Amo amo, std::uint64_t old, std::uint64_t value, std::uint64_t compare) {
  switch (amo) {
    case Amo::set:
      return value;
    case Amo::add:
      return old + value;
    case Amo::bit_and:
      return old & value;
    case Amo::bit_or:
      return old | value;
    case Amo::bit_xor:
      return old ^ value;
    case Amo::compare_swap:
      return old == compare ? value : old;
    case Amo::fetch:
      return old;
  }
  return old;
}

enum class SignalOp : std::uint8_t { set, add };
constexpr Amo to_amo(SignalOp op) {
  return op == SignalOp::set ? Amo::set : Amo::add;
}

struct Operation {
  Op op = Op::put;
  Amo amo = Amo::set;         ///< of amo, fetch_amo
  bool has_signal = false;    ///< put only: a signal follows the payload
  Amo signal_amo = Amo::set;  ///< of the signal that follows
  Pe peer;
  std::uint64_t remote = 0;  ///< heap offset at the peer; of send, receive: the agent that waits for it
  std::uint64_t local = 0;   ///< heap offset here: source of a put, target of a get or of a fetched value
  std::uint64_t bytes = 0;
  std::uint64_t value = 0;    ///< of value, amo, fetch_amo; tag of send, receive
  std::uint64_t compare = 0;  ///< of compare_swap
  std::uint64_t signal = 0;   ///< heap offset of the signal word at the peer
  std::uint64_t signal_value = 0;
  std::uint32_t number = 0;  ///< what a recording calls it; 0: nobody records
};

constexpr bool is_nothing(const Operation& operation) {
  return operation.bytes == 0 && !operation.has_signal;
}

/// It tells a peer that something is there: a put with a signal, or a bare one.
constexpr bool is_signal(const Operation& operation) {
  return operation.has_signal || operation.op == Op::amo;
}

}  // namespace gin
