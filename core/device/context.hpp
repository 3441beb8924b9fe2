// The device API. One Context belongs to one agent and one ordering domain; it turns calls into operations and
// hands them to the path that leads to the peer. NVSHMEM's meaning, with windows, contexts, flush and strong
// signals as NCCL GIN has them.
//
// Ordering. Puts are unordered among each other, and so are the bytes of one of more than a word. fence(): what
// this agent wrote before it on this context (puts, values, atomics, signals, stores by pointer) is visible at each
// peer before what it issues to that peer afterwards; a get that has not returned is not ordered by it. quiet():
// everything this agent issued on this context is complete and visible. A signal of put_signal follows its own
// payload; where the stack has strong signals, so does everything before it to that peer. Nothing orders across
// contexts, peers or agents. What a program leans on besides, test.adversary takes away (docs/decisions/030).
//
// Failure. What a NIC or a proxy could not complete, and what is behind it in the same queue or ring, is failed for good.
// Calls with a deadline return Status::failed then, and failure() says why; others end the agent with the diagnosis.
#pragma once

#include "core/device/compute.hpp"
#include "core/device/gpu_path.hpp"
#include "core/device/in_halves.hpp"
#include "core/device/pointer_path.hpp"
#include "core/device/proxy_path.hpp"
#include "core/device/use.hpp"

namespace gin {

/// A put or get: `bytes` bytes between a place here and one at the peer. Zero bytes is legal and does nothing.
struct Transfer {
  Place to;
  Place from;
  std::uint64_t bytes = 0;
  Pe peer;
};

/// A put that updates a signal word at the peer once its payload is visible there.
struct PutSignal {
  Place to;
  Place from;
  std::uint64_t bytes = 0;
  Pe peer;
  Place signal;
  std::uint64_t value = 0;
  SignalOp op = SignalOp::set;
};

/// One side of a two-sided transfer. A send meets the oldest receive of its peer with the same tag; the receive's
/// room must hold the send's bytes.
struct TwoSided {
  Place place;  ///< source of a send, target of a receive
  std::uint64_t bytes = 0;
  std::uint64_t tag = 0;
  Pe peer;
};

/// A bare update of a signal word. Not ordered after earlier puts unless a fence lies between, or signals are strong.
struct Signal {
  Place signal;
  std::uint64_t value = 0;
  SignalOp op = SignalOp::set;
  Pe peer;
};

/// `count` words, each in a packet with the flag. Windows that the plan declares as words: phantom runs store them, too.
struct PutPackets {
  Window<Packet> to;
  std::uint64_t to_first = 0;
  Window<std::uint64_t> from;
  std::uint64_t from_first = 0;
  std::uint64_t count = 0;
  Pe peer;
  std::uint64_t flag = 1;
};
struct TakePackets {
  Window<std::uint64_t> to;
  std::uint64_t to_first = 0;
  Window<Packet> from;
  std::uint64_t from_first = 0;
  std::uint64_t count = 0;
  std::uint64_t flag = 1;
};

/// A 64-bit atomic on a word of the peer's window; the own PE is a peer like any other.
struct Atomic {
  Place word;
  Amo amo = Amo::add;
  std::uint64_t value = 0;
  std::uint64_t compare = 0;  ///< of compare_swap
  Pe peer;
};

template <class Env>
class Context {
 public:
  using Limit = typename Env::Limit;

  GIN_DEVICE Context(Env& env, const AgentView<Env>& view, std::uint32_t context = 0)
      : env_(env),
        view_(view),
        context_(context),
        issue_(view.issue[context]),
        pointer_(env, view),
        proxy_(env, view, context),
        gpu_(env, view, context) {}

  // Who and how many.
  GIN_DEVICE Pe my_pe() const { return view_.me; }
  GIN_DEVICE std::uint32_t n_pes() const { return view_.n_pes; }
  GIN_DEVICE std::uint32_t agent() const { return view_.agent; }
  GIN_DEVICE std::uint32_t agents() const { return view_.agents; }
  GIN_DEVICE std::uint32_t lanes() const { return view_.lanes; }

  /// The same agent on another ordering domain. `context` is below the number that the program declares.
  GIN_DEVICE Context on(std::uint32_t context) const {
    check(view_, ContextUse{context, view_.contexts});
    return Context(env_, view_, context);
  }

