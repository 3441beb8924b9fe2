// How an agent puts work requests into one send queue and learns what became of them.
#pragma once

#include "core/base/planted.hpp"
#include "core/device/agent_view.hpp"
#include "core/device/batch.hpp"
#include "core/device/environment.hpp"
#include "core/device/requests.hpp"
#include "core/device/use.hpp"

namespace gin {

/// Numbers that one call's operations have taken of their stream: first .. first + count - 1.
struct TakenNumbers {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

template <class Env>
class GpuSubmission {
 public:
  using Queue = SendQueue<Env>;
  using Limit = typename Env::Limit;

  GIN_DEVICE GpuSubmission(Env& env, const AgentView<Env>& view) : env_(env), view_(view), rules_(view.rules) {}

  struct Target {
    Queue& queue;
    std::uint32_t stream = 0;  ///< what the peer calls the home queue
    std::uint32_t rail = 0;    ///< how many rails this queue is behind it
  };

  /// Gives the operations that need one a number of the home queue; waits while too many are under way.
  template <class Batch>
  GIN_DEVICE TakenNumbers number(Queue& home, const Batch& batch) {
    if (!rules_.post.numbered) return {};
    TakenNumbers taken;
    taken.count =
        batch.sum([&](const Operation& operation) { return takes_number(operation, rules_.post) ? 1u : 0u; });
    if (taken.count == 0) return taken;
    taken.first = static_cast<std::uint32_t>(batch.once([&] { return take(home, taken.count); }));
    return taken;
  }

  /// Posts what goes into this queue; returns the index after it, or 0 if nothing does.
  template <class Batch>
  GIN_DEVICE std::uint64_t post(const Target& target, const Batch& batch, const TakenNumbers& numbers) {
    Queue& queue = target.queue;
    const auto requests = [&](const Operation& operation) {
      return work_requests(operation, rules_.post, target.rail);
    };
    const std::uint32_t total = batch.sum(requests);
    if (total == 0) return 0;
    charge(env_, Cost::gpu_build, (total + view_.lanes - 1) / view_.lanes);
    // Building reads memory, which has to have its contents of that moment.
    const auto is_snapshot = [&](const Operation& operation) {
      return operation.op == Op::put && operation.bytes <= rules_.post.inline_max;
    };
    if (batch.any(is_snapshot)) settle(env_);
    const std::uint64_t first =
        batch.once([&] { return fetch_add<Order::relaxed, Scope::gpu>(env_, queue.words().reserved, total); });
    if constexpr (HasWindow<typename Queue::Format>) {
      if (batch.any([](const Operation& operation) { return operation.op == Op::value; })) {
        if (batch.leads()) wait_for_values(queue, first, first + total);
        batch.sync();
      }
    }
    const auto sizes = [&](const Operation& operation) {
      return Sizes{requests(operation), takes_number(operation, rules_.post) ? 1u : 0u};
    };
    const bool early = planted(Fault::published_before_written);
    if (early && batch.leads()) publish(queue, first, first + total);
    batch.place(sizes, [&](const Operation& operation, const Sizes& before) {
      std::uint64_t index = first + before.requests;
      build(operation, view_.heap + operation.local, rules_.post, {target.stream, numbers.first + before.numbers},
            [&](std::uint32_t rail, const WorkRequest& request) {
              if (rail != target.rail) return;
              wait_for_room(queue, index + 1, operation.number);
              Queue::Format::write(queue.memory, index++, request);
            });
    });
    batch.sync();
    if (!early && batch.leads()) publish(queue, first, first + total);
    return first + total;
  }

  /// All work requests before `end` are.
  GIN_DEVICE Status wait_until_complete(Queue& queue, std::uint64_t end, Limit limit, const char* call) {
    return wait_until(queue, end, limit, call, !rules_.post.counted || planted(Fault::count_taken_for_order));
  }

  /// Every numbered operation before `end` has been carried out by the target's CPU.
  GIN_DEVICE Status wait_until_acknowledged(Queue& home, std::uint32_t end, Limit limit, const char* call) {
    bool is_done = false;
    const Status status = gin::wait(
        env_, Cost::gpu_poll, *home.acknowledgement, limit,
        Waiting{call, "operations acknowledged by the target's CPU", Waiting::Of::queue, home.peer.value, 0, end},
        [&](Waiting& why) {
          // Acquire: a fetched value was written before the acknowledgement.
          const std::uint32_t acknowledged = load<Order::acquire>(home.words().numbers_acknowledged);
          why.seen = acknowledged;
          is_done = reached(acknowledged, end);
          return is_done || home.failure().status != CompletionStatus::ok;
        });
    return ended(status, is_done);
  }

  /// For calls that return no status.
  GIN_DEVICE void insist(const Queue& queue, Status status, const char* call) const {
    if (status == Status::failed) end_agent({queue.failure(), call});
  }

