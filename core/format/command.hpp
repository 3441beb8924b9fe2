// An operation as an agent hands it to a proxy: one to three 16-byte slots.
//
//   slot 0   low   remote offset 40 | peer 16 | op 4 | slots 2 | has signal 1 | unused 1
//            high  local offset 40  | bytes, low 23 bits        | lap parity 1
//   slot 1   low   value of the operation, or of the signal that follows a put
//            high  signal offset 40 | signal amo 3 | bytes, next 20 bits | lap parity 1
//   slot 2   low   value to compare with
//            high  unused 63 | lap parity 1
//
// A put or get under 8 MiB and an atomic that adds or sets less than 2^40 (every ordinary signal) take one
// slot. For atomics the bytes field holds the kind; in one slot the local field holds the value. Every slot
// carries its own parity, so a reader needs no order between slots.
#pragma once

#include <cstdint>

#include "core/format/operation.hpp"

namespace gin {

struct alignas(16) Slot {
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};
static_assert(sizeof(Slot) == 16);

struct Command {
  Slot slots[3];
  std::uint32_t count = 0;
  std::uint32_t number = 0;  ///< the operation's; no part of the slots
};

/// What fits into the fields above; a backend checks a run against it before it starts.
struct CommandLimits {
  static constexpr std::uint64_t heap_bytes = std::uint64_t{1} << 40;
  static constexpr std::uint64_t pes = std::uint64_t{1} << 16;
  static constexpr std::uint64_t transfer_bytes = std::uint64_t{1} << 43;
};

namespace command_bits {
constexpr std::uint64_t mask(unsigned bits) {
  return (std::uint64_t{1} << bits) - 1;
}
inline constexpr unsigned offset = 40;
inline constexpr unsigned bytes_low = 23;
inline constexpr std::uint64_t parity = std::uint64_t{1} << 63;
}  // namespace command_bits

/// Its value takes the place of a local offset.
constexpr bool is_small_amo(const Operation& operation) {
  return operation.op == Op::amo && operation.amo != Amo::compare_swap &&
         operation.value <= command_bits::mask(command_bits::offset);
}

constexpr std::uint32_t slots_of(const Operation& operation) {
  if (is_amo(operation.op) && operation.amo == Amo::compare_swap) return 3;
  const bool carries_value =
      operation.op == Op::value || is_two_sided(operation.op) || (is_amo(operation.op) && !is_small_amo(operation));
  const bool wide = !is_amo(operation.op) && operation.bytes > command_bits::mask(command_bits::bytes_low);
  return carries_value || wide || operation.has_signal ? 2 : 1;
}

constexpr Command encode(const Operation& operation) {
  using namespace command_bits;
  Command command;
  command.number = operation.number;
  command.count = slots_of(operation);
  const std::uint64_t local = is_small_amo(operation) ? operation.value : operation.local;
  const std::uint64_t size = is_amo(operation.op) ? static_cast<std::uint64_t>(operation.amo) : operation.bytes;
  command.slots[0].low = operation.remote | std::uint64_t{operation.peer.value} << 40 |
                         static_cast<std::uint64_t>(operation.op) << 56 | std::uint64_t{command.count} << 60 |
                         std::uint64_t{operation.has_signal} << 62;
  command.slots[0].high = local | (size & mask(bytes_low)) << offset;
  command.slots[1].low = operation.has_signal ? operation.signal_value : operation.value;
  command.slots[1].high =
      operation.signal | static_cast<std::uint64_t>(operation.signal_amo) << 40 | (size >> bytes_low) << 43;
  command.slots[2].low = operation.compare;
  return command;
}

constexpr std::uint32_t slot_count(const Slot& first) {
  return static_cast<std::uint32_t>(first.low >> 60 & 3);
}

constexpr Operation decode(const Command& command) {
  using namespace command_bits;
  const Slot& first = command.slots[0];
  Operation operation;
  operation.op = static_cast<Op>(first.low >> 56 & 15);
  operation.has_signal = (first.low >> 62 & 1) != 0;
  operation.remote = first.low & mask(offset);
  operation.peer = {static_cast<std::uint32_t>(first.low >> 40 & 0xffff)};
  const std::uint64_t local = first.high & mask(offset);
  std::uint64_t size = first.high >> offset & mask(bytes_low);
  if (command.count > 1) {
    const Slot& second = command.slots[1];
    (operation.has_signal ? operation.signal_value : operation.value) = second.low;
    operation.signal = second.high & mask(offset);
    operation.signal_amo = static_cast<Amo>(second.high >> 40 & 7);
    size |= (second.high >> 43 & mask(20)) << bytes_low;
  }
  if (is_amo(operation.op)) {
    operation.amo = static_cast<Amo>(size);
    operation.bytes = 8;
  } else {
    operation.bytes = size;
  }
  if (operation.op == Op::amo && command.count == 1)
    operation.value = local;
  else
    operation.local = local;
  if (command.count > 2) operation.compare = command.slots[2].low;
  return operation;
}

}  // namespace gin
