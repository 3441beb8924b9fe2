// Context: memory views and the work of all lanes of an agent.
#pragma once

#include "core/device/context.hpp"

namespace gin {

template <class Env>
template <class T>
GIN_DEVICE Peer<T> Context<Env>::ptr(const Window<T>& window, Pe peer) const {
  unsigned char* heap = view_.peers[peer.value];
  return {heap ? reinterpret_cast<T*>(heap + window.offset) : nullptr, heap ? window.count : 0, peer};
}

/// False: the views have bytes that are not stored, and no lane ran.
template <class Env>
template <std::uint32_t N, class F>
GIN_DEVICE bool Context<Env>::run_lanes(const char* call, std::uint64_t n, const Views<N>& views, F f) {
  charge(env_, Cost::kernel);
  // What is read has arrived before the lanes run; what they write takes its time afterwards.
  bool stored = true;
  for (const Access& access : views) {
    env_.check(PartUse{access, call});
    stored = stored && env_.stored(access);
    if (!access.writes) touch(env_, access, n);
  }
  if (stored) env_.lanes(call, n, f);
  for (const Access& access : views) {
    if (!access.writes) continue;
    touch(env_, access, n);
    if (access.pe != view_.me) issue_.stored = true;
  }
  env_.sync();
  return stored;
}

template <class Env>
template <std::uint32_t N, class F>
GIN_DEVICE void Context<Env>::for_lanes(std::uint64_t n, const Views<N>& views, F f) {
  run_lanes("for_lanes", n, views, f);
}

template <class Env>
template <class F>
GIN_DEVICE void Context<Env>::each_lane(std::uint64_t n, F f) {
  constexpr std::uint32_t warp = 32;
  for (std::uint64_t base = 0; base < n; base += warp) {
    Operation operations[warp];
    const std::uint32_t count = n - base < warp ? static_cast<std::uint32_t>(n - base) : warp;
    for (std::uint32_t lane = 0; lane < count; ++lane) operations[lane] = f(base + lane);
    std::uint32_t done = 0;  // one bit per lane
    for (std::uint32_t leader = 0; leader < count; ++leader) {
      if ((done >> leader & 1) != 0) continue;
      Operation group[warp];
      std::uint32_t members = 0;
      for (std::uint32_t lane = leader; lane < count; ++lane) {
        if ((done >> lane & 1) != 0 || operations[lane].peer != operations[leader].peer) continue;
        done |= std::uint32_t{1} << lane;
        const bool empty = operations[lane].bytes == 0 && !operations[lane].has_signal;
        if (!empty) group[members++] = operations[lane];
      }
      if (members > 0) issue(group, members);
    }
  }
  env_.sync();
}

/// Every lane reads the word before any lane may write it again.
template <class Env>
GIN_DEVICE std::uint64_t Context<Env>::take_shared() {
  env_.sync();
  const std::uint64_t value = load<Order::relaxed, Scope::block>(env_.shared_word());
  env_.sync();
  return value;
}

template <class Env>
template <std::uint32_t N, class F>
GIN_DEVICE std::uint64_t Context<Env>::lane_sum(std::uint64_t n, const Views<N>& views, F f) {
  std::uint64_t& total = env_.shared_word();
  if (env_.leader()) total = 0;
  env_.sync();
  run_lanes("lane_sum", n, views, [&](std::uint64_t lane) {
    fetch_add<Order::relaxed, Scope::block>(total, static_cast<std::uint64_t>(f(lane)));
  });
  charge(env_, Cost::synchronise);
  return take_shared();
}

template <class Env>
template <std::uint32_t N, class F>
GIN_DEVICE std::uint64_t Context<Env>::lane_scan(std::uint64_t n, const Views<N>& views, std::uint64_t* out, F f) {
  if (!run_lanes("lane_scan", n, views, [&](std::uint64_t lane) { out[lane] = f(lane); })) {
    env_.lanes("lane_scan", n, [&](std::uint64_t lane) { out[lane] = 0; });
    env_.sync();
  }
  if (env_.leader()) {
    std::uint64_t sum = 0;
    for (std::uint64_t lane = 0; lane < n; ++lane) {
      const std::uint64_t own = out[lane];
      out[lane] = sum;
      sum += own;
    }
    env_.shared_word() = sum;
  }
  charge(env_, Cost::synchronise);
  return take_shared();
}

template <class Env>
template <std::uint32_t N, class F>
GIN_DEVICE std::uint64_t Context<Env>::broadcast(const Views<N>& views, F f) {
  std::uint64_t& value = env_.shared_word();
  if (env_.leader()) value = 0;
  const auto one = [&](std::uint64_t) { value = static_cast<std::uint64_t>(f()); };
  // What is in registers already needs no loop over memory.
  if constexpr (N > 0)
    run_lanes("broadcast", 1, views, one);
  else if (env_.leader())
    one(0);
  return take_shared();
}

}  // namespace gin
