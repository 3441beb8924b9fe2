// How operations become work requests: what the NIC can carry, and what the stack does about what it cannot.
#pragma once

#include <cstdint>

#include "core/format/immediate.hpp"
#include "core/format/operation.hpp"

namespace gin {

/// How a signal comes after its data on a fabric that keeps no order; from the stack file.
enum class UnorderedSignals : std::uint8_t {
  receiver_count,    ///< the target's CPU applies it when all messages of its own operation have arrived
  receiver_reorder,  ///< the target's CPU applies everything of a stream in the order of issue: signals are strong
  sender_hold,       ///< the source sends it when its data is acknowledged
};

struct PostRules {
  std::uint64_t inline_max = 0;
  std::uint64_t message_max = std::uint64_t{1} << 31;  ///< bytes of one work request; more is cut into segments
  std::uint64_t stripe_min = ~std::uint64_t{0};        ///< bytes from which on a transfer goes over all rails
  std::uint32_t rails = 1;
  bool keeps_order = true;  ///< of what one queue carries
  bool numbered = false;  ///< no order or no atomics: signals and atomics are numbered messages to the target's CPU
  bool all_numbered = false;  ///< numbered, and a completion says nothing about the target: whatever writes is
                              ///< acknowledged, and a signal may ride on its data (docs/decisions/007)
  /// The NIC keeps no order and counts (EFA's completion counters, docs/decisions/029). A signal word is a counter of the
  /// target's NIC, which adds one for each message that names it; completions say how many requests of a queue are done, not
  /// which; there are no other atomics.
  bool counted = false;
  UnorderedSignals signals = UnorderedSignals::receiver_count;
  ImmediateLayout layout;

  /// Even within one queue: its send queues on several rails, or a fabric without order.
  constexpr bool may_overtake() const { return rails > 1 || numbered || counted || !keeps_order; }
  /// The same for a signal with data of its own and what was issued before it.
  constexpr bool signals_may_overtake() const {
    if (counted) return true;
    if (!numbered && keeps_order) return rails > 1;
    if (signals == UnorderedSignals::receiver_reorder) return false;
    // One that is held waits for its data, and completions of one send queue come in order.
    return signals == UnorderedSignals::receiver_count || rails > 1;
  }
  /// The same for one that comes alone, so that nothing holds it.
  constexpr bool bare_signals_may_overtake() const {
    return signals_may_overtake() || (numbered && signals == UnorderedSignals::sender_hold);
  }
};

/// A transfer as the NIC carries it: `count` pieces of `size` bytes, the last one shorter, on `rails` rails.
struct Pieces {
  std::uint64_t size = 0;
  std::uint32_t count = 1;
  std::uint32_t rails = 1;
};

/// Its pieces go over all rails. Where a native signal follows in the same queue, the data stays in that queue.
constexpr bool is_striped(const Operation& operation, const PostRules& rules) {
  return rules.rails > 1 && operation.bytes >= rules.stripe_min && (!operation.has_signal || rules.numbered);
}

constexpr Pieces pieces_of(const Operation& operation, const PostRules& rules) {
  if (operation.op != Op::put && operation.op != Op::get) return {operation.bytes, 1, 1};
  if (operation.bytes == 0) return {0, 0, 1};
  const bool striped = is_striped(operation, rules);
  if (!striped && operation.bytes <= rules.message_max) return {operation.bytes, 1, 1};
  Pieces pieces;
  pieces.rails = striped ? rules.rails : 1;
  const std::uint64_t share = (operation.bytes + pieces.rails - 1) / pieces.rails;
  pieces.size = (share + 63) / 64 * 64 < rules.message_max ? (share + 63) / 64 * 64 : rules.message_max;
  pieces.count = static_cast<std::uint32_t>((operation.bytes + pieces.size - 1) / pieces.size);
  return pieces;
}

/// It adds one to a word, which is all that a NIC's counter does.
constexpr bool counts_one(Amo amo, std::uint64_t value) {
  return amo == Amo::add && value == 1;
}

/// The data is one message, which names the signal word that it adds one to: to the target's CPU by its immediate, to a NIC that
/// counts by the queue that it goes to.
constexpr bool signal_rides(const Operation& operation, const PostRules& rules) {
  if (rules.counted)
    return operation.op == Op::put && operation.has_signal && operation.bytes > 0 &&
           operation.bytes <= rules.message_max;
  return rules.all_numbered && operation.op == Op::put && operation.has_signal &&
         counts_one(operation.signal_amo, operation.signal_value) && operation.bytes > 0 &&
         operation.bytes <= rules.message_max && !is_striped(operation, rules) && operation.signal % 8 == 0 &&
         operation.signal / 8 <= rules.layout.count_max();
}

/// The target's CPU is told what to do in a message of its own.
constexpr bool is_message(const Operation& operation, const PostRules& rules) {
  if (!rules.numbered) return false;
  return is_amo(operation.op) || (operation.has_signal && !signal_rides(operation, rules));
}

/// The operation takes a number of its stream: the target's CPU has something to do for it, or has to know that
/// it came before what follows.
constexpr bool takes_number(const Operation& operation, const PostRules& rules) {
  if (!rules.numbered) return false;
  if (is_message(operation, rules)) return true;
  const bool writes = operation.op == Op::value || (operation.op == Op::put && operation.bytes > 0);
  return writes && (rules.all_numbered || rules.signals == UnorderedSignals::receiver_reorder);
}

/// The signal has to wait at the source for the data that it follows.
constexpr bool is_held(const Operation& operation, const PostRules& rules) {
  if (rules.counted) return operation.has_signal && operation.bytes > 0 && !signal_rides(operation, rules);
  return rules.numbered && rules.signals == UnorderedSignals::sender_hold && operation.has_signal &&
         operation.bytes > 0;
}

/// It is a signal that may overtake what was issued before it.
constexpr bool signal_may_overtake(const Operation& operation, const PostRules& rules) {
  if (!is_signal(operation)) return false;
  return rules.signals_may_overtake() || (rules.bare_signals_may_overtake() && !is_held(operation, rules));
}

/// A held operation in two: the data, and the signal as an atomic of its own.
constexpr Operation data_of(Operation operation) {
  operation.has_signal = false;
  return operation;
}
constexpr Operation signal_of(const Operation& operation) {
  return {.op = Op::amo,
          .amo = operation.signal_amo,
          .peer = operation.peer,
          .remote = operation.signal,
          .bytes = 8,
          .value = operation.signal_value,
          .number = operation.number};
}

}  // namespace gin
