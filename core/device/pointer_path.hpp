// Operations by load and store: over NVLink, shared memory, or within the PE itself.
#pragma once

#include "core/device/agent_view.hpp"
#include "core/device/environment.hpp"

namespace gin {

template <class Env>
class PointerPath {
 public:
  GIN_DEVICE PointerPath(Env& env, const AgentView<Env>& view) : env_(env), view_(view) {}

  /// Returns when all stores of the agent are visible at their peers.
  GIN_DEVICE void drain(IssueState<Env>& state) {
    if (!state.stored) return;
    env_.drain();
    env_.sync();  // every lane has looked at `stored` before it changes
    if (env_.lane() == 0) {
      state.stored = false;
      view_.issue->clean = true;
    }
    env_.sync();
  }

  /// Called by all lanes of the agent.
  GIN_DEVICE void issue(IssueState<Env>& state, const Operation& operation) {
    const Pe peer = operation.peer;
    switch (operation.op) {
      case Op::put:
        if (operation.bytes > 0) {
          env_.copy(
              {Copy::Kind::store, peer, operation.remote, operation.local, operation.bytes, operation.number});
          if (!operation.has_signal) note_stored(state);
        }
        if (operation.has_signal) {
          // Stores of other lanes and of this one may pass each other; the fence keeps the signal last: the lane that tells has drained for
          // all. What is noted of earlier ones all hear from one lane.
          const bool drains = operation.bytes > 0 || env_.broadcast(state.stored ? 1 : 0) != 0;
          if (drains) env_.drain();
          signal(state, signal_of(operation), drains);
        }
        break;
      case Op::get:
        env_.copy({Copy::Kind::load, peer, operation.remote, operation.local, operation.bytes, operation.number});
        break;
      case Op::value:
        if (env_.lane() == 0)
          env_.store({peer, operation.remote, operation.value, operation.bytes, operation.number});
        note_stored(state);
        break;
      case Op::amo:
        signal(state, operation, env_.lane() == 0 && view_.issue->clean);  // the lane that tells keeps it
        break;
      case Op::fetch_amo:
        if (env_.lane() == 0) {
          const std::uint64_t old = env_.atomic(atomic_of(operation, true));
          store<Order::relaxed>(*reinterpret_cast<std::uint64_t*>(view_.heap + operation.local), old);
        }
        break;
      case Op::send:
      case Op::receive:
        break;  // always a CPU's business: Context hands them to the proxy
    }
    if (env_.lane() == 0) view_.issue->clean = false;
    env_.sync();
  }

 private:
  GIN_DEVICE static AtomicMove atomic_of(const Operation& amo, bool fetches) {
    return {amo.peer, amo.remote, amo.amo, amo.value, amo.compare, fetches, false, amo.number};
  }

  GIN_DEVICE void signal(IssueState<Env>& state, const Operation& amo, bool drained) {
    AtomicMove move = atomic_of(amo, false);
    move.drained = drained;
    if (env_.lane() == 0) env_.atomic(move);
    note_stored(state);
  }
  GIN_DEVICE void note_stored(IssueState<Env>& state) {
    if (env_.lane() == 0) state.stored = true;
  }

  Env& env_;
  const AgentView<Env>& view_;
};

}  // namespace gin
