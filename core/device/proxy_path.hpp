// Operations as commands in a ring that a CPU thread serves.
#pragma once

#include "core/base/planted.hpp"
#include "core/device/agent_view.hpp"
#include "core/device/batch.hpp"
#include "core/device/environment.hpp"
#include "core/device/use.hpp"

namespace gin {

template <class Env>
class ProxyPath {
 public:
  using Limit = typename Env::Limit;
  using Commands = typename Ring<Env>::Format;

  GIN_DEVICE ProxyPath(Env& env, const AgentView<Env>& view, std::uint32_t context)
      : env_(env), view_(view), rings_(view.rings + context * view.rings_per_context) {}

  /// All operations go to one peer, so to one ring. Called by the lanes that have them.
  template <class Batch>
  GIN_DEVICE void issue(IssueState<Env>& state, const Batch& batch) {
    const std::uint32_t ring = ring_of(batch.peer());
    const PostRules rules = view_.rules.of_rings();
    if (view_.rules.strong_signals &&
        batch.any([&](const Operation& o) { return signal_may_overtake(o, rules); })) {
      if (batch.leads() && state.pushed[ring].any) {
        insist_on_ring(state, ring, "strong signal");
        tally(env_, Count::strong_signals_that_waited);
      }
      batch.sync();
    }
    const std::uint32_t end = push(ring, batch);
    if (!batch.leads()) return;
    state.pushed[ring].end = end;
    state.pushed[ring].any = true;
  }

  /// A send or receive. It waits for a peer's program, so no quiet waits for it, and nothing behind it in its ring: the proxy counts
  /// those of each agent that are through. Called by one lane.
  GIN_DEVICE void two_sided(IssueState<Env>& state, Operation& operation) {
    const std::uint32_t ring = ring_of(operation.peer);
    operation.remote = view_.agent;
    push(ring, OneLaneBatch(&operation, 1));
    ++state.pushed[ring].two_sided;
  }
  /// Returns when all of those are through that this agent has started.
  GIN_DEVICE void wait_two_sided(IssueState<Env>& state, const char* call) {
    if (env_.lane() == 0)
      for (std::uint32_t i = 0; i < view_.rings_per_context; ++i) wait_two_sided(state, i, call);
    env_.sync();
  }

  /// Returns when everything this agent pushed is complete at the fabric.
  GIN_DEVICE Status wait(IssueState<Env>& state, Limit limit, const char* call) {
    Status status = Status::ok;
    if (env_.lane() == 0)
      for (std::uint32_t i = 0; i < view_.rings_per_context && status == Status::ok; ++i)
        status = wait_for_ring(state, i, limit, call);
    return told(env_, status);
  }

  /// Returns when everything this agent pushed for the peer is complete.
  GIN_DEVICE void wait_peer(IssueState<Env>& state, Pe peer, const char* call) {
    if (env_.lane() == 0) insist_on_ring(state, ring_of(peer), call);
    env_.sync();
  }

  /// A fence: commands for one peer go through one ring to one queue; waits only where that queue keeps no order.
  GIN_DEVICE Status order(IssueState<Env>& state) {
    if (!view_.rules.of_rings().may_overtake()) return Status::ok;
    if (env_.lane() == 0)
      for (std::uint32_t i = 0; i < view_.rings_per_context; ++i)
        if (state.pushed[i].any) {
          tally(env_, Count::fences_that_waited);
          break;
        }
    return wait(state, env_.limit(Deadline::never()), "fence");
  }

 private:
  GIN_DEVICE std::uint32_t ring_of(Pe peer) const {
    return view_.rings_per_context == 1 ? 0 : peer.value % view_.rings_per_context;
  }

  /// Returns the position behind them, to the lane that leads.
  template <class Batch>
  GIN_DEVICE std::uint32_t push(std::uint32_t index, const Batch& batch) {
    Ring<Env>& ring = rings_[index];
    const auto sizes = [](const Operation& operation) { return Sizes{Commands::slots_of(operation), 0}; };
    const std::uint32_t slots = batch.sum([](const Operation& operation) { return Commands::slots_of(operation); });
    const std::uint32_t commands = batch.count();
    charge(env_, Cost::proxy_push, commands <= view_.lanes ? 1 : (commands + view_.lanes - 1) / view_.lanes);
    fence_for_all<Order::release>();  // once for all: what this call's operations read has been written
    // Before the position, so that a GPU has both on their way at once. Relaxed, as everything about this word.
    const std::uint32_t tail = load<Order::relaxed, Scope::gpu>(env_, ring.gpu->tail_cache);
    // Relaxed: a position is all that producers have of each other; slots say themselves when they are there.
    const auto first = static_cast<std::uint32_t>(
        batch.once([&] { return fetch_add<Order::relaxed, Scope::gpu>(env_, ring.gpu->head, slots); }));
    batch.place(sizes, [&](const Operation& operation, const Sizes& before) {
      const std::uint32_t position = first + before.requests;
      const auto command = Commands::encode(operation);
      if (!has_room(position, command.count, tail, ring.capacity)) wait_for_room(ring, position, command.count);
      env_.post(ring, position, command);
    });
    batch.sync();
    if (batch.leads()) tally(env_, Count::commands, commands);
    return first + slots;
  }

