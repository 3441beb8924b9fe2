// Context: memory views and the work of all lanes of an agent.
#pragma once

#include <bit>
#include <utility>

#include "core/device/context.hpp"

namespace gin {

template <class Env>
template <class T>
GIN_DEVICE Peer<T> Context<Env>::ptr(const Window<T>& window, Pe peer) const {
  unsigned char* heap = view_.peers[peer.value];
  return {heap ? reinterpret_cast<T*>(heap + window.offset) : nullptr, heap ? window.count : 0, peer,
          window.is_phantom};
}

/// f(i) for this lane's part of 0 .. n-1.
template <class Env>
template <class F>
GIN_DEVICE void Context<Env>::for_own(std::uint64_t n, F f) {
  GIN_ON_HOST(if (view_.host && view_.host->order) return view_.host->order->visit(n, f));
  visit(f, env_.lane(), env_.lanes(), n);
}

template <class Env>
template <std::uint32_t N, class F>
GIN_DEVICE bool Context<Env>::run_lanes(const char* call, std::uint64_t n, const Views<N>& views, F f) {
  return run_loop(call, n, loaded_together<F>(views), [&] { for_own(n, f); });
}

template <class Env>
template <std::uint32_t N, class In, class Out>
GIN_DEVICE void Context<Env>::for_tiles(std::uint64_t tiles, std::uint64_t n, const Views<N>& views, In in,
                                        Out out) {
  const std::uint64_t rounds = tiles > 0 ? (in(0).n + view_.lanes - 1) / view_.lanes : 1;
  run_loop("for_tiles", n, loaded_by_tiles(views, rounds), [&] {
    for (std::uint64_t tile = 0; tile < tiles; ++tile) {
      const auto reads = in(tile);
      for_own(reads.n, reads.halves);
      env_.sync();
      const auto writes = out(tile);
      for_own(writes.n, writes.halves);
      env_.sync();
    }
  });
}

/// False: the views have bytes that are not stored, and no lane ran.
template <class Env>
template <std::uint32_t N, class Body>
GIN_DEVICE bool Context<Env>::run_loop(const char* call, std::uint64_t n, const Views<N>& views, Body body) {
  charge(env_, Cost::kernel);
  touches();
  if (env_.lane() == 0) tally(env_, Count::lane_loops);
  // What is read has arrived before the lanes run; what they write takes its time afterwards.
  bool stored = true;
  std::uint64_t computes = views.instructions;
  for (Access access : views) {
    check(view_, PartUse{access, call});
    GIN_ON_HOST(stored = stored && !access.is_phantom);
    if (access.writes) continue;
    access.instructions = computes;
    computes = 0;
    touch(env_, access, n);
  }
  if (computes > 0) touch(env_, Access{.pe = view_.me, .instructions = computes}, n);
  settle(env_);
  GIN_ON_HOST(if (view_.host) view_.host->loop = call);
  GIN_ON_HOST(if (view_.host && view_.host->stores) view_.host->stores->begin(views.begin(), views.end()));
  if (stored) body();
  GIN_ON_HOST(if (view_.host && view_.host->stores) view_.host->stores->end(context_));
  GIN_ON_HOST(if (view_.host) view_.host->loop = "");
  for (const Access& access : views) {
    if (!access.writes) continue;
    touch(env_, access, n);
    if (access.pe != view_.me && env_.lane() == 0) issue_.stored = true;
  }
  env_.sync();
  return stored;
}

template <class Env>
GIN_DEVICE void Context<Env>::compute(const Work& work) {
  check(view_, PlaceUse{view_.me, work.from, work.bytes, "compute"});
  charge(env_, Cost::kernel);
  if (env_.lane() == 0) tally(env_, Count::lane_loops);
  const std::uint64_t begin = work.from.offset - work.from.window;
  const Access access{.pe = view_.me,
                      .data = view_.heap + work.from.window,
                      .lane_bytes = work.bytes,
                      .footprint_bytes = begin + work.from.room,
                      .part_begin = begin,
                      .part_bytes = work.bytes,
                      .operations = work.operations};
  if (!touch(env_, access, 1))
    if (const std::uint32_t never = multiply_and_add(env_, work, view_.heap))
      word<std::uint64_t>(landing_place()) = never;
  env_.sync();
}

template <class Env>
template <class F>
GIN_DEVICE void Context<Env>::each_lane(std::uint64_t n, F f) {
  if constexpr (PlaysLanes<Env>) {
    play_lanes(n, f);
  } else {
    const std::uint32_t width = env_.lanes() < warp ? env_.lanes() : warp;
    for (std::uint64_t base = 0; base < n; base += width) {
      if constexpr (!only_pointers) {
        if (env_.lane() < width) group_lanes(base, n, f);
      }
      // By load and store, one after another, by all lanes together.
      if constexpr (may_point)
        for (std::uint64_t i = base; i < n && i < base + width; ++i)
          if (Operation operation = f(i); !is_nothing(operation) && way_to(operation.peer) == Path::pointer)
            issue(std::move(operation));
    }
  }
  env_.sync();
}

/// One lane of a host has the operations of a warp's lanes, and issues them as those would: side by side what goes to a
/// queue, then one after another, by all lanes, what goes by load and store.
template <class Env>
template <class F>
GIN_DEVICE void Context<Env>::play_lanes(std::uint64_t n, F f) {
  LanesBeside* const beside = view_.host && view_.lanes >= warp ? view_.host->beside : nullptr;
  for (std::uint64_t base = 0; base < n; base += warp) {
    Operation operations[warp];
    std::uint32_t queued = 0, pointed = 0;  // one bit per lane
    for (std::uint32_t lane = 0; lane < warp && base + lane < n; ++lane) {
      operations[lane] = f(base + lane);
      if (is_nothing(operations[lane])) continue;
      const bool points = way_to(operations[lane].peer) == Path::pointer;
      (points ? pointed : queued) |= std::uint32_t{1} << lane;
    }
    issue_lanes(operations, queued, beside);
    issue_lanes(operations, pointed, nullptr);
  }
}

/// What lanes (one bit each) have, peer by peer, in the order of their first lanes.
template <class Env>
GIN_DEVICE void Context<Env>::issue_lanes(const Operation* operations, std::uint32_t lanes, LanesBeside* beside) {
  for (LaneTurn turn = LaneTurn::first; lanes != 0; turn = LaneTurn::next) {
    if (beside) beside->turn(turn);
    const Pe peer = operations[std::countr_zero(lanes)].peer;
    Operation group[warp];
    std::uint32_t members = 0;
    for (std::uint32_t lane = 0; lane < warp; ++lane) {
      if ((lanes >> lane & 1) == 0 || operations[lane].peer != peer) continue;
      lanes &= ~(std::uint32_t{1} << lane);
      group[members++] = operations[lane];
    }
    issue_in_turn(group, members);
  }
  if (beside) beside->turn(LaneTurn::over);
}

/// Each lane of a warp keeps its own operation, and those for one peer make one submission; peer by peer, in the order
/// of their first lanes, so that what the agent remembers of its operations has one writer at a time.
template <class Env>
template <class F>
GIN_DEVICE void Context<Env>::group_lanes(std::uint64_t base, std::uint64_t n, F f) {
  constexpr std::uint32_t nobody = ~std::uint32_t{0};
  auto all = env_.match(0);
  Operation operation;
  bool has_one = base + all.lane() < n;
  if (has_one) {
    operation = f(base + all.lane());
    has_one = !is_nothing(operation) && way_to(operation.peer) != Path::pointer;
  }
  auto group = env_.match(has_one ? operation.peer.value : nobody);
  if (has_one) begin(&operation, 1);
  const Scan leaders = all.scan(has_one && group.lane() == 0 ? 1 : 0);
  const std::uint64_t turn = group.broadcast(leaders.before);
  for (std::uint64_t i = 0; i < leaders.total; ++i) {
    if (has_one && turn == i) hand_on(LaneBatch(group, operation));
    all.sync();
  }
}

template <class Env>
template <std::uint32_t N, class F>
GIN_DEVICE std::uint64_t Context<Env>::lane_sum(std::uint64_t n, const Views<N>& views, F f) {
  std::uint64_t own = 0;
  run_lanes("lane_sum", n, views, [&](std::uint64_t lane) { own += static_cast<std::uint64_t>(f(lane)); });
  charge(env_, Cost::synchronise);
  return env_.scan(own).total;
}

template <class Env>
template <std::uint32_t N, class F>
GIN_DEVICE std::uint64_t Context<Env>::lane_scan(std::uint64_t n, const Views<N>& views, std::uint64_t* out, F f) {
  if (!run_lanes("lane_scan", n, views, [&](std::uint64_t lane) { out[lane] = f(lane); }))
    for_own(n, [&](std::uint64_t lane) { out[lane] = 0; });
  std::uint64_t sum = 0;
  for (std::uint64_t base = 0; base < n; base += env_.lanes()) {
    const std::uint64_t mine = base + env_.lane();  // what this lane wrote
    const Scan part = env_.scan(mine < n ? out[mine] : 0);
    if (mine < n) out[mine] = sum + part.before;
    sum += part.total;
  }
  charge(env_, Cost::synchronise);
  env_.sync();
  return sum;
}

template <class Env>
template <std::uint32_t N, class F>
GIN_DEVICE std::uint64_t Context<Env>::broadcast(const Views<N>& views, F f) {
  std::uint64_t value = 0;
  const auto one = [&](std::uint64_t) { value = static_cast<std::uint64_t>(f()); };
  // What is in registers already needs no loop over memory.
  if constexpr (N > 0)
    run_lanes("broadcast", 1, views, one);
  else if (env_.lane() == 0)
    one(0);
  return env_.broadcast(value);
}

}  // namespace gin
