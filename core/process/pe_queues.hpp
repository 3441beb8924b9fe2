// The send queues of one PE's agents, as they see them: made and connected by the backend's factory, with notes for a CPU thread
// where it rings for them.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/bootstrap/member.hpp"
#include "core/env/wall_env.hpp"
#include "core/process/carrier.hpp"
#include "core/proxy/doorbell_thread.hpp"
#include "core/run/heap_plan.hpp"

namespace gin {

template <QueueFactory Factory>
class PeQueues {
 public:
  /// Everybody learns everybody's addresses, and is connected when this returns.
  PeQueues(Factory& factory, const ProcessPlan& plan, bootstrap::Member& member, const Memory& memory,
           const std::vector<Path>& paths)
      : per_peer_(plan.queues_per_peer()),
        made_(factory.make_queues({.heap = {memory.heap, plan.heap.heap_bytes()},
                                   .n_pes = plan.launch.n_pes,
                                   .per_peer = per_peer_,
                                   .depth = plan.stack.queue_depth,
                                   .refused = plan.scenario.test.refuse_request,
                                   .words = plan.heap.signal_words(),
                                   .place = place_of(plan.scenario, member.local_address(), memory.pe)})),
        queues_(std::size_t{plan.launch.n_pes} * per_peer_),
        notes_(queues_.size()) {
    made_.connect(member.all_gather("addresses of queues", made_.address()).take(), memory.pe);
    if (plan.scenario.test.start_near_wrap) {
      member.all_gather("queues before the wrap", "").take();
      made_.go_to_wrap();
    }
    for (std::uint32_t i = 0; i < queues_.size(); ++i) {
      const std::uint32_t peer = i / per_peer_;
      const bool has_note = paths[peer] == Path::gpu_cpu_doorbell;
      queues_[i].memory =
          HostQueueFormat::memory_of(made_.queue(Pe{peer}, i % per_peer_), has_note ? &notes_[i] : nullptr);
      queues_[i].peer = Pe{peer};
      if (has_note) queues_[i].note = &gate_;
    }
  }

  std::string title() const { return made_.title(); }
  QueueTable<WallEnv> table() { return {queues_.data(), per_peer_}; }
  /// What they carry at once.
  void limit(PostRules& rules) const {
    rules.inline_max = std::min<std::uint64_t>(rules.inline_max, made_.limits().inline_max);
    rules.message_max = made_.limits().message_max;
    rules.counted = made_.limits().counts;
  }
  /// Every request is, or one has failed and no more of its queue will be.
  bool are_complete() const {
    return std::ranges::all_of(queues_, [](const SendQueue<WallEnv>& queue) {
      const Completed found = HostQueueFormat::look(queue.memory);
      return found.next != CompletionStatus::ok || found.end == load<Order::relaxed>(queue.words().reserved);
    });
  }

  /// The CPU thread that rings for agents, one look at each queue at a time.
  std::function<bool()> make_ringer(WallWorld& world, WallEnv::Identity who) {
    who.rings = true;
    env_ = std::make_unique<WallEnv>(world, who);
    ringer_ = std::make_unique<Ringer>(*env_, Stations{queues_.data()}, static_cast<std::uint32_t>(queues_.size()),
                                       gate_);
    return [ringer = ringer_.get()] { return ringer->round(); };
  }

 private:
  struct Stations {
    SendQueue<WallEnv>* queues;
    SendQueue<WallEnv>* find(std::uint32_t station) const { return &queues[station]; }
  };
  using Ringer = DoorbellThread<WallEnv, Stations>;
  using Made = decltype(std::declval<Factory&>().make_queues(std::declval<const QueueNeeds&>()));

  std::uint32_t per_peer_;
  Made made_;
  std::vector<SendQueue<WallEnv>> queues_;  ///< by peer, then index
  std::vector<QueueHostWords> notes_;       ///< as queues_
  WallEnv::Gate gate_;
  std::unique_ptr<WallEnv> env_;
  std::unique_ptr<Ringer> ringer_;
};

/// Of a factory that has none.
struct NoQueues {};
template <class Factory>
struct QueuesOfPe {
  using Type = NoQueues;
};
template <QueueFactory Factory>
struct QueuesOfPe<Factory> {
  using Type = PeQueues<Factory>;
};

}  // namespace gin
