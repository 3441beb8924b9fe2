// The layer OrderedSignals, at the target: one stream's messages arrive in any order, each operation's message is
// handed on when all of that operation is there, or when its turn has come. A signal that rode on its data in an
// immediate is handed on as the message that it stands for.
//
// Signals and atomics either wait for the data of their own operation only (receiver_count, sender_hold) or for
// everything numbered before them (receiver_reorder). Two-sided messages always keep their turn: matching is by
// order of issue.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "core/device/post_rules.hpp"
#include "core/fabric/arrival.hpp"

namespace gin {

class OrderedSignals {
 public:
  enum class Accepted {
    ok,
    beyond_window,  ///< a number that cannot have been issued, or that was done long ago
    doubled,        ///< more messages than the operation has
    contradicts,    ///< messages of one operation disagree about it
  };

  OrderedSignals(const ImmediateLayout& layout, UnorderedSignals mode, std::uint32_t first)
      : layout_(layout), in_turn_(mode == UnorderedSignals::receiver_reorder), base_(first) {}

  /// Every operation before it is done.
  std::uint32_t base() const { return base_; }
  /// Operations that memory is kept for.
  std::size_t room() const { return slots_.size(); }

  /// `done(number, arrival*)` is called for each operation that may be carried out now; the arrival is its message,
  /// null if it has none. `immediate` is the arrival's, of kind part or signal; the arrival is moved from only if
  /// it waits.
  template <class Done>
  Accepted accept(Arrival&& arrival, const Immediate& immediate, Done done) {
    const std::uint32_t number = full_number(layout_, immediate.number, base_);
    const bool rode = immediate.kind == ImmediateKind::signal;
    const std::uint32_t count = rode ? 1 : immediate.count;
    if (number - base_ >= layout_.window() || count == 0) return Accepted::beyond_window;
    if (rode && arrival.has_message) return Accepted::contradicts;
    while (number - base_ >= slots_.size()) grow();
    Slot& slot = at(number);
    if (slot.arrived > 0 && slot.count != count) return Accepted::contradicts;
    if (slot.arrived == count || (slot.has_message && arrival.has_message)) return Accepted::doubled;
    if (rode) make_signal_message(immediate, arrival);
    if (number == base_ && count == 1) {  // the common case: nothing has to be kept
      done(number, arrival.has_message ? &arrival : nullptr);
      ++base_;
      pass_done(done);
      return Accepted::ok;
    }
    slot.count = count;
    ++slot.arrived;
    if (arrival.has_message) {
      slot.has_message = true;
      slot.message = std::move(arrival);
    }
    if (slot.arrived == slot.count && !slot.released && !waits_for_turn(slot)) release(number, slot, done);
    pass_done(done);
    return Accepted::ok;
  }

 private:
  struct Slot {
    std::uint32_t count = 0;  ///< as wide as a layout may make it
    std::uint32_t arrived = 0;
    bool has_message = false;
    bool released = false;
    Arrival message;
    /// The message's bytes keep their memory for the next one.
    void forget() {
      count = arrived = 0;
      has_message = released = false;
    }
  };

  static void make_signal_message(const Immediate& immediate, Arrival& arrival) {
    arrival.has_message = true;
    arrival.message = {.amo = Amo::add, .offset = std::uint64_t{immediate.count} * 8, .value = 1};
  }
  /// What is complete at the base leaves, and the base moves on.
  template <class Done>
  void pass_done(Done& done) {
    while (at(base_).count != 0 && at(base_).arrived == at(base_).count) {
      Slot& front = at(base_);
      if (!front.released) release(base_, front, done);
      front.forget();
      ++base_;
    }
  }
  bool waits_for_turn(const Slot& slot) const {
    const bool two_sided = slot.has_message && slot.message.message.kind >= MessageKind::eager;
    return in_turn_ || two_sided;
  }

  template <class Done>
  void release(std::uint32_t number, Slot& slot, Done& done) {
    slot.released = true;
    done(number, slot.has_message ? &slot.message : nullptr);
  }

  Slot& at(std::uint32_t number) { return slots_[number & (slots_.size() - 1)]; }
  void grow() {
    std::vector<Slot> larger(slots_.size() * 2);
    for (std::uint32_t i = 0; i < slots_.size(); ++i)
      larger[(base_ + i) & (larger.size() - 1)] = std::move(at(base_ + i));
    slots_.swap(larger);
  }

  ImmediateLayout layout_;
  bool in_turn_;
  std::uint32_t base_;
  std::vector<Slot> slots_ = std::vector<Slot>(4);  // a power of two; grows to what is under way
};

}  // namespace gin
