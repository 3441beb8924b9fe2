// Context: from calls to operations to paths.
#pragma once

#include "core/device/context.hpp"

namespace gin {

template <class Env>
GIN_DEVICE Operation Context<Env>::put_of(const Transfer& t) const {
  env_.check(PlaceUse{t.peer, t.to, t.bytes, "put: target"});
  env_.check(PlaceUse{view_.me, t.from, t.bytes, "put: source"});
  Operation operation;
  operation.op = Op::put;
  operation.peer = t.peer;
  operation.remote = t.to.offset;
  operation.local = t.from.offset;
  operation.bytes = t.bytes;
  return operation;
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
  env_.check(PlaceUse{peer, to, sizeof(T), "p"});
  Operation operation;
  operation.op = Op::value;
  operation.peer = peer;
  operation.remote = to.offset;
  operation.bytes = sizeof(T);
  __builtin_memcpy(&operation.value, &value, sizeof(T));
  return operation;
}

template <class Env>
GIN_DEVICE Operation Context<Env>::atomic_of(const Atomic& a) const {
  check_word(a.peer, a.word, 8, "atomic");
  Operation operation;
  operation.op = Op::amo;
  operation.amo = a.amo;
  operation.peer = a.peer;
  operation.remote = a.word.offset;
  operation.bytes = 8;
  operation.value = a.value;
  operation.compare = a.compare;
  return operation;
}

template <class Env>
GIN_DEVICE Operation Context<Env>::fetch_atomic_of(const Atomic& a, Place result) const {
  Operation operation = atomic_of(a);
  check_word(view_.me, result, 8, "atomic: result");
  operation.op = Op::fetch_amo;
  operation.local = result.offset;
  return operation;
}

template <class Env>
GIN_DEVICE void Context<Env>::issue(Operation* operations, std::uint32_t count) {
  env_.issues(operations, count);
  charge(env_, issue_.grouped ? Cost::grouped_call : Cost::call);
  for (std::uint32_t i = 0; i < count; ++i) this->count(operations[i]);
  hand_on(operations, count);
  env_.issued(operations, count);
}

/// To the path that leads to their peer.
template <class Env>
GIN_DEVICE void Context<Env>::hand_on(const Operation* operations, std::uint32_t count) {
  if (is_two_sided(operations[0].op)) {
    proxy_.issue(issue_, operations, count);
    return;
  }
  const Pe peer = operations[0].peer;
  switch (env_.path(peer)) {
    case Path::pointer:
      pointer_.issue(issue_, operations, count);
      break;
    case Path::gpu:
    case Path::gpu_cpu_doorbell:
      gpu_.issue(issue_, operations, count);
      break;
    case Path::proxy:
      proxy_.issue(issue_, operations, count);
      break;
    case Path::host:
      // Within a node the copy engine moves the bytes, beyond it the NIC that the CPU posts to.
      if (view_.peers[peer.value])
        pointer_.issue(issue_, operations, count);
      else
        gpu_.issue(issue_, operations, count);
      break;
  }
}

template <class Env>
GIN_DEVICE void Context<Env>::count(const Operation& operation) {
  constexpr Count counted[] = {Count::puts,    Count::gets,  Count::values,  Count::atomics,
                               Count::atomics, Count::sends, Count::receives};
  env_.count(counted[static_cast<std::uint32_t>(operation.op)], 1);
  if (operation.has_signal) env_.count(Count::signals, 1);
  env_.traffic(env_.path(operation.peer), operation.bytes + (operation.has_signal ? 8 : 0));
}

template <class Env>
GIN_DEVICE void Context<Env>::wait_newest(Pe peer, const char* call) {
  switch (env_.path(peer)) {
    case Path::pointer:
      break;  // loads have returned, and a store's source is free when it was issued
    case Path::gpu:
    case Path::gpu_cpu_doorbell:
      gpu_.wait_newest(issue_, call);
      break;
    case Path::proxy:
      proxy_.wait_peer(issue_, peer, call);
      break;
    case Path::host:
      if (!view_.peers[peer.value]) gpu_.wait_newest(issue_, call);
      break;
  }
}

template <class Env>
GIN_DEVICE void Context<Env>::two_sided(Op op, const TwoSided& t, const char* call) {
  env_.check(PlaceUse{view_.me, t.place, t.bytes, call});
  env_.check(PlaceUse{t.peer, t.place, 0, call});
  Operation operation;
  operation.op = op;
  operation.peer = t.peer;
  operation.local = t.place.offset;
  operation.bytes = t.bytes;
  operation.value = t.tag;
  issue(&operation, 1);
  if (!issue_.grouped) proxy_.wait(issue_, env_.forever(), call);
}

template <class Env>
GIN_DEVICE void Context<Env>::group_begin() {
  env_.sync();
  if (env_.leader()) issue_.grouped = true;
  charge(env_, Cost::group);
  env_.sync();
}

template <class Env>
GIN_DEVICE void Context<Env>::group_end() {
  proxy_.wait(issue_, env_.forever(), "group_end");
  if (env_.leader()) issue_.grouped = false;
  env_.sync();
}

template <class Env>
GIN_DEVICE void Context<Env>::transfer(Op op, const Transfer& t) {
  if (t.bytes == 0) return;
  Operation operation;
  if (op == Op::put) {
    operation = put_of(t);
  } else {
    env_.check(PlaceUse{t.peer, t.from, t.bytes, "get: source"});
    env_.check(PlaceUse{view_.me, t.to, t.bytes, "get: target"});
    operation.op = Op::get;
    operation.peer = t.peer;
    operation.remote = t.from.offset;
    operation.local = t.to.offset;
    operation.bytes = t.bytes;
  }
  issue(&operation, 1);
}

template <class Env>
GIN_DEVICE void Context<Env>::put(const Transfer& t) {
  if (t.bytes == 0) return;
  transfer(Op::put, t);
  wait_newest(t.peer, "put");
}

template <class Env>
GIN_DEVICE void Context<Env>::get(const Transfer& t) {
  if (t.bytes == 0) return;
  transfer(Op::get, t);
  wait_newest(t.peer, "get");
}

template <class Env>
template <class T>
GIN_DEVICE void Context<Env>::p(Place to, T value, Pe peer) {
  Operation operation = p_of(to, value, peer);
  issue(&operation, 1);
}

template <class Env>
template <class T>
GIN_DEVICE T Context<Env>::g(Place from, Pe peer) {
  static_assert(sizeof(T) <= 8, "g fetches up to 8 bytes; use get");
  env_.check(PlaceUse{peer, from, sizeof(T), "g"});
  Operation operation;
  operation.op = Op::get;
  operation.peer = peer;
  operation.remote = from.offset;
  operation.local = landing_place();
  operation.bytes = sizeof(T);
  issue(&operation, 1);
  wait_newest(peer, "g");
  charge(env_, Cost::synchronise);
  settle(env_);
  T value;
  __builtin_memcpy(&value, view_.heap + landing_place(), sizeof(T));
  return value;
}

template <class Env>
GIN_DEVICE void Context<Env>::put_signal_nbi(const PutSignal& s) {
  Operation operation = put_signal_of(s);
  issue(&operation, 1);
}

template <class Env>
GIN_DEVICE void Context<Env>::put_signal(const PutSignal& s) {
  put_signal_nbi(s);
  wait_newest(s.peer, "put_signal");
}

template <class Env>
GIN_DEVICE void Context<Env>::signal_op(const Signal& s) {
  atomic({s.signal, to_amo(s.op), s.value, 0, s.peer});
}

template <class Env>
GIN_DEVICE void Context<Env>::atomic(const Atomic& a) {
  Operation operation = atomic_of(a);
  issue(&operation, 1);
}

template <class Env>
GIN_DEVICE std::uint64_t Context<Env>::fetch_atomic(const Atomic& a) {
  Operation operation = fetch_atomic_of(a, Place{landing_place(), 8});
  issue(&operation, 1);
  wait_newest(a.peer, "fetch_atomic");
  charge(env_, Cost::synchronise);
  settle(env_);
  return word<std::uint64_t>(landing_place());
}

template <class Env>
GIN_DEVICE std::uint64_t Context<Env>::local_fetch_add(Place word, std::uint64_t value) {
  check_word(view_.me, word, 8, "local_fetch_add");
  charge(env_, Cost::kernel);
  env_.sync();  // what every lane wrote comes before the leader's atomic
  if (env_.leader()) env_.shared_word() = env_.move(AtomicMove{view_.me, word.offset, Amo::add, value, 0, true});
  charge(env_, Cost::synchronise);
  return take_shared();
}

}  // namespace gin
