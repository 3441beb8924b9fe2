// Commands of one ring that are under way. They complete in any order; the ring's completed position moves
// only past commands without a hole before them.
#pragma once

#include <cstdint>

#include "core/base/assert.hpp"
#include "core/base/fifo.hpp"
#include "core/base/ids.hpp"

namespace gin {

class Pending {
 public:
  struct Command {
    std::uint32_t slots = 1;
    std::uint64_t bytes = 0;  ///< of payload
    Pe peer = {};
  };

  /// `first` names the first command.
  explicit Pending(std::uint32_t first = 0) : first_(first) {}

  /// Returns the number that names the command until it is done; it wraps.
  std::uint32_t add(const Command& command) {
    commands_.push({command, false});
    return first_ + static_cast<std::uint32_t>(commands_.size()) - 1;
  }

  /// The command added last was not accepted after all.
  void take_back() { commands_.take_back(); }

  const Command& done(std::uint32_t number) {
    const Command& command = failed(number);
    commands_[number - first_].done = true;
    return command;
  }
  /// It never leaves, and so does nothing behind it.
  const Command& failed(std::uint32_t number) {
    GIN_ASSERT(number - first_ < commands_.size());
    GIN_ASSERT(!commands_[number - first_].done);
    return commands_[number - first_].command;
  }

  /// Slots of the commands at the front that are done; they leave.
  std::uint32_t retire() {
    std::uint32_t slots = 0;
    for (; !commands_.empty() && commands_.front().done; ++first_) slots += commands_.pop().command.slots;
    return slots;
  }

 private:
  struct Numbered {
    Command command;
    bool done = false;
  };

  std::uint32_t first_;
  Fifo<Numbered> commands_;
};

}  // namespace gin