  // One-sided transfers. The blocking put returns when its source may be reused, the blocking get when the
  // bytes have arrived; the nbi forms return at once and complete at quiet (or flush, for sources and what gets bring).
  // A blocking one says nothing of those before it. Bytes of one of more than a word, either way, come in any order.
  GIN_DEVICE void put(const Transfer& t) {
    put_nbi(t);
    if (t.bytes > 0) wait_newest(t.peer, "put");
  }
  GIN_DEVICE void put_nbi(const Transfer& t) {
    if (t.bytes > 0) issue(put_of(t));
  }
  GIN_DEVICE void get(const Transfer& t) {
    get_nbi(t);
    if (t.bytes > 0) wait_newest(t.peer, "get");
  }
  GIN_DEVICE void get_nbi(const Transfer& t) {
    if (t.bytes > 0) issue(get_of(t));
  }
  /// Stores one value of up to 8 bytes at the peer; the value is taken at the call.
  template <class T>
  GIN_DEVICE void p(Place to, T value, Pe peer) {
    issue(p_of(to, value, peer));
  }
  /// Fetches one value of up to 8 bytes and waits for it.
  template <class T>
  GIN_DEVICE T g(Place from, Pe peer);

  // Signals. Their words lie at multiples of 8 bytes.
  GIN_DEVICE void put_signal(const PutSignal& s) {
    put_signal_nbi(s);
    wait_newest(s.peer, "put_signal");
  }
  GIN_DEVICE void put_signal_nbi(const PutSignal& s) { issue(put_signal_of(s)); }
  GIN_DEVICE void signal_op(const Signal& s) { atomic({s.signal, to_amo(s.op), s.value, 0, s.peer}); }
  GIN_DEVICE std::uint64_t signal_fetch(Place signal);
  GIN_DEVICE void signal_wait_until(Place signal, Compare compare, std::uint64_t wanted) {
    wait_word(signal, compare, wanted, "signal_wait_until");
  }
  GIN_DEVICE Status signal_wait_until(Place signal, Compare compare, std::uint64_t wanted, Deadline deadline) {
    return wait_word(signal, compare, wanted, env_.limit(deadline), "signal_wait_until");
  }

  // Low latency: stores to a peer that is reached by pointer, each with a flag of its own, so that nobody waits for a fence before a
  // signal (NCCL's protocol LL). Packets follow nothing but a fence, and nothing follows them; their words have been read
  // when put_packets returns. Whoever takes them waits for each to have just this flag, so it differs from the one before; they may be
  // put there again once their taker has said so in some other way.
  GIN_DEVICE void put_packets(const PutPackets& put);
  GIN_DEVICE void take_packets(const TakePackets& take) {
    take_own_packets(take, env_.limit(Deadline::never()));
    env_.sync();
  }
  /// Status::timed_out: some may have been taken.
  GIN_DEVICE Status take_packets(const TakePackets& take, Deadline deadline) {
    const Status own = take_own_packets(take, env_.limit(deadline));
    return ended_for_all(env_, env_.scan(own == Status::ok ? 0 : 1).total == 0 ? Status::ok : Status::timed_out);
  }

  // Two-sided transfers; a program that uses them says so in its plan. They return when the source may be reused,
  // or the bytes are there. Within a group they only start, all side by side, and group_end returns when all are
  // done: without a group two PEs that send to each other first may wait for ever. Nothing else waits for them, no quiet
  // and no fence, and they wait for nothing that was issued before.
  GIN_DEVICE void send(const TwoSided& t) { two_sided(Op::send, t, "send"); }
  GIN_DEVICE void receive(const TwoSided& t) { two_sided(Op::receive, t, "receive"); }
  GIN_DEVICE void group_begin();
  GIN_DEVICE void group_end();

  // Words of a window in local memory that peers write: T has 4 or 8 bytes, and the word lies at a multiple of
  // them.
  template <class T>
  GIN_DEVICE void wait_until(Place word, Compare compare, T wanted) {
    wait_word(word, compare, wanted, "wait_until");
  }
  template <class T>
  GIN_DEVICE Status wait_until(Place word, Compare compare, T wanted, Deadline deadline) {
    return wait_word(word, compare, wanted, env_.limit(deadline), "wait_until");
  }
  /// One look. A program that tests in a loop without anything else happening is reported as a livelock.
  template <class T>
  GIN_DEVICE bool test(Place word, Compare compare, T wanted);

