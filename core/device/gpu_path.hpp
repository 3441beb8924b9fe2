// Operations as work requests that the agent itself builds and posts (IBGDA, GDAKI).
//
// The order of one submission: reserve indices, write the slots, wait until all earlier reservations are
// written, then ring the doorbell unless a later agent has already taken indices and will.
#pragma once

#include "core/device/agent_view.hpp"
#include "core/device/environment.hpp"

namespace gin {

template <class Env>
class GpuPath {
 public:
  using Queue = SendQueue<Env>;
  using State = IssueState<Env>;
  using Limit = typename Env::Limit;

  GIN_DEVICE GpuPath(Env& env, const AgentView<Env>& view, std::uint32_t context)
      : env_(env), view_(view), context_(context) {}

  /// All operations go to one peer and one queue; they share a reservation and, batch permitting, a doorbell.
  GIN_DEVICE void issue(State& state, const Operation* operations, std::uint32_t count) {
    const Pe peer = operations[0].peer;
    if (env_.leader()) {
      if (view_.rules.strong_signals && view_.rules.spans_queues() && any_signal(operations, count) &&
          wait_for_peer(state, peer, "strong signal"))
        env_.count(Count::strong_signals_that_waited, 1);
      submit(state, pick(state, peer), operations, count);
    }
    env_.sync();
  }

  /// Returns when every work request of this agent is complete.
  GIN_DEVICE Status wait_all(State& state, Limit limit, const char* call) {
    Status status = Status::ok;
    if (env_.leader() && state.used_count > 0) {
      if (view_.rules.quiet_polls_all) poll_idle_queues(state);
      while (state.used_count > 0 && status == Status::ok) {
        const auto used = state.used[state.used_count - 1];
        status = wait_until_complete(*used.queue, used.end, limit, call);
        if (status == Status::ok) forget_newest(state);
      }
    }
    env_.sync();
    return status;
  }

  /// Returns when the newest operation of this agent is complete.
  GIN_DEVICE void wait_newest(State& state, const char* call) {
    if (env_.leader()) wait_until_complete(*state.newest.queue, state.newest.end, env_.forever(), call);
    env_.sync();
  }

  /// A fence: waits only if operations are under way in queues that a later one could overtake.
  GIN_DEVICE void order(State& state) {
    if (!view_.rules.spans_queues()) return;
    if (env_.leader() && state.used_count > 0) env_.count(Count::fences_that_waited, 1);
    wait_all(state, env_.forever(), "fence");
  }

 private:
  GIN_DEVICE static bool any_signal(const Operation* operations, std::uint32_t count) {
    for (std::uint32_t i = 0; i < count; ++i)
      if (operations[i].has_signal || operations[i].op == Op::amo) return true;
    return false;
  }

  GIN_DEVICE std::uint32_t pick(State& state, Pe peer) {
    std::uint32_t index = 0;
    if (view_.rules.map == QueueMap::by_agent) index = view_.agent % view_.rules.per_peer;
    if (view_.rules.map == QueueMap::round_robin) index = state.turn++ % view_.rules.per_peer;
    return peer.value * view_.rules.per_peer + index;
  }

  GIN_DEVICE void submit(State& state, std::uint32_t key, const Operation* operations, std::uint32_t count) {
    const std::uint32_t per_peer = view_.rules.per_peer;
    Queue& queue = env_.queue(Pe{key / per_peer}, context_ * per_peer + key % per_peer);
    std::uint32_t total = 0;
    for (std::uint32_t i = 0; i < count; ++i) total += work_requests(operations[i]);
    env_.charge(Cost::gpu_build, (total + view_.lanes - 1) / view_.lanes);
    const std::uint64_t first = fetch_add(queue.reserved, std::uint64_t{total});
    const std::uint64_t end = first + total;
    std::uint64_t index = first;
    for (std::uint32_t i = 0; i < count; ++i) {
      WorkRequest requests[2];
      const std::uint32_t built =
          build(operations[i], view_.heap + operations[i].local, view_.rules.inline_max, requests);
      wait_for_room(queue, index + built);
      for (std::uint32_t r = 0; r < built; ++r) queue.slot(index++) = requests[r];
    }
    env_.charge(Cost::gpu_publish, 1);
    publish(queue, first, end);
    if (rings(queue, first, end)) ring(queue, end);
    remember(state, queue, key, end);
  }

