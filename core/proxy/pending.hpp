// Commands of one ring that are under way. They complete in any order; the ring's completed position moves
// only past commands without a hole before them.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/assert.hpp"
#include "core/base/ids.hpp"

namespace gin {

class Pending {
 public:
  struct Command {
    std::uint32_t slots = 1;
    std::uint64_t bytes = 0;  ///< of payload
    bool counted = true;      ///< against what a thread may have under way
    Pe peer = {};
  };

  /// Room for `commands` to start with; it grows where receives wait for their sends. `first` names the first one.
  explicit Pending(std::uint32_t commands, std::uint32_t first = 0) : first_(first), last_(first) {
    std::uint32_t size = 1;
    while (size < commands) size *= 2;
    entries_.resize(size);
  }

  /// Returns the number that names the command until it is done; it wraps.
  std::uint32_t add(const Command& command) {
    if (last_ - first_ == entries_.size()) grow();
    at(last_) = {command, false};
    return last_++;
  }

  /// The command added last was not accepted after all.
  void take_back() { --last_; }

  const Command& done(std::uint32_t number) {
    const Command& command = failed(number);
    at(number).done = true;
    return command;
  }
  /// It never leaves, and so does nothing behind it.
  const Command& failed(std::uint32_t number) {
    GIN_ASSERT(number - first_ < last_ - first_);
    GIN_ASSERT(!at(number).done);
    return at(number).command;
  }

  /// Slots of the commands at the front that are done; they leave.
  std::uint32_t retire() {
    std::uint32_t slots = 0;
    while (first_ != last_ && at(first_).done) slots += at(first_++).command.slots;
    return slots;
  }

 private:
  struct Numbered {
    Command command;
    bool done = false;
  };
  void grow() {
    std::vector<Numbered> larger(entries_.size() * 2);
    for (std::uint32_t i = first_; i != last_; ++i) larger[i & (larger.size() - 1)] = at(i);
    entries_.swap(larger);
  }
  Numbered& at(std::uint32_t number) { return entries_[number & (entries_.size() - 1)]; }

  std::vector<Numbered> entries_;
  std::uint32_t first_;
  std::uint32_t last_;
};

}  // namespace gin
