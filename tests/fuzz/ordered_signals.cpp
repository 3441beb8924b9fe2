// What a source may send to a target's CPU, and what it may not: any immediates, in any order, as often as it
// likes. An operation is carried out once, never before all of its messages are there or before its turn; what is
// refused changes nothing; what is kept is bounded by the window.
#include "core/fabric/ordered_signals.hpp"

#include <algorithm>
#include <map>

#include "tests/fuzz/finding.hpp"
#include "tests/fuzz/layout.hpp"
#include "tests/fuzz/target.hpp"

namespace gin::fuzz {
namespace {

using Accepted = OrderedSignals::Accepted;

/// The stream as a bookkeeper without wrapping numbers would have it.
class Book {
 public:
  Book(const ImmediateLayout& layout, UnorderedSignals mode, std::uint32_t first)
      : layout_(layout), in_turn_(mode == UnorderedSignals::receiver_reorder), first_(first) {}

  std::uint32_t base() const { return first_ + static_cast<std::uint32_t>(base_); }

  Accepted write(const Arrival& arrival) {
    const Immediate immediate = decode(layout_, arrival.immediate);
    const std::uint64_t ahead = (immediate.number - base()) & (ImmediateLayout::values(layout_.number_bits) - 1);
    const bool rode = immediate.kind == ImmediateKind::signal;
    const std::uint32_t count = rode ? 1 : immediate.count;
    if (ahead >= layout_.window() || count == 0) return Accepted::beyond_window;
    if (rode && arrival.has_message) return Accepted::contradicts;
    const auto known = operations_.find(base_ + ahead);
    if (known != operations_.end()) {
      const Operation& operation = known->second;
      if (operation.count != count) return Accepted::contradicts;
      if (operation.arrived == operation.count) return Accepted::doubled;
      if (operation.has_message && arrival.has_message) return Accepted::doubled;
    }
    Operation& operation = operations_[base_ + ahead];
    operation.count = count;
    ++operation.arrived;
    if (!arrival.has_message && !rode) return Accepted::ok;
    operation.has_message = true;
    operation.message = arrival.message;
    // A signal that rode on its data is the message that it stands for.
    if (rode) operation.message = {MessageKind::amo, Amo::add, 0, std::uint64_t{immediate.count} * 8, 1, 0};
    return Accepted::ok;
  }

  void carried_out(std::uint32_t number, const Arrival* arrival) {
    const auto found = operations_.find(base_ + (number - base()));
    must(found != operations_.end(), "an operation is carried out when something of it has come");
    Operation& operation = found->second;
    must(operation.arrived == operation.count, "an operation is carried out when all of its messages are there");
    must(!operation.done, "an operation is carried out once");
    must(operation.has_message == (arrival != nullptr) && (!arrival || arrival->message == operation.message),
         "an operation is carried out with its own message");
    must(!keeps_turn(operation) || all_done_before(found->first),
         "what keeps its turn waits for what is before it");
    operation.done = true;
  }

  void close() {
    for (const auto& [number, operation] : operations_)
      must(operation.done || operation.arrived < operation.count ||
               (keeps_turn(operation) && !all_done_before(number)),
           "an operation that may be carried out is");
    for (auto front = operations_.find(base_); front != operations_.end() && front->second.done;
         front = operations_.find(base_)) {
      operations_.erase(front);
      ++base_;
    }
  }

 private:
  struct Operation {
    std::uint32_t count = 0;
    std::uint32_t arrived = 0;
    bool has_message = false;
    bool done = false;
    CpuMessage message;
  };
  bool keeps_turn(const Operation& operation) const {
    return in_turn_ || (operation.has_message && operation.message.kind >= MessageKind::eager);
  }
  bool all_done_before(std::uint64_t number) const {
    for (std::uint64_t before = base_; before < number; ++before) {
      const auto found = operations_.find(before);
      if (found == operations_.end() || !found->second.done) return false;
    }
    return true;
  }

  ImmediateLayout layout_;
  bool in_turn_;
  std::uint32_t first_;
  std::uint64_t base_ = 0;
  std::map<std::uint64_t, Operation> operations_;
};

/// Half of them something that a source could send next, or could have sent: all hostile, little would be done.
Arrival take_arrival(Numbers& numbers, const ImmediateLayout& layout, std::uint32_t base) {
  const std::uint64_t how = numbers.take(1);
  Arrival arrival;
  arrival.has_immediate = true;
  if ((how & 3) == 0) {
    arrival.immediate = static_cast<std::uint32_t>(numbers.take(4));
  } else {
    const std::uint32_t number = base + static_cast<std::uint32_t>(numbers.take(1) % 8) - 1;
    const std::uint32_t count = 1 + number % 3 + ((how & 0xf0) == 0 ? 1 : 0);
    const bool rides = (how & 0x30) == 0x30;
    arrival.immediate =
        encode(layout, {rides ? ImmediateKind::signal : ImmediateKind::part, 0, number, count}).bits;
  }
  arrival.has_message = (how & 4) != 0;
  arrival.message.kind = static_cast<MessageKind>(how >> 3 & 7);
  arrival.message.value = how << 8 | arrival.immediate;
  return arrival;
}

}  // namespace

int ordered_signals(Input input) {
  constexpr UnorderedSignals modes[] = {UnorderedSignals::receiver_count, UnorderedSignals::receiver_reorder,
                                        UnorderedSignals::sender_hold};
  Numbers numbers(input);
  const ImmediateLayout layout = take_layout(numbers, 10);
  const UnorderedSignals mode = modes[numbers.take(1) % 3];
  const auto first = static_cast<std::uint32_t>(numbers.take(4));
  OrderedSignals signals(layout, mode, first);
  Book book(layout, mode, first);
  while (!numbers.empty()) {
    Arrival arrival = take_arrival(numbers, layout, signals.base());
    const Accepted expected = book.write(arrival);
    const bool refused = expected != Accepted::ok;
    const Immediate immediate = decode(layout, arrival.immediate);
    const Accepted came =
        signals.accept(std::move(arrival), immediate, [&](std::uint32_t number, Arrival* message) {
          must(!refused, "what is refused carries nothing out");
          book.carried_out(number, message);
        });
    must(came == expected, "an arrival is taken for what it is");
    book.close();
    must(signals.base() == book.base(), "the base is the first operation that is not done");
    must(signals.room() <= std::max<std::size_t>(4, layout.window()), "room is kept for a window at most");
  }
  return 0;
}

}  // namespace gin::fuzz
