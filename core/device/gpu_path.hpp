// Operations as work requests that the agent itself builds and posts (IBGDA, GDAKI), and whose doorbell it rings
// or leaves to a CPU thread.
//
// The order of one submission: reserve indices, write the slots, wait until all earlier reservations are
// written, then ring the doorbell unless a later agent has already taken indices and will.
#pragma once

#include "core/base/planted.hpp"
#include "core/device/agent_view.hpp"
#include "core/device/gpu_submission.hpp"
#include "core/device/use.hpp"

namespace gin {

template <class Env>
class GpuPath {
 public:
  using Queue = SendQueue<Env>;
  using State = IssueState<Env>;
  using Limit = typename Env::Limit;

  GIN_DEVICE GpuPath(Env& env, const AgentView<Env>& view, std::uint32_t context)
      : env_(env), view_(view), submission_(env, view), context_(context) {}

  /// All operations go to one peer and one queue; they share a reservation and, batch permitting, a doorbell. Called
  /// by the lanes that have them.
  template <class Batch>
  GIN_DEVICE void issue(State& state, const Batch& batch) {
    const QueueRules& rules = view_.rules;
    GIN_ON_HOST(if (rules.post.counted) batch.one_by_one([&](const Operation& o) { check(view_, CountUse{o}); }));
    if (rules.strong_signals && batch.any([&](const Operation& o) { return rules.signal_may_overtake(o); })) {
      const std::uint32_t keys = rules.per_peer * rules.post.rails;
      if (batch.leads() && wait_for_keys(state, batch.peer().value * keys, keys, "strong signal"))
        tally(env_, Count::strong_signals_that_waited);
      batch.sync();
    }
    const auto turn = static_cast<std::uint32_t>(batch.once([&] { return pick(state); }));
    const std::uint32_t group = batch.peer().value * rules.per_peer + turn;
    if constexpr (PicksAtomics<typename Queue::Format>)
      if (batch.any([&](const Operation& operation) { return is_to_make(group, operation); }))
        return make(state, group, batch);
    if (batch.any([&](const Operation& operation) { return is_held(operation, rules.post); }))
      hold(state, group, batch);
    else
      submit(state, group, batch);
  }

  /// Returns when every operation of this agent is complete.
  GIN_DEVICE Status wait_all(State& state, Limit limit, const char* call) {
    Status status = Status::ok;
    if (env_.lane() == 0) {
      // In their order, so those behind the first one in use are looked at when it is through.
      const IdleQueues idle = view_.rules.quiet_polls_all ? idle_queues(state) : IdleQueues{};
      look_at(idle.before);
      status = wait_for_used(state, limit, call);
      if (status == Status::ok) look_at(idle.behind);
    }
    return told(env_, status);
  }

  /// Returns when the newest operation of this agent is complete.
  GIN_DEVICE void wait_newest(State& state, const char* call) {
    if (env_.lane() == 0) wait_for_keys(state, state.newest_key, view_.rules.post.rails, call);
    env_.sync();
  }

  /// A fence: waits only if operations are under way that a later one could overtake.
  GIN_DEVICE Status order(State& state) {
    if (!view_.rules.may_overtake() || planted(Fault::fence_skipped)) return Status::ok;
    if (env_.lane() == 0 && state.used_count > 0) tally(env_, Count::fences_that_waited);
    return wait_all(state, env_.limit(Deadline::never()), "fence");
  }

 private:
  GIN_DEVICE std::uint32_t pick(State& state) {
    if (view_.rules.map == QueueMap::by_agent) return view_.agent % view_.rules.per_peer;
    if (view_.rules.map == QueueMap::round_robin) return state.turn++ % view_.rules.per_peer;
    return 0;
  }

  /// Queue `group % per_peer` of peer `group / per_peer`, in this agent's context.
  template <class Batch>
  GIN_DEVICE void submit(State& state, std::uint32_t group, const Batch& batch) {
    for (std::uint32_t begin = 0; begin < batch.count();) {
      const std::uint32_t some = count_that_fits(group, batch, begin);
      submit_at_once(state, group, batch.part(begin, some));
      begin += some;
    }
  }

