// What the formats of verbs' NICs share: how work requests are put in verbs' words, and how completions are taken from a
// queue that several agents read at once.
//
// Each of these formats says how it writes a request and rings, and what it finds at an entry of the completion queue.
#pragma once

#include "core/base/assert.hpp"
#include "core/base/planted.hpp"
#include "core/device/formats.hpp"
#include "core/format/verbs.hpp"
#include "core/format/verbs_queue.hpp"

namespace gin {

/// What an entry of the completion queue says, if the NIC has written it.
struct VerbsEntry {
  bool is_new = false;
  std::uint16_t index = 0;  ///< of the work request, as many bits as all NICs have
  CompletionStatus status = CompletionStatus::ok;
};

template <class Format>
struct VerbsFormat : VerbsQueue {
  using Entry = VerbsEntry;

  /// Verbs adds and compares. Setting without the old value is a write; what else there is a fabric has to refuse.
  static constexpr bool has(Amo amo, bool fetches) {
    return amo == Amo::add || amo == Amo::compare_swap || amo == Amo::fetch || (amo == Amo::set && !fetches);
  }

  /// Brings `completed` up to date with what the NIC wrote and returns it. Several agents may look at once: what one of
  /// them finds is never more than there is, and the words only grow. An entry that tells of a failure is not taken,
  /// so that everybody finds it.
  GIN_DEVICE static Completed look(const Memory& memory) {
    QueueGpuWords& words = *memory.gpu;
    const std::uint64_t before = load<Order::relaxed, Scope::gpu>(words.completed);
    // Acquire: the entries of the lap before have been seen as we see them.
    const std::uint64_t first = load<Order::acquire, Scope::gpu>(*memory.nic.taken);
    std::uint64_t at = first;
    Completed found{before};
    for (;;) {
      const Entry entry = Format::entry(memory.nic, at);
      // Others took it meanwhile, so that the NIC may have written over what was read. Acquire: as above.
      if (const std::uint64_t now = load<Order::acquire, Scope::gpu>(*memory.nic.taken); now > at) {
        at = now;
        continue;
      }
      if (!entry.is_new) break;
      const bool failed = entry.status != CompletionStatus::ok && !planted(Fault::failure_counted_as_done);
      found.end = completed_after(found.end, static_cast<std::uint16_t>(entry.index - (failed ? 1 : 0)));
      if (failed) {
        found.next = entry.status;
        break;
      }
      ++at;
    }
    // Release: whoever takes these from here has seen what the NIC wrote, as we have. In this order whoever finds room for
    // a request can tell the NIC of the room for its completion.
    if (at > first) raise<Order::release, Scope::gpu>(*memory.nic.taken, at);
    if (found.end > before) raise<Order::release, Scope::gpu>(words.completed, found.end);
    return found;
  }
  GIN_DEVICE static CompletionStatus status(const Memory& memory) { return look(memory).next; }

  /// A fabric sees to it before a run starts.
  static constexpr bool can_write(const WorkRequest& request) {
    if (request.verb == Verb::write_inline) return request.bytes <= Format::inline_max;
    return request.verb == Verb::atomic ? has(request.amo, request.fetches) : request.verb != Verb::send;
  }

 protected:
  /// The request by what verbs has: setting is writing, fetching is adding nothing.
  GIN_DEVICE static WorkRequest in_verbs(const WorkRequest& request) {
    GIN_ON_HOST(GIN_ASSERT(can_write(request)));
    WorkRequest out = request;
    if (request.verb != Verb::atomic) return out;
    if (request.amo == Amo::set) {
      out.verb = Verb::write_inline;
      out.words = {{request.operand.value}};
    } else if (request.amo == Amo::fetch) {
      out.amo = Amo::add;
      out.operand = {0, 0};
    }
    return out;
  }
  /// Where its local bytes are, or its old value goes.
  static constexpr std::uint64_t local(const Nic& nic, const WorkRequest& request) {
    return request.verb == Verb::atomic && !request.fetches ? nic.unwanted : nic.local.base + request.local;
  }
  /// An ibv_wr_opcode.
  static constexpr std::uint8_t opcode_of(const WorkRequest& request) {
    if (request.verb == Verb::read) return VerbsOpcode::read;
    if (request.verb == Verb::atomic)
      return request.amo == Amo::compare_swap ? VerbsOpcode::compare_swap : VerbsOpcode::fetch_add;
    return request.has_immediate ? VerbsOpcode::write_immediate : VerbsOpcode::write;
  }
  static constexpr std::uint8_t flags_of(const WorkRequest& request) {
    return static_cast<std::uint8_t>((request.signaled ? VerbsFlags::signaled : 0) |
                                     (request.verb == Verb::write_inline ? VerbsFlags::is_inline : 0));
  }

  template <class Request>
  GIN_DEVICE static void put(const Memory& memory, std::uint64_t index, const Request& request) {
    auto* slots = reinterpret_cast<unsigned char*>(memory.slots);
    *reinterpret_cast<Request*>(slots + (index & (memory.capacity - 1)) * memory.nic.slot_stride) = request;
  }
  template <class Completion>
  GIN_DEVICE static Completion& entry_of(const Nic& nic, std::uint64_t at) {
    return *reinterpret_cast<Completion*>(nic.entries + (at & (nic.entry_count - 1)) * nic.entry_stride);
  }
  static constexpr bool is_odd_lap(const Nic& nic, std::uint64_t at) { return (at & nic.entry_count) != 0; }
  /// Who rings tells, one agent at a time, so that the NIC never hears of fewer than before: its queue has room for what
  /// that doorbell announces. Acquire: the entries were read before the NIC may write over them.
  GIN_DEVICE static std::uint64_t taken(const Memory& memory) {
    return load<Order::acquire, Scope::gpu>(*memory.nic.taken);
  }
};

}  // namespace gin