  GIN_DEVICE Status wait_for_ring(IssueState<Env>& state, std::uint32_t index, Limit limit, const char* call) {
    auto& pushed = state.pushed[index];
    if (!pushed.any) return Status::ok;
    Ring<Env>& ring = rings_[index];
    const Waiting why{call, "commands completed by the proxy", Waiting::Of::nothing, 0, 0, pushed.end};
    const Status status =
        come_to(state, ring, ring.answers->completed, limit, why, [&] { demand(ring, pushed.end); });
    if (status == Status::ok) pushed.any = false;
    return status;
  }

  GIN_DEVICE void wait_two_sided(IssueState<Env>& state, std::uint32_t index, const char* call) {
    auto& pushed = state.pushed[index];
    if (pushed.through == pushed.two_sided) return;
    Ring<Env>& ring = rings_[index];
    const Waiting why{call, "sends and receives that are through", Waiting::Of::nothing, 0, 0, pushed.two_sided};
    const auto never = env_.limit(Deadline::never());
    if (come_to(state, ring, ring.two_sided[view_.agent], never, why, [] {}) == Status::failed)
      end_agent({state.failure, call});
    pushed.through = pushed.two_sided;
  }

  /// Until the word has come to where `why` wants it, or something in the ring has failed; `asks` before each wait.
  template <class Asks>
  GIN_DEVICE Status come_to(IssueState<Env>& state, Ring<Env>& ring, std::uint32_t& word, Limit limit,
                            const Waiting& why, const Asks& asks) {
    bool is_there = false;
    const auto look = [&](Waiting& now) {
      // Acquire: what completed before the word was written (the bytes of a get) is visible after it.
      now.seen = load<Order::acquire>(word);
      is_there = reached(static_cast<std::uint32_t>(now.seen), static_cast<std::uint32_t>(now.wanted));
      return is_there;
    };
    const Status status = gin::wait(env_, Cost::proxy_poll, *ring.completion, limit, why, [&](Waiting& now) {
      if (look(now)) return true;
      if (has_failed(ring)) return look(now), true;  // the word may have come first
      asks();
      return false;
    });
    if (status == Status::ok && !is_there) state.failure = ring.failure();
    return ended(status, is_there);
  }

  /// For calls that return no status.
  GIN_DEVICE void insist_on_ring(IssueState<Env>& state, std::uint32_t index, const char* call) {
    if (wait_for_ring(state, index, env_.limit(Deadline::never()), call) == Status::failed)
      end_agent({state.failure, call});
  }
  GIN_DEVICE static bool has_failed(const Ring<Env>& ring) { return ring.failure().status != CompletionStatus::ok; }

  GIN_DEVICE void wait_for_room(Ring<Env>& ring, std::uint32_t position, std::uint32_t count) {
    if (has_room(position, count, load<Order::relaxed, Scope::gpu>(env_, ring.gpu->tail_cache), ring.capacity))
      return;
    if (planted(Fault::tail_cached_too_long)) return;
    gin::wait(
        env_, Cost::proxy_credit_read, *ring.credit, env_.limit(Deadline::never()),
        Waiting{"push", "room in the ring: tail", Waiting::Of::nothing, 0, 0, position + count - ring.capacity},
        [&](Waiting& why) {
          // Acquire: the consumer has read the slots before the tail, they may be overwritten.
          const std::uint32_t tail = load<Order::acquire>(ring.host->tail);
          // Relaxed, for others too: no slot is written before the comparison with this value has let it.
          store<Order::relaxed, Scope::gpu>(ring.gpu->tail_cache, tail);
          why.seen = tail;
          const bool room = has_room(position, count, tail, ring.capacity);
          if (room) return true;
          if (has_failed(ring)) end_agent({ring.failure(), "push"});
          tally(env_, Count::ring_full_stalls);
          demand(ring, position + count - ring.capacity);
          return false;
        });
  }

  /// Says that what is before `end` has to be asked for. Of two who say so at once one may be lost, until it looks again.
  GIN_DEVICE void demand(Ring<Env>& ring, std::uint32_t end) {
    if (!view_.completes_on_demand) return;
    // What was said lies between there and the head, or it was said laps ago.
    const auto head = load<Order::relaxed, Scope::gpu>(ring.gpu->head);
    if (head - load<Order::relaxed>(ring.host->wanted) <= head - end) return;
    store<Order::relaxed>(ring.host->wanted, end);
    if constexpr (Clock<Env>) env_.notify(*ring.pushed);  // in virtual time a proxy sleeps while it polls in vain
  }

  Env& env_;
  const AgentView<Env>& view_;
  Ring<Env>* rings_;
};

}  // namespace gin
