// Queues of EFA devices: slots of 64 bytes that say where they go, a doorbell that counts on, and a counter for a completion queue.
//
// A signal is a message to the queue pair that counts for its word. What completed is counted, whichever it was; the completion queue
// is only written to when something fails.
#pragma once

#include "core/device/verbs_format.hpp"
#include "core/format/efa.hpp"

namespace gin {

struct EfaQueueFormat : VerbsFormat<EfaQueueFormat> {
  static constexpr std::uint32_t inline_max = WorkRequest::inline_bytes;  ///< by way of the staging memory

  GIN_DEVICE static void write(const Memory& memory, std::uint64_t index, const WorkRequest& request) {
    const Nic& nic = memory.nic;
    const EfaQueue& queue = *nic.efa;
    EfaRequest slot;
    slot.id = static_cast<std::uint16_t>(index);
    slot.operation = EfaRequest::is_request | (request.verb == Verb::read ? EfaRequest::read : EfaRequest::write);
    slot.control = EfaRequest::first | EfaRequest::last;
    if ((index & memory.capacity) != 0 && !planted(Fault::owner_bit_not_flipped)) slot.control |= EfaRequest::phase;
    slot.pair = request.counts ? queue.pair_of(request.operand.value) : queue.pair;
    slot.pieces = 1;
    slot.handle = queue.handle;
    slot.queue_key = queue.queue_key;
    // One without bytes has to name memory, too: its word will do.
    const std::uint64_t remote = request.bytes == 0 ? request.operand.value : request.remote;
    slot.remote = {request.bytes, nic.remote.key, nic.remote.base + remote};
    slot.local = {request.bytes, nic.local.key, nic.local.base + request.local};
    if (request.verb == Verb::write_inline) slot.local = staged(memory, index, request);
    put(memory, index, slot);
  }

  GIN_DEVICE static Completed look(const Memory& memory) {
    QueueGpuWords& words = *memory.gpu;
    const std::uint64_t before = load<Order::relaxed, Scope::gpu>(words.completed);
    // Acquire: what the device wrote before it counted (the bytes of a get) is visible after it.
    const std::uint64_t end = completed_by_count(before, load<Order::acquire>(*memory.nic.efa->completed));
    // Release: whoever takes `end` from here has seen what the device wrote, as we have.
    if (end > before) raise<Order::release, Scope::gpu>(words.completed, end);
    return {end, planted(Fault::failure_counted_as_done) ? CompletionStatus::ok : status(memory)};
  }
  /// Of the first that failed, where one has: that is the first completion.
  GIN_DEVICE static CompletionStatus status(const Memory& memory) {
    const std::uint64_t entry = load<Order::relaxed>(entry_of<std::uint64_t>(memory.nic, 0));
    return status_of_efa(static_cast<int>(entry >> 16 & 0xff));
  }

  GIN_DEVICE static void ring(const Memory& memory, std::uint64_t index) {
    send_collected();  // the slots lie in the adapter
    // Release: the slots are written.
    store<Order::release>(*memory.nic.posted, static_cast<std::uint32_t>(index));
    // Release: it has been told of them.
    store<Order::release, Scope::gpu>(*memory.nic.efa->told, index);
  }

  GIN_DEVICE static std::uint32_t window(const Memory& memory) { return memory.nic.efa->window; }
  GIN_DEVICE static std::uint64_t window_end(const Memory& memory) {
    // Acquire: as said in ring().
    return load<Order::acquire, Scope::gpu>(*memory.nic.efa->told) + memory.nic.efa->window;
  }

  GIN_DEVICE static std::uint64_t values_end(const Memory& memory) {
    // Acquire: whoever settled has seen that they are done.
    return load<Order::acquire, Scope::gpu>(*memory.nic.efa->settled) + memory.capacity;
  }
  GIN_DEVICE static void settle(const Memory& memory, std::uint64_t end) {
    raise<Order::release, Scope::gpu>(*memory.nic.efa->settled, end);  // as said above
  }

 private:
  GIN_DEVICE static EfaRequest::Piece staged(const Memory& memory, std::uint64_t index,
                                             const WorkRequest& request) {
    const EfaQueue& queue = *memory.nic.efa;
    const std::uint64_t place = queue.staging + (index & (memory.capacity - 1)) * WorkRequest::inline_bytes;
    auto* to = reinterpret_cast<std::uint64_t*>(place);
    for (std::uint32_t i = 0; i < (request.bytes + 7) / 8; ++i) store<Order::relaxed>(to[i], request.words.of[i]);
    return {request.bytes, queue.staging_key, place};
  }
};

}  // namespace gin