  GIN_DEVICE void wait_for_room(Queue& queue, std::uint64_t end) {
    // Acquire: the NIC has read the slots that are to be overwritten.
    if (end - load_acquire(queue.completed) > queue.depth) {
      // Whoever waits for room must not sit on work requests that nobody was told about.
      flush_doorbell(queue);
      env_.count(Count::queue_full_stalls, 1);
      wait_until_complete(queue, end - queue.depth, env_.forever(), "reserve");
    }
    env_.room(queue, end);
  }

  GIN_DEVICE void flush_doorbell(Queue& queue) {
    const std::uint64_t ready = load_total(queue.ready);  // pairs with the look at `reserved` in rings()
    if (load_relaxed(queue.posted) < ready) ring(queue, ready);
  }

  GIN_DEVICE void publish(Queue& queue, std::uint64_t first, std::uint64_t end) {
    if (load_acquire(queue.ready) != first)
      gin::wait(env_, Cost::gpu_poll, queue.in_order, env_.forever(),
                Waiting{"post", "earlier work requests of the queue to be written", 0, 0, first},
                [&](Waiting& why) {
                  why.seen = load_acquire(queue.ready);  // their slots come with it
                  return why.seen == first;
                });
    fetch_add(queue.ready, end - first);  // our slots are written before the index says so
    env_.notify(queue.in_order);
  }

  /// The doorbell may be left to a later agent if one has reserved already, unless a batch is full or that
  /// agent may be waiting for room that only our work makes.
  GIN_DEVICE bool rings(Queue& queue, std::uint64_t first, std::uint64_t end) {
    const std::uint64_t batch = view_.rules.doorbell_batch;
    const std::uint64_t reserved = load_total(queue.reserved);
    return reserved == end || first / batch != end / batch ||
           reserved - load_relaxed(queue.completed) > queue.depth;
  }

  GIN_DEVICE void ring(Queue& queue, std::uint64_t end) {
    env_.charge(Cost::gpu_doorbell, 1);
    raise(queue.posted, end);
    env_.count(Count::doorbells, 1);
    env_.post(queue, end);
  }

  GIN_DEVICE Status wait_until_complete(Queue& queue, std::uint64_t end, Limit limit, const char* call) {
    return gin::wait(env_, Cost::gpu_poll, queue.completion, limit,
                     Waiting{call, "work requests completed by the NIC", queue.id, 0, end}, [&](Waiting& why) {
                       why.seen = look_for_completions(queue);
                       return why.seen >= end;
                     });
  }

  /// Queues without work of ours still cost a look each; up to 32 lanes look side by side.
  GIN_DEVICE void poll_idle_queues(State& state) {
    const std::uint32_t configured = view_.rules.per_peer * (view_.n_pes - 1);
    const std::uint32_t idle = configured > state.used_count ? configured - state.used_count : 0;
    const std::uint32_t pollers = view_.lanes < 32 ? view_.lanes : 32;
    if (idle > 0) env_.charge(Cost::gpu_poll, (idle + pollers - 1) / pollers);
  }

  GIN_DEVICE bool wait_for_peer(State& state, Pe peer, const char* call) {
    bool waited = false;
    for (std::uint32_t i = 0; i < view_.rules.per_peer; ++i) {
      const std::uint32_t slot = state.used_slot[peer.value * view_.rules.per_peer + i];
      if (slot == 0) continue;
      wait_until_complete(*state.used[slot - 1].queue, state.used[slot - 1].end, env_.forever(), call);
      waited = true;
    }
    return waited;
  }

  GIN_DEVICE void remember(State& state, Queue& queue, std::uint32_t key, std::uint64_t end) {
    std::uint32_t& slot = state.used_slot[key];
    if (slot == 0) slot = ++state.used_count;
    state.newest = {&queue, end, key};
    state.used[slot - 1] = state.newest;
  }

  GIN_DEVICE void forget_newest(State& state) {
    state.used_slot[state.used[state.used_count - 1].key] = 0;
    --state.used_count;
  }

  Env& env_;
  const AgentView<Env>& view_;
  std::uint32_t context_;
};

}  // namespace gin
