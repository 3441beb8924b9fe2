// Other ways to lay commands into a ring than SixteenByteCommands (formats.hpp), whose slot is MSCCL++'s: one 16-byte store that says by its
// lap's parity that it is there. The same commands in slots as three more libraries have them, so that what a layout costs can be measured
// beside the others, and a ring served that somebody else's device code fills.
//
// Each is a ring's format. A command's bytes are those of SixteenByteCommands, behind one that says how many of its slots there are.
#pragma once

#include "core/device/formats.hpp"

namespace gin {

/// A command as bytes: seven of them fit into a word that keeps one byte for itself.
struct CommandBytes {
  static constexpr std::uint32_t words_max = 7;
  static constexpr std::uint32_t bytes_of_word = 7;
  static constexpr std::uint64_t payload = (std::uint64_t{1} << 56) - 1;

  std::uint64_t words[words_max] = {};

  static constexpr std::uint32_t words_of(std::uint32_t slots) {
    return (1 + slots * 16 + bytes_of_word - 1) / bytes_of_word;
  }
  static constexpr CommandBytes of(const Command& command) {
    CommandBytes bytes;
    bytes.put(0, command.count);
    for (std::uint32_t i = 0; i < command.count; ++i)
      for (std::uint32_t byte = 0; byte < 8; ++byte) {
        bytes.put(1 + i * 16 + byte, command.slots[i].low >> 8 * byte);
        bytes.put(9 + i * 16 + byte, command.slots[i].high >> 8 * byte);
      }
    return bytes;
  }
  constexpr Command command() const {
    Command command;
    command.count = static_cast<std::uint32_t>(get(0));
    for (std::uint32_t i = 0; i < command.count; ++i)
      for (std::uint32_t byte = 0; byte < 8; ++byte) {
        command.slots[i].low |= get(1 + i * 16 + byte) << 8 * byte;
        command.slots[i].high |= get(9 + i * 16 + byte) << 8 * byte;
      }
    return command;
  }

 private:
  constexpr void put(std::uint32_t at, std::uint64_t byte) {
    words[at / bytes_of_word] |= (byte & 0xff) << 8 * (at % bytes_of_word);
  }
  constexpr std::uint64_t get(std::uint32_t at) const {
    return words[at / bytes_of_word] >> 8 * (at % bytes_of_word) & 0xff;
  }
};

/// NVSHMEM's proxy channel (3.4.5, proxy_device.cuh): 8-byte words, each of which says by a byte of parity that it is there, so they
/// need no order among themselves.
struct WordsWithParity {
  struct Slot {
    std::uint64_t word = 0;
  };
  struct Command {
    Slot slots[CommandBytes::words_max];
    std::uint32_t count = 1;
  };
  using At = SixteenByteCommands::At;

  static constexpr std::uint32_t slots_of(const Operation& operation) {
    return CommandBytes::words_of(gin::slots_of(operation));
  }
  static constexpr Command encode(const Operation& operation) {
    const gin::Command command = gin::encode(operation);
    const CommandBytes bytes = CommandBytes::of(command);
    Command made;
    made.count = CommandBytes::words_of(command.count);
    for (std::uint32_t i = 0; i < made.count; ++i) made.slots[i].word = bytes.words[i];
    return made;
  }
  static constexpr Operation decode(const Command& command) {
    CommandBytes bytes;
    for (std::uint32_t i = 0; i < command.count; ++i) bytes.words[i] = command.slots[i].word;
    return gin::decode(bytes.command());
  }
  static constexpr std::uint32_t slot_count(const Slot& first) {
    return CommandBytes::words_of(static_cast<std::uint32_t>(first.word & 0xff));
  }

  GIN_DEVICE static void publish(Slot& to, Slot slot, const At& at) {
    // Relaxed: what was written before the caller's last fence_for_all() comes before every word.
    store<Order::relaxed>(to.word, slot.word | parity(at));
  }
  GIN_DEVICE static void leave_out(Slot& slot, const At& at) { store<Order::relaxed>(slot.word, parity(at)); }
  GIN_DEVICE static bool try_read(Slot& slot, const At& at, Slot& out) {
    const std::uint64_t word =
        load<Order::acquire>(slot.word);  // with the last word comes what was fenced before all
    if ((word & ~CommandBytes::payload) != parity(at)) return false;
    out.word = word & CommandBytes::payload;
    return true;
  }

