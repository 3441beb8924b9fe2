// A fabric that is plain memory: all PEs live in one process, a posted operation is carried out at once. Ordered
// per queue, with atomics; what the runtime is tested on before there is a NIC.
#pragma once

#include <vector>

#include "core/base/fifo.hpp"
#include "core/base/refusal.hpp"
#include "core/device/formats.hpp"
#include "core/device/memory_word.hpp"
#include "core/fabric/fabric.hpp"
#include "core/fabric/served_queue.hpp"

namespace gin {

/// Carries out one work request of `source`. A signal or completion written afterwards with release makes the
/// bytes visible.
void execute(const WorkRequest& request, Pe source, const std::vector<unsigned char*>& heaps);

/// As a proxy thread uses it.
class MemoryFabric {
 public:
  MemoryFabric(Pe source, const std::vector<unsigned char*>& heaps, std::size_t completions_max,
               std::int64_t refused = 0)
      : source_(source), heaps_(heaps), completions_max_(completions_max), refusal_(refused) {}

  Post post(const Posting& posting);
  bool wants_doorbell() const { return false; }
  void ring_doorbell() {}
  bool progress() { return false; }
  void request_completions() {}
  std::size_t poll(std::span<Completion> out);

 private:
  Pe source_;
  const std::vector<unsigned char*>& heaps_;
  std::size_t completions_max_;
  Refusal refusal_;
  std::vector<bool> has_failed_;  ///< by peer, once something has
  Fifo<Completion> completions_;
};

static_assert(Fabric<MemoryFabric>);

/// The NIC's side of the send queues that agents write: looks at all queues of a PE in turn.
template <class Format = SoftQueueFormat>
class SoftNic {
 public:
  using Memory = typename Format::Memory;
  SoftNic(Pe source, const std::vector<unsigned char*>& heaps, const std::vector<Memory>& queues,
          std::int64_t refused = 0)
      : source_(source), heaps_(heaps), served_(served(queues)), refusal_(refused) {}

  /// Carries out what was posted since the last look; returns whether there was anything.
  bool step() {
    bool found = false;
    for (Served& served : served_) {
      // Acquire: the slots up to the doorbell's index are written.
      const std::uint64_t announced = load<Order::acquire>(served.queue.host->announced);
      for (; served.next < announced; ++served.next, found = true)
        if (!served.has_failed) carry_out(served);  // or it is flushed
    }
    return found;
  }

 private:
  using Served = ServedQueue<Memory>;

  void carry_out(Served& served) {
    served.has_failed = refusal_.is_due();
    if (served.has_failed) return Format::complete(served.queue, served.next - 1, CompletionStatus::remote_access);
    const WorkRequest& request = Format::read(served.queue, served.next);
    execute(request, source_, heaps_);
    if (request.signaled) Format::complete(served.queue, served.next);
  }

  Pe source_;
  const std::vector<unsigned char*>& heaps_;
  std::vector<Served> served_;
  Refusal refusal_;
};

}  // namespace gin
