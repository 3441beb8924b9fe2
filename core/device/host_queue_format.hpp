// Send queues as agents on a host write them. A NIC in this process reads work requests as they are; a verbs device has its own
// slots and completions, and somebody has to tell it that there is something to do.
#pragma once

#include "core/base/refusal.hpp"
#include "core/device/verbs_queue_format.hpp"

namespace gin {

/// A queue of a verbs device that agents of this process write.
class DeviceQueue {
 public:
  virtual ~DeviceQueue() = default;
  /// The device looks at what was announced; one in software carries it out in the caller's thread. One caller at a time.
  /// Throws Error(failed) when it will carry out no more.
  virtual void wake() = 0;

  void write(std::uint64_t index, const WorkRequest& request) const {
    if (!refusal || !refusal->is_due()) return VerbsQueueFormat::write(memory, index, request);
    VerbsQueue::Memory elsewhere = memory;
    elsewhere.nic.remote.key = ~memory.nic.remote.key;  // nobody has registered anything by that key
    VerbsQueueFormat::write(elsewhere, index, request);
  }

  VerbsQueue::Memory memory;
  Refusal* refusal = nullptr;  ///< counts the requests of this PE's queues where a test wants one of them refused
};

struct HostQueueFormat {
  /// Words and depth are those of the queue, whosever it is; slots only of one that a NIC in this process reads.
  struct Memory : SoftQueueFormat::Memory {
    DeviceQueue* device = nullptr;
  };

  /// `host`: where agents leave notes for a CPU thread that rings for them, or null.
  static Memory memory_of(DeviceQueue& device, QueueHostWords* host) {
    const VerbsQueue::Memory& own = device.memory;
    return {{.gpu = own.gpu, .host = host, .capacity = own.capacity, .depth = own.depth}, &device};
  }

  static bool has(const Memory& memory, Amo amo, bool fetches) {
    return !memory.device || VerbsQueueFormat::has(amo, fetches);
  }
  static std::uint32_t window(const Memory& memory) {
    return memory.device ? VerbsQueueFormat::window(memory.device->memory) : ~0u;
  }
  static std::uint64_t window_end(const Memory& memory) {
    return memory.device ? VerbsQueueFormat::window_end(memory.device->memory) : ~std::uint64_t{0};
  }
  static std::uint64_t values_end(const Memory& memory) {
    return memory.device ? VerbsQueueFormat::values_end(memory.device->memory) : ~std::uint64_t{0};
  }
  static void settle(const Memory& memory, std::uint64_t end) {
    if (memory.device) VerbsQueueFormat::settle(memory.device->memory, end);
  }
  static void write(const Memory& memory, std::uint64_t index, const WorkRequest& request) {
    memory.device ? memory.device->write(index, request) : SoftQueueFormat::write(memory, index, request);
  }
  static Completed look(const Memory& memory) {
    return memory.device ? VerbsQueueFormat::look(memory.device->memory) : SoftQueueFormat::look(memory);
  }
  static CompletionStatus status(const Memory& memory) {
    return memory.device ? VerbsQueueFormat::status(memory.device->memory) : SoftQueueFormat::status(memory);
  }
  static void ring(const Memory& memory, std::uint64_t index) {
    if (!memory.device) return SoftQueueFormat::ring(memory, index);
    VerbsQueueFormat::ring(memory.device->memory, index);
    memory.device->wake();
  }
  /// The note that a CPU thread takes for `index`: it lies where a NIC in this process would look.
  static void note(const Memory& memory, std::uint64_t index) { SoftQueueFormat::ring(memory, index); }
};

}  // namespace gin
