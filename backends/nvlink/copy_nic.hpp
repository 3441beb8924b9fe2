// The NIC of send queues that agents on a GPU write, for heaps on GPUs: a CPU thread that has copy engines carry out what it finds.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/fifo.hpp"
#include "core/base/refusal.hpp"
#include "core/device/formats.hpp"
#include "core/fabric/served_queue.hpp"

namespace gin::nvlink {

/// By a thread that has chosen the engine's GPU. `Engine`: gpu::CopyEngine. All requests of a queue go to one peer.
template <class Engine, class Format>
class CopyNic {
 public:
  using Memory = typename Format::Memory;

  /// `refused`: test.refuse_request of the scenario.
  CopyNic(Engine& engine, const std::vector<Memory>& queues, std::int64_t refused)
      : engine_(engine), refusal_(refused), served_(served(queues)), ways_(engine.streams()) {}

  /// One look at everything; returns whether there was anything.
  bool round() {
    bool found = false;
    for (Served& served : served_) found |= carry_out(served);
    for (std::uint32_t stream = 0; stream < ways_.size(); ++stream) found |= complete(stream);
    return found;
  }

 private:
  using Served = ServedQueue<Memory>;
  /// What is told to agents when a mark is reached.
  struct UnderWay {
    Served* served = nullptr;
    std::uint64_t newest = 0;
    CompletionStatus next = CompletionStatus::ok;
    std::uint64_t mark = 0;
  };
  struct Way {
    Fifo<UnderWay> under_way;
    std::uint64_t marks = 0;  ///< made so far
  };

  bool carry_out(Served& served) {
    // Acquire: the slots up to the doorbell's index are written.
    const std::uint64_t announced = load<Order::acquire>(served.queue.host->announced);
    if (served.next == announced) return false;
    const std::uint32_t stream = engine_.stream_to(Format::read(served.queue, served.next).peer);
    UnderWay told{&served};
    bool tells = false;
    for (; served.next < announced && !served.has_failed; ++served.next) {
      served.has_failed = refusal_.is_due();
      const WorkRequest& request = Format::read(served.queue, served.next);
      if (served.has_failed) {
        told.newest = served.next - 1;
        told.next = CompletionStatus::remote_access;
      } else {
        engine_.carry_out(request);
        if (request.signaled) told.newest = served.next;
      }
      tells = tells || served.has_failed || request.signaled;
    }
    served.next = announced;  // what is behind a failure is flushed
    if (!tells) return true;
    told.mark = ++ways_[stream].marks;
    ways_[stream].under_way.push(told);
    engine_.mark(stream, told.mark);
    return true;
  }

  bool complete(std::uint32_t stream) {
    Fifo<UnderWay>& under_way = ways_[stream].under_way;
    if (under_way.empty() || under_way.front().mark > engine_.reached(stream)) return false;
    const UnderWay told = under_way.pop();
    Format::complete(told.served->queue, told.newest, told.next);
    return true;
  }

  Engine& engine_;
  Refusal refusal_;
  std::vector<Served> served_;
  std::vector<Way> ways_;  ///< by stream
};

}  // namespace gin::nvlink
