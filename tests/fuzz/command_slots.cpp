// Ring commands. A slot may hold anything after a fault; taking it apart must stay harmless, and what it then says
// must be one operation, however often it is packed again.
#include "core/format/command.hpp"
#include "tests/fuzz/finding.hpp"
#include "tests/fuzz/target.hpp"

namespace gin::fuzz {
namespace {

/// An operation that a context could have asked for.
bool within_limits(const Operation& operation) {
  return operation.op <= Op::fetch_amo && operation.amo <= Amo::fetch && operation.signal_amo <= Amo::fetch &&
         (!operation.has_signal || operation.op == Op::put) && operation.peer.value < CommandLimits::pes &&
         operation.remote < CommandLimits::heap_bytes && operation.local < CommandLimits::heap_bytes &&
         operation.bytes < CommandLimits::transfer_bytes;
}

bool same(const Command& a, const Command& b) {
  bool equal = a.count == b.count;
  for (std::uint32_t i = 0; equal && i < a.count; ++i)
    equal = a.slots[i].low == b.slots[i].low && a.slots[i].high == b.slots[i].high;
  return equal;
}

}  // namespace

int command_slots(Input input) {
  Numbers numbers(input);
  Command command;
  for (Slot& slot : command.slots) {
    slot.low = numbers.take();
    slot.high = numbers.take() & ~command_bits::parity;  // try_read takes it off
  }
  // Half of the inputs claim another count than the proxy would read.
  command.count =
      (numbers.take(1) & 1) != 0 ? slot_count(command.slots[0]) : static_cast<std::uint32_t>(numbers.take(1) % 4);
  const Operation operation = decode(command);
  if (!within_limits(operation)) return 0;
  const Command packed = encode(operation);
  must(packed.count >= 1 && packed.count <= 3, "a command takes one to three slots");
  must(slot_count(packed.slots[0]) == packed.count, "the first slot tells how many there are");
  for (std::uint32_t i = 0; i < packed.count; ++i)
    must((packed.slots[i].high & command_bits::parity) == 0, "a command leaves the parity to the ring");
  must(same(encode(decode(packed)), packed), "packing what was unpacked gives the same slots");
  const Operation again = decode(packed);
  must(again.op == operation.op && again.peer == operation.peer && again.remote == operation.remote &&
           again.has_signal == operation.has_signal && again.bytes == operation.bytes,
       "an operation means the same after packing");
  return 0;
}

}  // namespace gin::fuzz