  /// How many of the operations one reservation may hold: it becomes known to the NIC as a whole, so a queue has to
  /// take it as a whole.
  template <class Batch>
  GIN_DEVICE std::uint32_t count_that_fits(std::uint32_t group, const Batch& batch, std::uint32_t begin) {
    const PostRules& rules = view_.rules.post;
    if (batch.count() == 1 && !batch.any([&](const Operation& o) { return o.bytes > rules.message_max; })) return 1;
    const auto& memory = home_of(group).memory;
    std::uint32_t depth = memory.depth;
    if constexpr (HasWindow<typename Queue::Format>) {
      const std::uint32_t window = Queue::Format::window(memory);
      if (window < depth) depth = window;
    }
    return batch.that_fit(begin, depth, [&](const Operation& operation) {
      if (operation.bytes > rules.message_max) check(view_, PostUse{operation, rules, depth});
      return work_requests(operation, rules, 0);  // no rail has more
    });
  }

  GIN_DEVICE Queue& home_of(std::uint32_t group) {
    const std::uint32_t per_peer = view_.rules.per_peer;
    return view_.queues(Pe{group / per_peer}, (context_ * per_peer + group % per_peer) * view_.rules.post.rails);
  }

  template <class Batch>
  GIN_DEVICE void submit_at_once(State& state, std::uint32_t group, const Batch& batch) {
    const std::uint32_t per_peer = view_.rules.per_peer;
    const std::uint32_t rails = view_.rules.post.rails;
    const Pe peer{group / per_peer};
    const std::uint32_t stream = context_ * per_peer + group % per_peer;
    Queue& home = home_of(group);
    const TakenNumbers numbers = submission_.number(home, batch);
    if (batch.leads()) state.newest_key = group * rails;
    for (std::uint32_t rail = 0; rail < rails; ++rail) {
      Queue& queue = rail == 0 ? home : view_.queues(peer, stream * rails + rail);
      const std::uint64_t end = submission_.post({queue, stream, rail}, batch, numbers);
      if (end != 0 && batch.leads()) remember(state, queue, group * rails + rail).end = end;
    }
    if (numbers.count == 0 || !batch.leads()) return;
    auto& used = remember(state, home, group * rails);
    used.is_numbered = true;
    used.number = numbers.first + numbers.count;
  }

  /// The source holds signals back: data first, and when it is acknowledged the signals that follow it.
  template <class Batch>
  GIN_DEVICE void hold(State& state, std::uint32_t group, const Batch& batch) {
    batch.one_by_one([&](const Operation& operation) {
      const Operation data = is_held(operation, view_.rules.post) ? data_of(operation) : operation;
      submit(state, group, OneLaneBatch(&data, 1));
    });
    if (batch.leads()) {
      tally(env_, Count::signals_held);
      wait_for_keys(state, group * view_.rules.post.rails, view_.rules.post.rails, "held signal");
    }
    batch.sync();
    batch.one_by_one([&](const Operation& operation) {
      if (!is_held(operation, view_.rules.post)) return;
      const Operation signal = signal_of(operation);
      submit(state, group, OneLaneBatch(&signal, 1));
    });
  }

  GIN_DEVICE bool is_to_make(std::uint32_t group, const Operation& operation) {
    return is_amo(operation.op) &&
           !Queue::Format::has(home_of(group).memory, operation.amo, operation.op == Op::fetch_amo);
  }
  /// Atomics that the NIC has not are made here, one after the other; what is around them keeps its place.
  template <class Batch>
  GIN_DEVICE void make(State& state, std::uint32_t group, const Batch& batch) {
    batch.one_by_one([&](const Operation& operation) {
      if (is_to_make(group, operation))
        compare_and_swap(state, group, operation);
      else
        submit(state, group, OneLaneBatch(&operation, 1));
    });
    batch.sync();
  }
  /// Looks what is there and swaps, until nobody came between: the old value is then where it belongs.
  GIN_DEVICE void compare_and_swap(State& state, std::uint32_t group, const Operation& operation) {
    const std::uint32_t rails = view_.rules.post.rails;
    Operation attempt = operation;
    attempt.op = Op::fetch_amo;
    attempt.amo = Amo::fetch;
    if (operation.op == Op::amo) attempt.local = landing_place(view_, context_);
    for (;;) {
      submit(state, group, OneLaneBatch(&attempt, 1));
      wait_for_keys(state, group * rails, rails, "atomic");
      const auto found = load<Order::relaxed>(*reinterpret_cast<std::uint64_t*>(view_.heap + attempt.local));
      if (attempt.amo == Amo::compare_swap && found == attempt.compare) return;
      attempt.amo = Amo::compare_swap;
      attempt.compare = found;
      attempt.value = applied(operation.amo, found, operation.value, 0);
    }
  }