 private:
  static constexpr std::uint64_t parity(const At& at) {
    return lap_parity(at.position, at.capacity) ? std::uint64_t{1} << 56 : 0;
  }
};

/// What layouts have in common in which every command is one slot, whose first words are its bytes.
template <class OneSlot>
struct CommandsOfOneSlot {
  using Slot = OneSlot;
  struct Command {
    Slot slots[1];
    std::uint32_t count = 1;
  };
  using At = SixteenByteCommands::At;

  static constexpr std::uint32_t slots_of(const Operation&) { return 1; }
  static constexpr Command encode(const Operation& operation) {
    const CommandBytes bytes = CommandBytes::of(gin::encode(operation));
    Command made;
    for (std::uint32_t i = 0; i < CommandBytes::words_max; ++i) made.slots[0].words[i] = bytes.words[i];
    return made;
  }
  static constexpr Operation decode(const Command& command) {
    CommandBytes bytes;
    for (std::uint32_t i = 0; i < CommandBytes::words_max; ++i) bytes.words[i] = command.slots[0].words[i];
    return gin::decode(bytes.command());
  }
  static constexpr std::uint32_t slot_count(const Slot&) { return 1; }
};

/// NCCL GIN's descriptors (gin_proxy_device.h at 2.30): 128 bytes, a flag in each of their words, stored 16 bytes at a time; the consumer
/// clears what it has read.
struct FlaggedDescriptor {
  alignas(128) std::uint64_t words[16] = {};
};
struct FlaggedDescriptors : CommandsOfOneSlot<FlaggedDescriptor> {
  GIN_DEVICE static void publish(Slot& to, const Slot& slot, const At&) {
    for (std::uint32_t i = 0; i < 16; i += 2) {
      const gin::Slot pair{slot.words[i] | flag, slot.words[i + 1] | flag};
      publish_pair(reinterpret_cast<gin::Slot&>(to.words[i]), pair);
    }
  }
  GIN_DEVICE static void leave_out(Slot&, const At&) {}
  GIN_DEVICE static bool try_read(Slot& slot, const At&, Slot& out) {
    for (std::uint32_t i = 0; i < 16; ++i) {
      const std::uint64_t word = load<Order::acquire>(slot.words[i]);  // as with the words above
      if ((word & flag) == 0) return false;
      out.words[i] = word & ~flag;
    }
    for (std::uint64_t& word : slot.words) store<Order::relaxed>(word, 0);  // the tail comes behind it
    return true;
  }

 private:
  static constexpr std::uint64_t flag = std::uint64_t{1} << 63;
};

/// Libefaxx' cells, a bounded queue of many producers after Vyukov: the bytes, then a number that says whose lap they are of.
struct SequencedCell {
  alignas(64) std::uint64_t words[CommandBytes::words_max] = {};
  std::uint64_t sequence = 0;
};
struct SequencedCells : CommandsOfOneSlot<SequencedCell> {
  GIN_DEVICE static void publish(Slot& to, const Slot& slot, const At& at) {
    for (std::uint32_t i = 0; i < CommandBytes::words_max; ++i) store<Order::relaxed>(to.words[i], slot.words[i]);
    store<Order::release>(to.sequence, sequence(at));  // the words are there
  }
  GIN_DEVICE static void leave_out(Slot& slot, const At& at) {
    store<Order::relaxed>(slot.sequence, sequence(at) - 1);
  }
  GIN_DEVICE static bool try_read(Slot& slot, const At& at, Slot& out) {
    if (load<Order::acquire>(slot.sequence) != sequence(at)) return false;  // with the number come the words
    for (std::uint32_t i = 0; i < CommandBytes::words_max; ++i) out.words[i] = load<Order::relaxed>(slot.words[i]);
    return true;
  }

 private:
  /// Never that of memory nobody wrote.
  static constexpr std::uint64_t sequence(const At& at) { return std::uint64_t{1} << 32 | at.position; }
};

}  // namespace gin
