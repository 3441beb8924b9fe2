// What a source sends to the CPU of the target: 32 bytes, which every NIC carries inline.
//
// On a fabric without atomics the target's CPU carries signals and atomics out. Two-sided sends have no other
// form on any fabric: a short one carries its bytes behind the message, a long one is fetched by the target.
#pragma once

#include <cstdint>

#include "core/format/operation.hpp"

namespace gin {

enum class MessageKind : std::uint8_t {
  amo,        ///< signal or atomic on the word at `offset`: value, compare
  fetch_amo,  ///< the same; the old value goes back to `landing`
  fetched,    ///< the answer: `value` belongs at `landing` of whoever asked
  eager,      ///< two-sided: `value` is the tag, `extra` the bytes, which follow the message
  ready,      ///< two-sided: `offset` has `extra` bytes with tag `value` for whoever receives them
  finished,   ///< two-sided: the bytes of the ready message `landing` are fetched
  ask,        ///< the source waits until everything before number `value` is carried out
  done,       ///< the answer: everything before number `value` is
};

struct CpuMessage {
  MessageKind kind = MessageKind::amo;
  Amo amo = Amo::set;
  std::uint64_t landing = 0;  ///< 40 bits: a heap offset of the source, or what it calls its send
  std::uint64_t offset = 0;
  std::uint64_t value = 0;
  std::uint64_t extra = 0;  ///< what compare_swap compares with, or a size
  constexpr bool operator==(const CpuMessage&) const = default;
};

/// As it travels.
struct PackedMessage {
  std::uint64_t words[4] = {};
};
inline constexpr std::uint64_t message_bytes = sizeof(PackedMessage);
static_assert(message_bytes == 32);

constexpr PackedMessage pack(const CpuMessage& message) {
  return {{static_cast<std::uint64_t>(message.kind) | static_cast<std::uint64_t>(message.amo) << 8 |
               message.landing << 16,
           message.offset, message.value, message.extra}};
}

constexpr CpuMessage unpack(const PackedMessage& packed) {
  return {static_cast<MessageKind>(packed.words[0] & 0xff),
          static_cast<Amo>(packed.words[0] >> 8 & 0xff),
          packed.words[0] >> 16 & ((std::uint64_t{1} << 40) - 1),
          packed.words[1],
          packed.words[2],
          packed.words[3]};
}

/// The message that asks the target's CPU for `operation`'s atomic, or for the signal that follows its data.
constexpr CpuMessage message_of(const Operation& operation) {
  if (operation.has_signal)
    return {.amo = operation.signal_amo, .offset = operation.signal, .value = operation.signal_value};
  const bool fetches = operation.op == Op::fetch_amo;
  return {.kind = fetches ? MessageKind::fetch_amo : MessageKind::amo,
          .amo = operation.amo,
          .landing = fetches ? operation.local : 0,
          .offset = operation.remote,
          .value = operation.value,
          .extra = operation.compare};
}

}  // namespace gin
