// A ring full of anything. What the proxy takes from it are commands whose every slot was published on this lap,
// in order; it stops at the first slot that was not, and never takes the last lap's for this one's.
#include "core/run/ring_memory.hpp"
#include "tests/fuzz/finding.hpp"
#include "tests/fuzz/target.hpp"
#include "tests/unit/still_proxy.hpp"

namespace gin::fuzz {
namespace {

using test::StillEnv;
constexpr std::uint32_t capacity = 8;

/// How far from `position` on all slots carry the parity of their lap.
std::uint32_t published(const Ring<StillEnv>& ring, std::uint32_t position) {
  std::uint32_t count = 0;
  for (; count < capacity; ++count) {
    const std::uint64_t parity = lap_parity(position + count, capacity);
    Slot& slot = ring.slot(position + count);
    Slot out;
    const bool there = (slot.high & command_bits::parity) == parity;
    must(SixteenByteCommands::try_read(slot, {position + count, capacity}, out) == there,
         "a slot is there exactly when its parity is that of the lap");
    if (!there) break;
    must(out.low == slot.low && (out.high | parity) == slot.high && (out.high & command_bits::parity) == 0,
         "a slot is read as it was written, without its parity");
  }
  return count;
}

}  // namespace

int ring_memory(Input input) {
  Numbers numbers(input);
  StillEnv env;
  StillEnv::Gate gate;
  const auto start = static_cast<std::uint32_t>(numbers.take(4));
  RingMemory memory(capacity, start);
  const Ring<StillEnv> ring = memory.ring<StillEnv>(gate, gate, gate);
  const std::uint64_t on_this_lap = numbers.take(1);  // a bit per slot: most should be, or little is taken
  for (std::uint32_t i = 0; i < capacity; ++i) {
    const std::uint64_t parity =
        lap_parity(start + i, capacity) ^ ((on_this_lap >> i & 1) != 0 ? 0 : command_bits::parity);
    Slot& slot = ring.slot(start + i);
    slot.low = numbers.take();
    slot.high = (numbers.take() & ~command_bits::parity) | parity;
    // No command has no slots: nobody publishes one, and a proxy would take it for ever.
    if (slot_count(slot) == 0) slot.low |= std::uint64_t{1} << 60;
  }
  const std::uint32_t readable = published(ring, start);

  test::ObedientFabric fabric;
  Proxy<StillEnv, test::ObedientFabric> proxy(env, fabric, {ring}, gate,
                                              {.batch = 4, .operations_max = 64, .bytes_max = ~0ULL});
  for (int i = 0; i < 8; ++i) proxy.step();
  std::uint32_t taken = 0;
  for (const Posting& posting : fabric.posted) {
    Command command;
    command.count = slot_count(ring.slot(start + taken));
    must(taken + command.count <= readable, "the proxy takes no command of which a slot is missing");
    for (std::uint32_t i = 0; i < command.count; ++i) {
      command.slots[i] = ring.slot(start + taken + i);
      command.slots[i].high &= ~command_bits::parity;
    }
    const Operation written = decode(command);
    const Operation& read = posting.operation;
    must(read.op == written.op && read.peer == written.peer && read.remote == written.remote &&
             read.local == written.local && read.bytes == written.bytes && read.value == written.value &&
             read.compare == written.compare && read.signal == written.signal &&
             read.signal_value == written.signal_value,
         "the proxy posts what the slots say, in their order");
    taken += command.count;
  }
  must(taken == readable || taken + slot_count(ring.slot(start + taken)) > readable,
       "the proxy takes every command that is there");
  return 0;
}

}  // namespace gin::fuzz