 private:
  /// So many work requests are complete. Where completions are counted and `suffices` is not set, all that there are have to
  /// be: of some nobody knows which. Read after the count, the number of all is no smaller than it was then.
  GIN_DEVICE Status wait_until(Queue& queue, std::uint64_t end, Limit limit, const char* call, bool suffices) {
    const Waiting waiting{call, "work requests completed by the NIC", Waiting::Of::queue, queue.peer.value, 0, end};
    bool is_complete = false;
    const auto look = [&](Waiting& why) {
      const Completed now = Queue::Format::look(queue.memory);
      why.seen = now.end;
      const bool are_all = now.end >= end && now.end == load<Order::relaxed>(queue.words().reserved);
      if constexpr (HasWindow<typename Queue::Format>)
        if (are_all) Queue::Format::settle(queue.memory, now.end);
      is_complete = now.end >= end && (suffices || are_all);
      return is_complete || now.next != CompletionStatus::ok;
    };
    // A look notes how much is complete, of which an early one would miss some, unless that is all there is.
    const bool is_all = view_.agents == 1 && load<Order::relaxed>(queue.words().reserved) == end;
    const Status status = gin::wait(env_, Cost::gpu_poll, queue.completion, limit, waiting, look, is_all);
    return ended(status, is_complete);
  }

  GIN_DEVICE Limit forever() const { return env_.limit(Deadline::never()); }
  GIN_DEVICE std::uint32_t take(Queue& home, std::uint32_t count) {
    const std::uint32_t first = fetch_add<Order::relaxed, Scope::gpu>(env_, home.words().numbers_taken, count);
    const std::uint32_t window =
        rules_.post.layout.window() < home.memory.depth ? rules_.post.layout.window() : home.memory.depth;
    if (first + count - load<Order::acquire>(env_, home.words().numbers_acknowledged) > window) {
      tally(env_, Count::number_stalls);
      insist(home, wait_until_acknowledged(home, first + count - window, forever(), "number"), "number");
    }
    return first;
  }

  GIN_DEVICE void wait_for_room(Queue& queue, std::uint64_t end, std::uint32_t number) {
    if constexpr (HasWindow<typename Queue::Format>) wait_for_window(queue, end);
    // Acquire: the NIC has read the slots that are to be overwritten.
    if (end - load<Order::acquire, Scope::gpu>(env_, queue.words().completed) > queue.memory.depth) {
      // Whoever waits for room must not sit on work requests that nobody was told about.
      flush_doorbell(queue);
      tally(env_, Count::queue_full_stalls);
      insist(queue, wait_until(queue, end - queue.memory.depth, forever(), "reserve", true), "reserve");
    }
    view_.queues.room(queue, end);
    if constexpr (Scribe<Env>) env_.placed(queue, end - 1, number);
  }

  /// A value stays in its place until the NIC has read it, and of a count nobody knows whose places are free: so all before
  /// `first` have to be done. Behind those nothing is posted before we are.
  GIN_DEVICE void wait_for_values(Queue& queue, std::uint64_t first, std::uint64_t end) {
    if (end <= Queue::Format::values_end(queue.memory) || planted(Fault::value_place_used_again)) return;
    wait_for_turn(queue, first);
    flush_doorbell(queue);  // they may have left it to us
    tally(env_, Count::queue_full_stalls);
    insist(queue, wait_until(queue, first, forever(), "reserve", true), "reserve");
    Queue::Format::settle(queue.memory, first);
  }

  /// Who wrote what no doorbell has told of may have left that to us, who have taken the next indices.
  GIN_DEVICE void wait_for_window(Queue& queue, std::uint64_t end) {
    if (end <= Queue::Format::window_end(queue.memory)) return;
    gin::wait(
        env_, Cost::gpu_poll, queue.in_order, forever(),
        Waiting{"post", "earlier work requests to be announced", Waiting::Of::queue, queue.peer.value, 0, end},
        [&](Waiting&) {
          flush_doorbell(queue);
          return end <= Queue::Format::window_end(queue.memory);
        });
  }

  GIN_DEVICE void flush_doorbell(Queue& queue) {
    // Acquire: their slots come with it.
    const std::uint64_t ready = load<Order::acquire, Scope::gpu>(env_, queue.words().ready);
    if (load<Order::relaxed, Scope::gpu>(env_, queue.words().posted) < ready) ring(queue, ready);
  }

  /// All earlier reservations have been written.
  GIN_DEVICE void wait_for_turn(Queue& queue, std::uint64_t first) {
    // Acquire, here and below: earlier slots come with the index.
    if (load<Order::acquire, Scope::gpu>(env_, queue.words().ready) == first) return;
    gin::wait(
        env_, Cost::queue_turn, queue.in_order, forever(),
        Waiting{"post", "earlier work requests to be written", Waiting::Of::queue, queue.peer.value, 0, first},
        [&](Waiting& why) {
          why.seen = load<Order::acquire, Scope::gpu>(queue.words().ready);  // as said above
          return why.seen == first;
        });
  }

