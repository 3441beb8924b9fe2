// Network, where NICs count: a signal is a counter of the target's NIC, which writes it to its word behind the payload. What
// is complete is another one, at the source (network_completion.cpp).
#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.hpp"
#include "core/device/memory_word.hpp"
#include "nic/network.hpp"

namespace gin::emulated {

/// A posted write like the payload's, 8 bytes behind it on the same link: neither a CPU nor an atomic over PCIe. It ends no
/// sooner than `behind`; the payload takes `alone` with nothing in its way.
void Network::start_count(Message& message, Instant behind, Duration alone) {
  NicQueue& queue = *message.queue;
  Nic& nic = target_nic(queue);
  const Pe pe = queue.send.peer;
  const Instant found = nic.iotlb.translate(message.taken, message.request.operand.value, 8).last;
  const sim::SharedPipe::Turns write = endpoint(pe).pcie_in.reserve(message.taken, Bytes{8}, user_of(message));
  busy({pe, Recorder::Show::pcie_in}, write.work, Bytes{8});
  const Duration alone_here = write.work.end - write.work.begin;
  const Instant written =
      in_order(std::max(std::max(write.end, found) + times_.write_gpu, behind + alone_here), queue.visible);
  Message& count = messages_.take();
  count.queue = message.queue;
  count.request = message.request;
  count.operation = message.operation;
  count.trail = message.trail;
  if (behind > message.taken) {
    count.trail.extend(world_.path, items_.walk, std::max(message.translated, message.taken));
    count.trail.extend(world_.path, items_.memory_write, behind, alone);
  }
  count.trail.extend(world_.path, items_.counter, written, alone_here);
  if (world_.recorder()) [[unlikely]]
    world_.recorder()->span({lane_of(message), world_.recorder()->strand()}, items_.counter, behind, written);
  at(nic, written, event<&Network::counted>(count));
}

void Network::counted(Message& count) {
  const NicQueue& queue = *count.queue;
  const Pe pe = queue.send.peer;
  const std::uint64_t word = count.request.operand.value;
  const Counters::Count now = endpoint(pe).counters.add(word, queue.rail);
  if (now.rail != queue.rail)
    throw Error(
        Code::failed,
        fmt::format("{} of PE {}: expected all its signals over NIC {}, which counts them, got one from PE {} over "
                    "NIC {}; signal a word from one context only",
                    world_.ledger.heap.name(word), pe.value, now.rail, queue.source.value, queue.rail));
  store_value(memory(pe, word), now.value, 8);
  // Of an iteration that began meanwhile, its start is all that is known.
  count.trail.extend(world_.path, items_.counter, world_.now());
  const sim::Chain cause = world_.watched(pe) ? chain(count) : sim::Chain{};
  const std::uint32_t operation = count.operation;
  messages_.give_back(count);
  world_.written(pe, word, 8, Delivery::counted, cause, operation);
}

}  // namespace gin::emulated
