// Queues of the verbs device in software (core/softverbs): slots of 64 bytes, and a doorbell that counts on. The device looks
// at it when it is called.
#pragma once

#include "core/device/verbs_format.hpp"
#include "core/format/softverbs.hpp"

namespace gin {

struct SoftVerbsQueueFormat : VerbsFormat<SoftVerbsQueueFormat> {
  static constexpr std::uint32_t inline_max = SoftVerbsRequest::bytes_max;

  GIN_DEVICE static void write(const Memory& memory, std::uint64_t index, const WorkRequest& given) {
    const WorkRequest request = in_verbs(given);
    const Nic& nic = memory.nic;
    const SoftVerbsRequest::Piece piece{local(nic, request), request.bytes, nic.local.key};
    SoftVerbsRequest slot;
    slot.opcode = opcode_of(request);
    slot.flags = flags_of(request);
    if (request.has_immediate) slot.immediate = request.immediate;
    slot.id = index;
    slot.remote_address = nic.remote.base + request.remote;
    slot.remote_key = nic.remote.key;
    if (request.verb == Verb::write_inline) {
      slot.inline_bytes = request.bytes;
      for (int i = 0; i < 4; ++i) slot.inlined[i] = request.words.of[i];
    } else if (request.verb == Verb::atomic) {
      const bool swaps = request.amo == Amo::compare_swap;
      slot.atomic = {swaps ? request.operand.compare : request.operand.value, swaps ? request.operand.value : 0,
                     piece};
    } else {
      slot.pieces = 1;
      slot.piece = piece;
    }
    put(memory, index, slot);
  }

  GIN_DEVICE static Entry entry(const Nic& nic, std::uint64_t at) {
    auto& completion = entry_of<SoftVerbsCompletion>(nic, at);
    // Acquire: what the device wrote before the completion (the bytes of a get, a fetched value) is visible after it.
    const bool turn = load<Order::acquire>(completion.turn) != 0;
    if (turn == is_odd_lap(nic, at)) return {};
    // Acquire: read before the caller looks whether they are still there.
    const std::uint32_t status = load<Order::acquire>(completion.status);
    const std::uint64_t id = load<Order::acquire>(completion.id);
    return {true, static_cast<std::uint16_t>(id), status_of_verbs(status)};
  }

  GIN_DEVICE static void ring(const Memory& memory, std::uint64_t index) {
    const Nic& nic = memory.nic;
    // Release: they were read before the device writes over them.
    store<Order::release>(*nic.consumed, static_cast<std::uint32_t>(taken(memory)));
    // Release: the slots are written.
    store<Order::release>(*nic.doorbell, index);
  }
};

}  // namespace gin