  // Atomics at a peer, on words at multiples of 8 bytes. Those that return a value wait for it.
  GIN_DEVICE void atomic(const Atomic& a) { issue(atomic_of(a)); }
  GIN_DEVICE std::uint64_t fetch_atomic(const Atomic& a);
  GIN_DEVICE void atomic_set(Place w, std::uint64_t v, Pe pe) { atomic({w, Amo::set, v, 0, pe}); }
  GIN_DEVICE void atomic_add(Place w, std::uint64_t v, Pe pe) { atomic({w, Amo::add, v, 0, pe}); }
  GIN_DEVICE void atomic_inc(Place w, Pe pe) { atomic({w, Amo::add, 1, 0, pe}); }
  GIN_DEVICE void atomic_and(Place w, std::uint64_t v, Pe pe) { atomic({w, Amo::bit_and, v, 0, pe}); }
  GIN_DEVICE void atomic_or(Place w, std::uint64_t v, Pe pe) { atomic({w, Amo::bit_or, v, 0, pe}); }
  GIN_DEVICE void atomic_xor(Place w, std::uint64_t v, Pe pe) { atomic({w, Amo::bit_xor, v, 0, pe}); }
  GIN_DEVICE std::uint64_t atomic_fetch(Place w, Pe pe) { return fetch_atomic({w, Amo::fetch, 0, 0, pe}); }
  GIN_DEVICE std::uint64_t atomic_swap(Place w, std::uint64_t v, Pe pe) {
    return fetch_atomic({w, Amo::set, v, 0, pe});
  }
  GIN_DEVICE std::uint64_t atomic_fetch_add(Place w, std::uint64_t v, Pe pe) {
    return fetch_atomic({w, Amo::add, v, 0, pe});
  }
  GIN_DEVICE std::uint64_t atomic_fetch_inc(Place w, Pe pe) { return fetch_atomic({w, Amo::add, 1, 0, pe}); }
  GIN_DEVICE std::uint64_t atomic_fetch_and(Place w, std::uint64_t v, Pe pe) {
    return fetch_atomic({w, Amo::bit_and, v, 0, pe});
  }
  GIN_DEVICE std::uint64_t atomic_fetch_or(Place w, std::uint64_t v, Pe pe) {
    return fetch_atomic({w, Amo::bit_or, v, 0, pe});
  }
  GIN_DEVICE std::uint64_t atomic_fetch_xor(Place w, std::uint64_t v, Pe pe) {
    return fetch_atomic({w, Amo::bit_xor, v, 0, pe});
  }
  GIN_DEVICE std::uint64_t atomic_compare_swap(Place w, std::uint64_t compare, std::uint64_t v, Pe pe) {
    return fetch_atomic({w, Amo::compare_swap, v, compare, pe});
  }

  /// Adds to a word of this PE's own copy by the agent's own instruction, whatever path leads to the own PE, and
  /// returns the value before: tickets and meetings among the agents of a PE, which need no NIC. What the agent
  /// wrote to its own memory before is visible to agents that see the sum. Not for words that peers update.
  GIN_DEVICE std::uint64_t local_fetch_add(Place word, std::uint64_t value);

  // Ordering and completion of this agent's operations on this context.
  GIN_DEVICE void fence();
  GIN_DEVICE void quiet() { quiet("quiet"); }
  GIN_DEVICE Status quiet(Deadline deadline) { return quiet(env_.limit(deadline), "quiet"); }
  /// After a call on this context has returned Status::failed: what failed.
  GIN_DEVICE Failure failure() const { return issue_.failure; }
  /// Sources of puts may be reused, gets and what atomics fetch have arrived; says nothing about visibility at the peer.
  GIN_DEVICE void flush() { insist(complete(env_.limit(Deadline::never()), "flush"), "flush"); }
  /// All agents of all PEs arrive before any leaves. Each is quiet on this context first: what it issued there before is visible after;
  /// another context needs a quiet of its own.
  GIN_DEVICE void barrier_all();

