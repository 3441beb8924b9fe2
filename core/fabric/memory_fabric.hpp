// A fabric that is plain memory: all PEs live in one process, a posted operation is carried out at once. Ordered
// per queue, with atomics; what the runtime is tested on before there is a NIC.
#pragma once

#include <utility>
#include <vector>

#include "core/device/atomic.hpp"
#include "core/device/memory_word.hpp"
#include "core/fabric/fabric.hpp"
#include "core/format/queue_words.hpp"

namespace gin {

/// Carries out one work request of `source`. A signal or completion written afterwards with release makes the
/// bytes visible.
void execute(const WorkRequest& request, Pe source, const std::vector<unsigned char*>& heaps);

/// As a proxy thread uses it.
class MemoryFabric {
 public:
  MemoryFabric(Pe source, const std::vector<unsigned char*>& heaps, std::size_t completions_max)
      : source_(source), heaps_(heaps), completions_max_(completions_max) {}

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
  std::vector<Completion> completions_;
  std::size_t taken_ = 0;
};

static_assert(Fabric<MemoryFabric>);

/// The NIC's side of the send queues that agents write: looks at all queues of a PE in turn.
class SoftNic {
 public:
  SoftNic(Pe source, const std::vector<unsigned char*>& heaps, std::vector<QueueMemory> queues)
      : source_(source), heaps_(heaps), queues_(std::move(queues)) {
    for (const QueueMemory& queue : queues_) executed_.push_back(queue.host->announced);
  }

  /// Carries out what was posted since the last look; returns whether there was anything.
  bool step() {
    bool found = false;
    for (std::size_t i = 0; i < queues_.size(); ++i) {
      const QueueMemory& queue = queues_[i];
      // Acquire: the slots up to the doorbell's index are written.
      const std::uint64_t announced = load<Order::acquire>(queue.host->announced);
      for (std::uint64_t& next = executed_[i]; next < announced; ++next) {
        const WorkRequest& request = queue.slot(next);
        execute(request, source_, heaps_);
        // Release: fetched bytes are visible to whoever sees the completion.
        if (request.signaled) store<Order::release>(queue.gpu->completion_record, static_cast<std::uint16_t>(next));
        found = true;
      }
    }
    return found;
  }

 private:
  Pe source_;
  const std::vector<unsigned char*>& heaps_;
  std::vector<QueueMemory> queues_;
  std::vector<std::uint64_t> executed_;
};

}  // namespace gin