  /// Whoever finds others ahead takes the index from them: one look that sees it come and one atomic that moves it on, and
  /// nobody behind can do the same meanwhile. What an agent does by itself of that is in its cost of publishing.
  GIN_DEVICE void publish(Queue& queue, std::uint64_t first, std::uint64_t end) {
    bool are_others_ahead = false;
    if constexpr (Clock<Env>)
      are_others_ahead = load<Order::relaxed, Scope::gpu>(env_, queue.words().ready) != first;
    charge(env_, Cost::gpu_publish);
    wait_for_turn(queue, first);
    if (are_others_ahead) charge(env_, Cost::queue_turn);
    // Release: our slots are written before the index says so, and acquire: so are those of whoever wrote it before.
    fetch_add<Order::acq_rel, Scope::gpu>(env_, queue.words().ready, end - first);
    env_.notify(queue.in_order);
    if (rings(queue, first, end)) ring(queue, end);
  }

  /// The doorbell may be left to a later agent if one has reserved already, unless a batch is full or that
  /// agent may be waiting for room that only our work makes. Relaxed: an old `reserved` is a doorbell too many; who is
  /// seen there comes by here after us, and an old `completed` makes us ring.
  GIN_DEVICE bool rings(Queue& queue, std::uint64_t first, std::uint64_t end) {
    const std::uint64_t batch = rules_.doorbell_batch;
    const std::uint64_t reserved = load<Order::relaxed, Scope::gpu>(env_, queue.words().reserved);
    return reserved == end || first / batch != end / batch ||
           reserved - load<Order::relaxed, Scope::gpu>(env_, queue.words().completed) > queue.memory.depth;
  }

  /// One agent at a time writes doorbells, so that their values never go back. Who comes meanwhile leaves its own in `posted`
  /// to that one. The libraries that have a lock instead, which virtual time follows, wait for it and may find that they are told of.
  GIN_DEVICE void ring(Queue& queue, std::uint64_t end) {
    if (planted(Fault::doorbell_goes_back)) {
      charge_doorbell(queue);
      return env_.post(queue, end);
    }
    QueueGpuWords& words = queue.words();
    if constexpr (Clock<Env>)
      if (rules_.locks_doorbells && !queue.note) return ring_locked(queue, end);
    raise<Order::release, Scope::gpu>(env_, words.posted, end);  // with the value come the slots before it
    // Release and acquire: what one leaves is there for the one that it is left to.
    std::uint32_t duty = fetch_add<Order::acq_rel, Scope::gpu>(env_, words.ringing, 1) + 1;
    if (duty != 1) return;
    do {
      tally(env_, Count::doorbells);
      charge_doorbell(queue);
      env_.post(queue, load<Order::acquire, Scope::gpu>(env_, words.posted));
      if (planted(Fault::doorbell_left_behind)) duty = load<Order::acquire, Scope::gpu>(env_, words.ringing);
    } while (!replace<Order::acq_rel, Scope::gpu>(env_, words.ringing, duty, 0));
    if constexpr (HasWindow<typename Queue::Format>) env_.notify(queue.in_order);
  }

  /// The lock is one atomic, and what has been told of is looked up with another.
  GIN_DEVICE void ring_locked(Queue& queue, std::uint64_t end) {
    QueueGpuWords& words = queue.words();
    gin::wait(env_, Cost::queue_turn, queue.in_order, forever(),
              Waiting{"post", "the doorbell's lock", Waiting::Of::queue, queue.peer.value, 0, end},
              [&](Waiting&) { return takes_lock(words); });
    charge(env_, Cost::queue_turn);
    if (load<Order::relaxed, Scope::gpu>(words.posted) < end) {
      tally(env_, Count::doorbells);
      charge_doorbell(queue);
      store<Order::relaxed, Scope::gpu>(words.posted, end);
      env_.post(queue, end);
    }
    settle<Scope::gpu>(env_);
    store<Order::release, Scope::gpu>(words.ringing, 0);
    env_.notify(queue.in_order);
  }
  GIN_DEVICE static bool takes_lock(QueueGpuWords& words) {
    std::uint32_t holders = 0;
    // Acquire: with the lock comes what its last holder has told of.
    while (!replace<Order::acquire, Scope::gpu>(words.ringing, holders, 1))
      if (holders != 0) return false;
    return true;
  }
  GIN_DEVICE void charge_doorbell(const Queue& queue) {
    charge(env_, queue.note ? Cost::doorbell_note : Cost::gpu_doorbell);
  }

  Env& env_;
  const AgentView<Env>& view_;
  const QueueRules& rules_;
};

}  // namespace gin
