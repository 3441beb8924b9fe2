// How queues and rings are written and read, as policies: a NIC or a proxy that wants its slots otherwise is another struct.
//
// A queue's format, for those who post:
//
//   write(memory, index, request)      the request becomes a slot
//   look(memory)                       what the NIC has written of completions: how many, and how the next one ended
//   status(memory)                     the latter alone; what it finds of completions need not be noted
//   ring(memory, index)                the doorbell; values never go back
//   Nic                                what it has to know of the NIC besides the words
//   has(memory, amo, fetches)          where the NIC has not all atomics: whether it has this one
//
// and for a NIC that counts, and so keeps no order among what is under way:
//
//   window(memory), window_end(memory) it keeps only so many requests that no doorbell has told of; the index behind those
//   values_end(memory)                 the index behind the values for which there is a place until the NIC has read them
//   settle(memory, end)                all requests before `end` are complete: their values' places are free
//
// and for a NIC that is software: read(memory, index) and complete(memory, newest, next). A ring's format packs operations
// as commands of one or more slots, and publishes and takes these one by one.
#pragma once

#include <concepts>
#include <cstdint>

#include "core/device/atomic.hpp"
#include "core/format/queue_words.hpp"
#include "core/format/ring_words.hpp"

namespace gin {

/// What an agent finds when it looks: work requests before `end` are complete, and the next one, if it failed.
struct Completed {
  std::uint64_t end = 0;
  CompletionStatus next = CompletionStatus::ok;
};

/// Of a NIC that has some atomics only; agents make the others of its compare_swap.
template <class Format>
concept PicksAtomics = requires(const typename Format::Memory& memory) {
  { Format::has(memory, Amo{}, bool{}) } -> std::same_as<bool>;
};

/// Of a NIC that counts.
template <class Format>
concept HasWindow = requires(const typename Format::Memory& memory) {
  { Format::window(memory) } -> std::same_as<std::uint32_t>;
  { Format::window_end(memory) } -> std::same_as<std::uint64_t>;
  { Format::values_end(memory) } -> std::same_as<std::uint64_t>;
  Format::settle(memory, std::uint64_t{});
};

/// Where a soft NIC writes completions: among the words of those who post, whose memory it reaches.
struct RecordAmongWords {
  struct Nic {};
  template <class Memory>
  GIN_DEVICE static std::uint32_t& of(const Memory& memory) {
    return memory.gpu->completion_record;
  }
};
/// Or elsewhere: a CPU writes into no GPU's memory, but into the host's, where GPUs look.
struct RecordApart {
  struct Nic {
    std::uint32_t* record = nullptr;
  };
  template <class Memory>
  GIN_DEVICE static std::uint32_t& of(const Memory& memory) {
    return *memory.nic.record;
  }
};

/// The soft NIC's: slots are work requests as they are, completions one record.
template <class Record>
struct SoftQueue {
  using Slot = WorkRequest;
  using Nic = typename Record::Nic;
  using Memory = QueueMemory<SoftQueue>;

  GIN_DEVICE static void write(const Memory& memory, std::uint64_t index, const WorkRequest& request) {
    memory.slot(index) = request;
  }
  /// Brings `completed` up to date with what the NIC wrote and returns it. Several agents may look at once.
  GIN_DEVICE static Completed look(const Memory& memory) {
    QueueGpuWords& words = *memory.gpu;
    const std::uint64_t before = load<Order::relaxed, Scope::gpu>(words.completed);
    // Acquire: what the NIC wrote before the completion (the bytes of a get, a fetched value) is visible after it.
    const std::uint32_t record = load<Order::acquire>(Record::of(memory));
    const std::uint64_t now = completed_after(before, static_cast<std::uint16_t>(record));
    // Release: whoever takes `now` from here has seen what the NIC wrote, as we have.
    if (now > before) raise<Order::release, Scope::gpu>(words.completed, now);
    return {now, status_of(record)};
  }
  GIN_DEVICE static CompletionStatus status(const Memory& memory) {
    return status_of(load<Order::relaxed>(Record::of(memory)));
  }
  GIN_DEVICE static void ring(const Memory& memory, std::uint64_t index) {
    store<Order::release>(memory.host->announced, index);  // their slots are written
  }

  GIN_DEVICE static const WorkRequest& read(const Memory& memory, std::uint64_t index) {
    return memory.slot(index);
  }
  GIN_DEVICE static void complete(const Memory& memory, std::uint64_t newest,
                                  CompletionStatus next = CompletionStatus::ok) {
    // Release: what was fetched is visible to whoever sees the completion.
    store<Order::release>(Record::of(memory), record_of(newest, next));
  }
};
using SoftQueueFormat = SoftQueue<RecordAmongWords>;
using PinnedQueueFormat = SoftQueue<RecordApart>;

/// Commands of one to three slots of 16 bytes; each says by its lap's parity that it is there.
struct SixteenByteCommands {
  using Slot = gin::Slot;
  using Command = gin::Command;
  /// Where a slot is: the position counts laps, too.
  struct At {
    std::uint32_t position = 0;
    std::uint32_t capacity = 1;
  };

  static constexpr std::uint32_t slots_of(const Operation& operation) { return gin::slots_of(operation); }
  static constexpr Command encode(const Operation& operation) { return gin::encode(operation); }
  static constexpr Operation decode(const Command& command) { return gin::decode(command); }
  /// Of the command that begins with it.
  static constexpr std::uint32_t slot_count(const Slot& first) { return gin::slot_count(first); }

  /// Whoever takes it sees what was written before the caller's last fence_for_all().
  GIN_DEVICE static void publish(Slot& to, Slot slot, const At& at) {
    slot.high |= commit_bit(at.position, at.capacity);
    publish_pair(to, slot);
  }
  /// A slot whose command went another way carries its lap's parity all the same: on the next lap it must not look
  /// published.
  GIN_DEVICE static void leave_out(Slot& slot, const At& at) {
    store<Order::relaxed>(slot.high, lap_parity(at.position, at.capacity));
  }
  /// Reads the slot if it has been published on this lap.
  GIN_DEVICE static bool try_read(Slot& slot, const At& at, Slot& out) {
    out.high = load<Order::acquire>(slot.high);  // with the parity comes the low word
    if ((out.high & command_bits::parity) != lap_parity(at.position, at.capacity)) return false;
    out.low = load<Order::relaxed>(slot.low);
    out.high &= ~command_bits::parity;
    return true;
  }
};

/// The formats of an environment's queues and rings; one that has others says so before anybody names them.
template <class Env>
struct FormatsOf {
  using Queue = SoftQueueFormat;
  using Commands = SixteenByteCommands;
};

}  // namespace gin