  // Memory.
  /// A peer's copy of the window by load and store, or false.
  template <class T>
  GIN_DEVICE Peer<T> ptr(const Window<T>& window, Pe peer) const;
  template <class T>
  GIN_DEVICE Local<T> local(const Window<T>& window) const {
    return {reinterpret_cast<T*>(view_.heap + window.offset), window.count, view_.me, window.is_phantom};
  }
  /// N elements that all lanes of the agent share. Valid until the program returns; contents undefined.
  template <class T, std::uint32_t N>
  GIN_DEVICE T* scratch() {
    return static_cast<T*>(env_.scratch(sizeof(T) * N));
  }

  // Work of all lanes. The views are what f touches of windows, and the loop costs what they say, with issuing() its
  // instructions, too. Where they have bytes that a phantom run does not store, f is not called, and the values below are 0.
  /// f(i) for i in 0 .. n-1, in any order; no call may read what another wrote.
  template <std::uint32_t N, class F>
  GIN_DEVICE void for_lanes(std::uint64_t n, const Views<N>& views, F f) {
    run_lanes("for_lanes", n, views, f);
  }
  /// store(i, load(i)) likewise, and faster where loads take long: a lane has four of them under way, in one piece one.
  template <std::uint32_t N, class Load, class Store>
  GIN_DEVICE void for_lanes(std::uint64_t n, const Views<N>& views, Load load, Store store) {
    run_lanes("for_lanes", n, views, InHalves<Load, Store>{load, store});
  }
  /// For bytes that lanes exchange: of each tile they read its part into scratch, meet, and write what lies there. in(tile) and out(tile)
  /// are LaneLoops; n is how often all loops in, or all loops out, touch what the views declare. One kernel where a host drives.
  template <std::uint32_t N, class In, class Out>
  GIN_DEVICE void for_tiles(std::uint64_t tiles, std::uint64_t n, const Views<N>& views, In in, Out out);
  /// n lanes read what the views declare, and no more: what the program looks at next, by itself.
  template <std::uint32_t N>
  GIN_DEVICE void read(std::uint64_t n, const Views<N>& views) {
    run_lanes("read", n, views, [](std::uint64_t) {});
  }
  /// All lanes compute together: as long as the longer of the multiply-adds and the reading takes. Nothing comes of
  /// it; what was issued before travels meanwhile.
  GIN_DEVICE void compute(const Work& work);
  /// f(lane) describes one operation per lane (put_of, p_of, atomic_of ...) and does nothing else, for it may be
  /// asked more than once; lanes of a warp whose operations go to the same peer share one reservation and doorbell.
  template <class F>
  GIN_DEVICE void each_lane(std::uint64_t n, F f);
  /// f(0) + ... + f(n-1).
  template <std::uint32_t N, class F>
  GIN_DEVICE std::uint64_t lane_sum(std::uint64_t n, const Views<N>& views, F f);
  /// out[i] = f(0) + ... + f(i-1); returns the sum of all. `out` is scratch memory of n elements.
  template <std::uint32_t N, class F>
  GIN_DEVICE std::uint64_t lane_scan(std::uint64_t n, const Views<N>& views, std::uint64_t* out, F f);
  /// f(), computed by one lane, for all.
  template <std::uint32_t N, class F>
  GIN_DEVICE std::uint64_t broadcast(const Views<N>& views, F f);

  // What each_lane takes.
  GIN_DEVICE Operation put_of(const Transfer& t) const;
  GIN_DEVICE Operation put_signal_of(const PutSignal& s) const;
  template <class T>
  GIN_DEVICE Operation p_of(Place to, T value, Pe peer) const;
  GIN_DEVICE Operation atomic_of(const Atomic& a) const;
  /// The old value lands in `result`, a word of a local window, by the next quiet.
  GIN_DEVICE Operation fetch_atomic_of(const Atomic& a, Place result) const;

 private:
  static constexpr std::uint32_t look_every = 64;  ///< looks at a word in vain, for one at what may have failed
  static constexpr std::uint32_t warp = 32;        ///< lanes that find out at once who else has the same peer
  // What no peer can be reached by leaves no code in a kernel.
  static constexpr bool may_point = Env::Paths::may_be(Path::pointer) || Env::Paths::may_be(Path::host);
  static constexpr bool has_queues =
      Env::Paths::may_be(Path::gpu) || Env::Paths::may_be(Path::gpu_cpu_doorbell) || Env::Paths::may_be(Path::host);
  static constexpr bool may_push = Env::Paths::may_be(Path::proxy);
  static constexpr bool only_pointers = !has_queues && !may_push;

