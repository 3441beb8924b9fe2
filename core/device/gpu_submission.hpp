// How an agent puts work requests into one send queue and learns what became of them.
#pragma once

#include "core/device/agent_view.hpp"
#include "core/device/environment.hpp"
#include "core/device/requests.hpp"

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

  GIN_DEVICE GpuSubmission(Env& env, const QueueRules& rules) : env_(env), rules_(rules) {}

  struct Target {
    Queue& queue;
    std::uint32_t stream = 0;  ///< what the peer calls the home queue
    std::uint32_t rail = 0;    ///< how many rails this queue is behind it
    std::uint32_t lanes = 1;
  };
  struct Batch {
    const Operation* operations = nullptr;
    std::uint32_t count = 0;
    const unsigned char* heap = nullptr;
    TakenNumbers numbers = {};
  };

  /// Gives the operations that need one a number of the home queue; waits while too many are under way.
  GIN_DEVICE TakenNumbers number(Queue& home, const Batch& batch) {
    if (!rules_.post.numbered) return {};
    TakenNumbers taken;
    for (std::uint32_t i = 0; i < batch.count; ++i)
      if (takes_number(batch.operations[i], rules_.post)) ++taken.count;
    if (taken.count == 0) return taken;
    taken.first = fetch_add<Order::relaxed, Scope::gpu>(env_, home.words().numbers_taken, taken.count);
    const std::uint32_t window =
        rules_.post.layout.window() < home.memory.depth ? rules_.post.layout.window() : home.memory.depth;
    if (taken.first + taken.count - load<Order::acquire>(env_, home.words().numbers_acknowledged) > window) {
      env_.count(Count::number_stalls, 1);
      wait_until_acknowledged(home, taken.first + taken.count - window, env_.forever(), "number");
    }
    return taken;
  }

  /// Posts what goes into this queue; returns the index after it, or 0 if nothing does.
  GIN_DEVICE std::uint64_t post(const Target& target, const Batch& batch) {
    Queue& queue = target.queue;
    std::uint32_t total = 0;
    for (std::uint32_t i = 0; i < batch.count; ++i)
      total += work_requests(batch.operations[i], rules_.post, target.rail);
    if (total == 0) return 0;
    charge(env_, Cost::gpu_build, (total + target.lanes - 1) / target.lanes);
    if (takes_snapshot(batch)) settle(env_);
    const std::uint64_t first = fetch_add<Order::relaxed, Scope::gpu>(env_, queue.words().reserved, total);
    const std::uint64_t end = first + total;
    std::uint64_t index = first;
    Numbered name{target.stream, batch.numbers.first};
    for (std::uint32_t i = 0; i < batch.count; ++i) {
      const Operation& operation = batch.operations[i];
      build(operation, batch.heap + operation.local, rules_.post, name,
            [&](std::uint32_t rail, const WorkRequest& request) {
              if (rail != target.rail) return;
              wait_for_room(queue, index + 1, operation.number);
              queue.memory.slot(index++) = request;
            });
      if (takes_number(operation, rules_.post)) ++name.number;
    }
    charge(env_, Cost::gpu_publish);
    publish(queue, first, end);
    if (rings(queue, first, end)) ring(queue, end);
    return end;
  }

  GIN_DEVICE Status wait_until_complete(Queue& queue, std::uint64_t end, Limit limit, const char* call) {
    const Waiting waiting{call, "work requests completed by the NIC", Waiting::Of::queue, queue.peer.value, 0, end};
    return gin::wait(env_, Cost::gpu_poll, queue.completion, limit, waiting, [&](Waiting& why) {
      why.seen = look_for_completions(queue.words());
      return why.seen >= end;
    });
  }

  /// Every numbered operation before `end` has been carried out by the target's CPU.
  GIN_DEVICE Status wait_until_acknowledged(Queue& home, std::uint32_t end, Limit limit, const char* call) {
    return gin::wait(
        env_, Cost::gpu_poll, *home.acknowledgement, limit,
        Waiting{call, "operations acknowledged by the target's CPU", Waiting::Of::queue, home.peer.value, 0, end},
        [&](Waiting& why) {
          // Acquire: a fetched value was written before the acknowledgement.
          const std::uint32_t acknowledged = load<Order::acquire>(home.words().numbers_acknowledged);
          why.seen = acknowledged;
          return reached(acknowledged, end);
        });
  }

 private:
  /// Building reads memory, which has to have its contents of that moment.
  GIN_DEVICE bool takes_snapshot(const Batch& batch) const {
    for (std::uint32_t i = 0; i < batch.count; ++i)
      if (batch.operations[i].op == Op::put && batch.operations[i].bytes <= rules_.post.inline_max) return true;
    return false;
  }

  GIN_DEVICE void wait_for_room(Queue& queue, std::uint64_t end, std::uint32_t number) {
    // Acquire: the NIC has read the slots that are to be overwritten.
    if (end - load<Order::acquire, Scope::gpu>(env_, queue.words().completed) > queue.memory.depth) {
      // Whoever waits for room must not sit on work requests that nobody was told about.
      flush_doorbell(queue);
      env_.count(Count::queue_full_stalls, 1);
      wait_until_complete(queue, end - queue.memory.depth, env_.forever(), "reserve");
    }
    env_.room(queue, end, number);
  }

  GIN_DEVICE void flush_doorbell(Queue& queue) {
    const std::uint64_t ready = load<Order::acquire, Scope::gpu>(env_, queue.words().ready);  // their slots come with it
    if (load<Order::relaxed, Scope::gpu>(env_, queue.words().posted) < ready) ring(queue, ready);
  }

  GIN_DEVICE void publish(Queue& queue, std::uint64_t first, std::uint64_t end) {
    if (load<Order::acquire, Scope::gpu>(env_, queue.words().ready) != first)
      gin::wait(
          env_, Cost::gpu_poll, queue.in_order, env_.forever(),
          Waiting{"post", "earlier work requests to be written", Waiting::Of::queue, queue.peer.value, 0, first},
          [&](Waiting& why) {
            why.seen = load<Order::acquire, Scope::gpu>(queue.words().ready);  // their slots come with it
            return why.seen == first;
          });
    // Release: our slots are written before the index says so, and acquire: so are those of whoever wrote it before.
    fetch_add<Order::acq_rel, Scope::gpu>(env_, queue.words().ready, end - first);
    env_.notify(queue.in_order);
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

  /// One agent at a time writes doorbells, so that their values never go back; who comes meanwhile leaves its own in
  /// `posted` to that one.
  GIN_DEVICE void ring(Queue& queue, std::uint64_t end) {
    charge(env_, queue.note ? Cost::doorbell_note : Cost::gpu_doorbell);
    QueueGpuWords& words = queue.words();
    raise<Order::release, Scope::gpu>(env_, words.posted, end);  // with the value come the slots before it
    // Release and acquire: what one leaves is there for the one that it is left to.
    std::uint32_t duty = fetch_add<Order::acq_rel, Scope::gpu>(env_, words.ringing, 1) + 1;
    if (duty != 1) return;
    do {
      env_.count(Count::doorbells, 1);
      env_.post(queue, load<Order::acquire, Scope::gpu>(env_, words.posted));
    } while (!replace<Order::acq_rel, Scope::gpu>(env_, words.ringing, duty, 0));
  }

  Env& env_;
  const QueueRules& rules_;
};

}  // namespace gin
