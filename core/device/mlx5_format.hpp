// Queues of mlx5 adapters: slots of 64 bytes, a doorbell record in memory and a register behind it.
#pragma once

#include "core/base/planted.hpp"
#include "core/device/verbs_format.hpp"
#include "core/format/mlx5.hpp"

namespace gin {

struct Mlx5QueueFormat : VerbsFormat<Mlx5QueueFormat> {
  static constexpr std::uint32_t inline_max = Mlx5Inline::bytes_max;

  GIN_DEVICE static void write(const Memory& memory, std::uint64_t index, const WorkRequest& given) {
    const WorkRequest request = in_verbs(given);
    const Nic& nic = memory.nic;
    const Mlx5Data piece{request.bytes, nic.local.key, local(nic, request)};
    Mlx5Request slot;
    slot.remote.address = nic.remote.base + request.remote;
    slot.remote.key = nic.remote.key;
    std::uint32_t size = 3;  // in 16 bytes: control, remote address, data
    std::uint8_t opcode = request.has_immediate ? Mlx5Opcode::write_immediate : Mlx5Opcode::write;
    switch (request.verb) {
      case Verb::write_inline:
        slot.inlined.bytes = Mlx5Inline::is_inline | request.bytes;
        for (std::uint32_t i = 0; i < inline_max / 4; ++i)
          slot.inlined.payload[i] = static_cast<std::uint32_t>(request.words.of[i / 2] >> 32 * (i % 2));
        size = 2 + (4 + request.bytes + 15) / 16;
        break;
      case Verb::atomic:
        opcode = request.amo == Amo::compare_swap ? Mlx5Opcode::compare_swap : Mlx5Opcode::fetch_add;
        slot.atomic = {request.operand.value, request.operand.compare, piece};
        size = 4;
        break;
      case Verb::read:
        opcode = Mlx5Opcode::read;
        slot.data = piece;
        break;
      default:
        slot.data = piece;
    }
    slot.control.index_opcode = std::uint32_t{static_cast<std::uint16_t>(index)} << 8 | opcode;
    slot.control.pair_size = nic.pair << 8 | size;
    slot.control.flags = request.signaled ? Mlx5Control::signaled : 0;
    if (request.has_immediate) slot.control.immediate = request.immediate;
    put(memory, index, slot);
  }

  GIN_DEVICE static Entry entry(const Nic& nic, std::uint64_t at) {
    auto& completion = entry_of<Mlx5Completion>(nic, at);
    // Acquire: what the NIC wrote before the completion (the bytes of a get, a fetched value) is visible after it.
    const std::uint64_t last = load<Order::acquire>(completion.last);
    const unsigned opcode = Mlx5Completion::opcode(last);
    // An entry that was never written is marked so; each lap the owner's bit is the other one.
    const bool owner = is_odd_lap(nic, at) && !planted(Fault::owner_bit_not_flipped);
    if (opcode == Mlx5Completion::invalid || (Mlx5Completion::owner(last) != 0) != owner) return {};
    const bool failed = opcode == Mlx5Completion::failed;
    // Acquire: read before the caller looks whether it is still there.
    const auto status =
        failed ? Mlx5Completion::status(load<Order::acquire>(completion.middle)) : CompletionStatus::ok;
    return {true, Mlx5Completion::index(last), status};
  }

  /// The register takes the first 8 bytes of the newest request. It lies behind a mapping that does not collect writes.
  GIN_DEVICE static void ring(const Memory& memory, std::uint64_t index) {
    const Nic& nic = memory.nic;
    const auto* slots = reinterpret_cast<const unsigned char*>(memory.slots);
    const auto* newest = slots + ((index - 1) & (memory.capacity - 1)) * nic.slot_stride;
    store<Order::relaxed>(*nic.consumed, swapped(static_cast<std::uint32_t>(taken(memory) & 0xffffff)));
    // Release: the slots are written before the record says so.
    store<Order::release>(*nic.posted, swapped(static_cast<std::uint32_t>(index & 0xffff)));
    // Release: the NIC that is woken here reads the record.
    store<Order::release>(*nic.doorbell, *reinterpret_cast<const std::uint64_t*>(newest));
  }
};

}  // namespace gin
