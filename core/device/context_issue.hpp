// Context: from calls to operations to paths.
#pragma once

#include "core/device/context.hpp"

namespace gin {

template <class Env>
GIN_DEVICE Operation Context<Env>::put_of(const Transfer& t) const {
  check(view_, PlaceUse{t.peer, t.to, t.bytes, "put: target"});
  check(view_, PlaceUse{view_.me, t.from, t.bytes, "put: source"});
  return {.op = Op::put, .peer = t.peer, .remote = t.to.offset, .local = t.from.offset, .bytes = t.bytes};
}

template <class Env>
GIN_DEVICE Operation Context<Env>::get_of(const Transfer& t) const {
  check(view_, PlaceUse{t.peer, t.from, t.bytes, "get: source"});
  check(view_, PlaceUse{view_.me, t.to, t.bytes, "get: target"});
  return {.op = Op::get, .peer = t.peer, .remote = t.from.offset, .local = t.to.offset, .bytes = t.bytes};
}

template <class Env>
GIN_DEVICE Operation Context<Env>::put_signal_of(const PutSignal& s) const {
  check_word(s.peer, s.signal, 8, "put_signal: signal");
  Operation operation = put_of({s.to, s.from, s.bytes, s.peer});
  operation.has_signal = true;
  operation.signal = s.signal.offset;
  operation.signal_amo = to_amo(s.op);
  operation.signal_value = s.value;
  return operation;
}

template <class Env>
template <class T>
GIN_DEVICE Operation Context<Env>::p_of(Place to, T value, Pe peer) const {
  static_assert(sizeof(T) <= 8, "p carries up to 8 bytes; use put");
  check(view_, PlaceUse{peer, to, sizeof(T), "p"});
  Operation operation{.op = Op::value, .peer = peer, .remote = to.offset, .bytes = sizeof(T)};
  __builtin_memcpy(&operation.value, &value, sizeof(T));
  return operation;
}

template <class Env>
GIN_DEVICE Operation Context<Env>::atomic_of(const Atomic& a) const {
  check_word(a.peer, a.word, 8, "atomic");
  return {.op = Op::amo,
          .amo = a.amo,
          .peer = a.peer,
          .remote = a.word.offset,
          .bytes = 8,
          .value = a.value,
          .compare = a.compare};
}

template <class Env>
GIN_DEVICE Operation Context<Env>::fetch_atomic_of(const Atomic& a, Place result) const {
  Operation operation = atomic_of(a);
  check_word(view_.me, result, 8, "atomic: result");
  operation.op = Op::fetch_amo;
  operation.local = result.offset;
  return operation;
}

/// The way that operations to the peer take: pointer, proxy, or a queue of the agent's own.
template <class Env>
GIN_DEVICE Path Context<Env>::way_to(Pe peer) const {
  if constexpr (only_pointers) return Path::pointer;
  const Path path = view_.paths(peer);
  // Within a node a stream's copy engine moves the bytes, beyond it the NIC that the CPU posts to.
  if constexpr (Env::Paths::may_be(Path::host))
    if (path == Path::host) return view_.peers[peer.value] ? Path::pointer : Path::gpu;
  return path;
}

/// A call issues these operations: before they are handed on. One lane does it for each.
template <class Env>
GIN_DEVICE void Context<Env>::begin(Operation* operations, std::uint32_t count) {
  if constexpr (Scribe<Env>) env_.issues(operations, count, context_);
  charge(env_, issue_.grouped ? Cost::grouped_call : Cost::call);
  if constexpr (Observer<Env>) {
    for (std::uint32_t i = 0; i < count; ++i) {
      const Operation& operation = operations[i];
      const Path path = view_.paths(operation.peer);
      env_.count(counted(operation.op), 1);
      if (operation.has_signal) env_.count(Count::signals, 1);
      env_.count(operations_by(path), 1);
      env_.count(bytes_by(path), operation.bytes + (operation.has_signal ? 8 : 0));
    }
  }
}

/// To whoever carries them, by the lanes that have them.
template <class Env>
template <class Batch>
GIN_DEVICE void Context<Env>::hand_on(const Batch& batch) {
  if constexpr (may_push)
    if (way_to(batch.peer()) == Path::proxy) return proxy_.issue(issue_, batch);
  if constexpr (has_queues) gpu_.issue(issue_, batch);
}

/// One operation of the agent, by all of its lanes.
template <class Env>
GIN_IN_LINE void Context<Env>::issue(Operation&& operation) {
  if (env_.lane() == 0) begin(&operation, 1);
  const Path way = way_to(operation.peer);
  if (way == Path::pointer) {
    if constexpr (may_point) pointer_.issue(issue_, operation);
  } else {
    // What changes a word is one lane's business.
    if (way != Path::proxy && (operation.op == Op::put || operation.op == Op::get)) charge(env_, Cost::joint_call);
    if (env_.lane() == 0) hand_on(OneLaneBatch(&operation, 1));
    env_.sync();
  }
  if (env_.lane() == 0) end(&operation, 1);
}

/// Operations of several lanes to one peer, by the one that plays them.
template <class Env>
GIN_DEVICE void Context<Env>::issue_in_turn(Operation* operations, std::uint32_t count) {
  begin(operations, count);
  if (way_to(operations[0].peer) == Path::pointer)
    for (std::uint32_t i = 0; i < count; ++i) pointer_.issue(issue_, operations[i]);
  else
    hand_on(OneLaneBatch(operations, count));
  end(operations, count);
}

template <class Env>
GIN_DEVICE void Context<Env>::wait_newest(Pe peer, const char* call) {
  const Path way = way_to(peer);
  // By pointer loads have returned, and a store's source is free when it was issued.
  if constexpr (may_push)
    if (way == Path::proxy) proxy_.wait_peer(issue_, peer, call);
  if constexpr (has_queues)
    if (way != Path::pointer && way != Path::proxy) gpu_.wait_newest(issue_, call);
  ask(Asked::newest);
}

template <class Env>
GIN_DEVICE void Context<Env>::two_sided(Op op, const TwoSided& t, const char* call) {
  check(view_, PlaceUse{view_.me, t.place, t.bytes, call});
  check(view_, PlaceUse{t.peer, t.place, 0, call});
  Operation operation{.op = op, .peer = t.peer, .local = t.place.offset, .bytes = t.bytes, .value = t.tag};
  if (env_.lane() == 0) {
    begin(&operation, 1);
    proxy_.two_sided(issue_, operation);  // always a CPU's business
    end(&operation, 1);
  }
  env_.sync();
  if (!issue_.grouped) proxy_.wait_two_sided(issue_, call);
}

template <class Env>
GIN_DEVICE void Context<Env>::group_begin() {
  env_.sync();
  if (env_.lane() == 0) issue_.grouped = true;
  charge(env_, Cost::group);
  env_.sync();
}

template <class Env>
GIN_DEVICE void Context<Env>::group_end() {
  proxy_.wait_two_sided(issue_, "group_end");
  if (env_.lane() == 0) issue_.grouped = false;
  env_.sync();
}

template <class Env>
template <class T>
GIN_DEVICE T Context<Env>::g(Place from, Pe peer) {
  static_assert(sizeof(T) <= 8, "g fetches up to 8 bytes; use get");
  check(view_, PlaceUse{peer, from, sizeof(T), "g"});
  issue({.op = Op::get, .peer = peer, .remote = from.offset, .local = landing_place(), .bytes = sizeof(T)});
  wait_newest(peer, "g");
  return landed<T>();
}

template <class Env>
GIN_DEVICE std::uint64_t Context<Env>::fetch_atomic(const Atomic& a) {
  issue(fetch_atomic_of(a, Place{landing_place(), 8}));
  wait_newest(a.peer, "fetch_atomic");
  return landed<std::uint64_t>();
}

/// What the newest operation has left at the landing place. One lane looks, since the place is used again.
template <class Env>
template <class T>
GIN_DEVICE T Context<Env>::landed() {
  charge(env_, Cost::synchronise);
  std::uint64_t bits = 0;
  if (env_.lane() == 0) {
    settle(env_);
    __builtin_memcpy(&bits, &word<T>(landing_place()), sizeof(T));
  }
  bits = env_.broadcast(bits);
  T value;
  __builtin_memcpy(&value, &bits, sizeof(T));
  return value;
}

template <class Env>
GIN_DEVICE std::uint64_t Context<Env>::local_fetch_add(Place word, std::uint64_t value) {
  check_word(view_.me, word, 8, "local_fetch_add");
  touches();
  charge(env_, Cost::kernel);
  env_.sync();  // what every lane wrote comes before the first one's atomic
  charge(env_, Cost::fence_device);
  std::uint64_t before = 0;
  if (env_.lane() == 0) before = env_.atomic(OwnAtomic(view_.me, word.offset, value));
  charge(env_, Cost::synchronise);
  return env_.broadcast(before);
}

}  // namespace gin