  GIN_DEVICE Status wait_for(State& state, const typename State::Used& used, Limit limit, const char* call) {
    Status status = submission_.wait_until_complete(*used.queue, used.end, limit, call);
    if (status == Status::ok && used.is_numbered)
      status = submission_.wait_until_acknowledged(*used.queue, used.number, limit, call);
    if (status == Status::failed) state.failure = used.queue->failure();
    return status;
  }

  /// Until all that is under way is through. Lanes look at their queues side by side: what they are charged passes once.
  GIN_DEVICE Status wait_for_used(State& state, Limit limit, const char* call) {
    Status status = Status::ok;
    for (std::uint32_t looked = 0; state.used_count > 0 && status == Status::ok; ++looked) {
      charge_lane(looked % pollers() == 0 ? LaneTurn::first : LaneTurn::next);
      status = wait_for(state, state.used[state.used_count - 1], limit, call);
      if (status == Status::ok) forget_newest(state);
    }
    charge_lane(LaneTurn::over);
    return status;
  }
  /// Whose looks are charged from here on, where a clock charges any.
  GIN_DEVICE void charge_lane(LaneTurn turn) {
    if constexpr (Clock<Env>)
      if (view_.host && view_.host->beside) view_.host->beside->turn(turn);
  }

  /// Waits for what is under way in `count` queues from `first` on; whether anything was.
  GIN_DEVICE bool wait_for_keys(State& state, std::uint32_t first, std::uint32_t count, const char* call) {
    bool waited = false;
    for (std::uint32_t key = first; key < first + count; ++key) {
      const std::uint32_t slot = state.used_slot[key];
      if (slot == 0) continue;
      const typename State::Used& used = state.used[slot - 1];
      submission_.insist(*used.queue, wait_for(state, used, env_.limit(Deadline::never()), call), call);
      waited = true;
    }
    return waited;
  }

  /// Queues without work of ours, before and behind the first one that has some.
  struct IdleQueues {
    std::uint32_t before = 0;
    std::uint32_t behind = 0;
  };
  GIN_DEVICE IdleQueues idle_queues(const State& state) const {
    IdleQueues idle;
    if constexpr (Clock<Env>) {
      std::uint32_t first = state.used_count > 0 ? state.used[0].key : 0;
      for (std::uint32_t i = 1; i < state.used_count; ++i)
        if (state.used[i].key < first) first = state.used[i].key;
      const std::uint32_t each = view_.rules.per_peer * view_.rules.post.rails;
      std::uint32_t all = 0;
      for (std::uint32_t pe = 0; pe < view_.n_pes; ++pe) {
        if (!has_queues_to(Pe{pe})) continue;
        if (pe < first / each) idle.before += each;
        if (pe == first / each) idle.before += first % each;
        all += each;
      }
      const std::uint32_t rest = all - idle.before;
      idle.behind = rest > state.used_count ? rest - state.used_count : 0;
    }
    return idle;
  }
  /// Lanes that look at queues side by side: a warp's at most.
  GIN_DEVICE std::uint32_t pollers() const { return view_.lanes < 32 ? view_.lanes : 32; }
  GIN_DEVICE void look_at(std::uint32_t queues) {
    if (queues > 0) charge(env_, Cost::gpu_poll, (queues + pollers() - 1) / pollers());
  }
  GIN_DEVICE bool has_queues_to(Pe peer) const {
    const Path path = view_.paths(peer);
    return peer != view_.me && path != Path::pointer && path != Path::proxy;
  }

  GIN_DEVICE typename State::Used& remember(State& state, Queue& queue, std::uint32_t key) {
    std::uint32_t& slot = state.used_slot[key];
    if (slot == 0) {
      slot = ++state.used_count;
      state.used[slot - 1] = {};
      state.used[slot - 1].queue = &queue;
      state.used[slot - 1].key = key;
    }
    return state.used[slot - 1];
  }

  GIN_DEVICE void forget_newest(State& state) {
    state.used_slot[state.used[state.used_count - 1].key] = 0;
    --state.used_count;
  }

  Env& env_;
  const AgentView<Env>& view_;
  GpuSubmission<Env> submission_;
  std::uint32_t context_;
};

}  // namespace gin