  GIN_DEVICE Operation get_of(const Transfer& t) const;
  GIN_DEVICE void two_sided(Op op, const TwoSided& t, const char* call);
  GIN_IN_LINE void issue(Operation&& operation);
  GIN_DEVICE void issue_in_turn(Operation* operations, std::uint32_t count);
  template <class Batch>
  GIN_DEVICE void hand_on(const Batch& batch);
  template <class F>
  GIN_DEVICE void play_lanes(std::uint64_t n, F f);
  GIN_DEVICE void issue_lanes(const Operation* operations, std::uint32_t lanes, LanesBeside* beside);
  template <class F>
  GIN_DEVICE void group_lanes(std::uint64_t base, std::uint64_t n, F f);
  GIN_DEVICE void wait_newest(Pe peer, const char* call);
  GIN_DEVICE Path way_to(Pe peer) const;
  GIN_DEVICE void begin(Operation* operations, std::uint32_t count);
  GIN_DEVICE void end(const Operation* operations, std::uint32_t count) {
    if constexpr (Scribe<Env>) env_.issued(operations, count);
  }
  GIN_DEVICE void ask(Asked what) {
    if constexpr (Scribe<Env>) env_.asks(what, context_);
  }
  template <class T>
  GIN_DEVICE T landed();
  GIN_DEVICE Status quiet(Limit limit, const char* call);
  GIN_DEVICE void quiet(const char* call) { insist(quiet(env_.limit(Deadline::never()), call), call); }
  GIN_DEVICE Status complete(Limit limit, const char* call);
  /// For calls that return no status.
  GIN_DEVICE void insist(Status status, const char* call) const {
    if (status == Status::failed) end_agent({issue_.failure, call});
  }
  template <class T>
  GIN_DEVICE Status wait_word(Place place, Compare compare, T wanted, Limit limit, const char* call);
  template <class T>
  GIN_DEVICE void wait_word(Place place, Compare compare, T wanted, const char* call) {
    insist(wait_word(place, compare, wanted, env_.limit(Deadline::never()), call), call);
  }
  GIN_DEVICE Status take_own_packets(const TakePackets& take, Limit limit);
  GIN_DEVICE void meet_other_pes(std::uint64_t barrier);
  /// The agent writes something, or sees what others wrote: a signal has to take it along.
  GIN_DEVICE void touches() {
    if (env_.lane() == 0) view_.issue->clean = false;
  }
  template <std::uint32_t N, class Body>
  GIN_DEVICE bool run_loop(const char* call, std::uint64_t n, const Views<N>& views, Body body);
  template <std::uint32_t N, class F>
  GIN_DEVICE bool run_lanes(const char* call, std::uint64_t n, const Views<N>& views, F f);
  template <class F>
  GIN_DEVICE void for_own(std::uint64_t n, F f);
  GIN_DEVICE std::uint64_t landing_place() const { return gin::landing_place(view_, context_); }
  GIN_DEVICE void check_word(Pe peer, Place word, std::uint64_t bytes, const char* call) const {
    check(view_, PlaceUse{peer, word, bytes, call, bytes});
  }
  template <class T>
  GIN_DEVICE T& word(std::uint64_t offset) const {
    return *reinterpret_cast<T*>(view_.heap + offset);
  }

  Env& env_;
  const AgentView<Env>& view_;
  std::uint32_t context_;
  IssueState<Env>& issue_;
  PointerPath<Env> pointer_;
  ProxyPath<Env> proxy_;
  GpuPath<Env> gpu_;
};

/// What a program may ask of its context; programs are templates over it and name no environment.
template <class C>
concept DeviceContext = requires(C ctx, Place place, Pe pe) {
  ctx.put_nbi(Transfer{});
  ctx.put_signal_nbi(PutSignal{});
  ctx.signal_wait_until(place, Compare::ge, std::uint64_t{});
  ctx.quiet();
  ctx.barrier_all();
  { ctx.my_pe() } -> std::same_as<Pe>;
};

}  // namespace gin

#include "core/device/context_issue.hpp"
#include "core/device/context_lanes.hpp"
#include "core/device/context_packets.hpp"
#include "core/device/context_wait.hpp"
