// Queues of Linux' Soft-RoCE, in memory shared with the kernel. What it is woken with is a system call, which no memory write
// stands for: who rings makes it afterwards.
#pragma once

#include "core/device/verbs_format.hpp"
#include "core/format/rxe.hpp"

namespace gin {

struct RxeQueueFormat : VerbsFormat<RxeQueueFormat> {
  static constexpr std::uint32_t inline_max = RxeRequest::bytes_max;

  GIN_DEVICE static void write(const Memory& memory, std::uint64_t index, const WorkRequest& given) {
    const WorkRequest request = in_verbs(given);
    const Nic& nic = memory.nic;
    RxeRequest slot;
    slot.id = index;
    slot.opcode = opcode_of(request);
    slot.flags = flags_of(request);
    if (request.has_immediate) slot.immediate = request.immediate;
    slot.target = nic.remote.base + request.remote;
    if (request.verb == Verb::atomic) {
      const bool swaps = request.amo == Amo::compare_swap;
      slot.atomic = {slot.target, swaps ? request.operand.compare : request.operand.value,
                     swaps ? request.operand.value : 0, nic.remote.key, 0};
    } else {
      slot.remote = {slot.target, nic.remote.key, 0};
    }
    slot.number = static_cast<std::uint32_t>(index);
    slot.bytes = slot.bytes_left = request.bytes;
    if (request.verb == Verb::write_inline)
      for (int i = 0; i < 4; ++i) slot.inlined[i] = request.words.of[i];
    else
      slot.piece = {local(nic, request), request.bytes, nic.local.key};
    put(memory, index, slot);
  }

  GIN_DEVICE static Entry entry(const Nic& nic, std::uint64_t at) {
    // Acquire: the entry is written, and what the NIC wrote before it.
    const std::uint32_t written = load<Order::acquire>(*nic.written);
    if (((written ^ at) & (nic.entry_count - 1)) == 0) return {};
    auto& completion = entry_of<RxeCompletion>(nic, at);
    // Acquire: read before the caller looks whether they are still there.
    const std::uint32_t status = load<Order::acquire>(completion.status);
    const std::uint64_t id = load<Order::acquire>(completion.id);
    return {true, static_cast<std::uint16_t>(id), status_of_verbs(status)};
  }

  GIN_DEVICE static void ring(const Memory& memory, std::uint64_t index) {
    const Nic& nic = memory.nic;
    // Release: they were read before the NIC writes over them.
    store<Order::release>(*nic.consumed, static_cast<std::uint32_t>(taken(memory) & (nic.entry_count - 1)));
    // Release: the slots are written.
    store<Order::release>(*nic.posted, static_cast<std::uint32_t>(index & (memory.capacity - 1)));
  }
};

}  // namespace gin
