// Everybody sends to everybody, by puts: who goes to whom in which order, and over which rails. The order decides
// where messages meet: all at one PE, or each at another one. The peers decide which way they take through a fabric
// that has a switch for each rail.
#pragma once

#include "scenarios/programs/contents.hpp"
#include "scenarios/programs/small_numbers.hpp"

namespace gin::programs {

struct Alltoall {
  static constexpr const char* name = "alltoall";
  static constexpr const char* summary =
      "every PE puts to every other one, in the order that is asked for, within rails or across them";
  static constexpr Bracket bracket = Bracket::visible;

  enum Order : std::uint64_t { rotated, same };
  enum Rails : std::uint64_t { all, cross, aligned, next };
  enum Until : std::uint64_t { signalled, quiet };
  static constexpr std::uint32_t contexts_max = 8;

  struct Params {
    std::uint64_t bytes;
    std::uint64_t count;
    std::uint64_t order;
    std::uint64_t rails;
    std::uint64_t until;
    std::uint64_t contexts;
    std::uint64_t turn;
    std::uint64_t window;
    std::uint64_t parts;
  };
  static constexpr Param<Params> params[] = {
      {&Params::bytes, "bytes", "bytes", 8, std::int64_t{1} << 30, 1024, "Size of a message; a multiple of 8."},
      {&Params::count, "count", "count", 1, 1 << 20, 1, "Messages of a PE to each peer; see rails."},
      {&Params::order, "order", "", 0, 0, 0,
       "Whom a PE sends to first: the peer behind it, so that each gets from one at a time, or the first peer "
       "there is, the same for all.",
       "rotated|same"},
      {&Params::rails, "rails", "", 0, 0, 0,
       "Who is a peer. all: every other PE. cross: every PE of the other nodes. aligned: of each other node the "
       "one with the own place, which gets as many messages as all of its node get with cross. next: of the next "
       "node the one a place further, and no other.",
       "all|cross|aligned|next"},
      {&Params::until, "until", "", 0, 0, 0,
       "signalled: every message has its signal, and a PE waits for those of all messages to it. quiet: puts "
       "alone, and a quiet after the last.",
       "signalled|quiet"},
      {&Params::contexts, "contexts", "count", 1, contexts_max, 1,
       "Contexts that the messages to a peer take in turn; with several, each is a rail of its own where agents "
       "have queues of their own."},
      {&Params::turn, "turn", "count", 1, 1 << 20, 1, "Messages to a peer before the next context has its turn."},
      {&Params::window, "window", "count", 0, 1 << 20, 0,
       "Messages that an agent has under way on a context; it waits for them before the next one. 0: no limit."},
      {&Params::parts, "parts", "count", 1, contexts_max, 1,
       "Parts of a window that an agent waits for one by one: when the oldest is through, as many more messages "
       "go. Each is a context of its own, on the same rail."},
  };

  using Element = std::uint64_t;
  struct Windows {
    Window<Element> source;         ///< by peer, then message
    Window<Element> target;         ///< by where it comes from, then message
    Window<std::uint64_t> arrived;  ///< a word for each PE that sends: its messages so far
  };

  static void plan(Plan& plan, const Params& chosen, Windows& windows) {
    const Launch& launch = plan.launch();
    if (chosen.bytes % sizeof(Element) != 0) plan.refuse({"$.params.bytes", "a multiple of 8", chosen.bytes});
    if (launch.n_pes < 2) plan.refuse({"$.cluster", "at least 2 PEs to send between", launch.n_pes});
    if (chosen.rails != all && launch.n_pes <= launch.pes_per_node)
      plan.refuse({"$.cluster.nodes", "at least 2 nodes for rails between them", 1});
    if (chosen.window % chosen.parts != 0 || chosen.contexts * chosen.parts > contexts_max)
      plan.refuse({"$.params.parts", "what divides $.params.window and, times $.params.contexts, is at most 8",
                   chosen.parts});
    const std::uint64_t elements = launch.n_pes * messages(chosen, launch) * (chosen.bytes / sizeof(Element));
    windows.source = plan.window<Element>("source", elements);
    windows.target = plan.window<Element>("target", elements);
    plan.contexts(static_cast<std::uint32_t>(chosen.contexts * chosen.parts));
    windows.arrived = plan.words<std::uint64_t>("arrived", launch.n_pes);
  }

  static void fill(const Args<Alltoall>& args, const Memory& memory) {
    fill_with_pattern(memory, args.windows.source, args.launch.seed);
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<Alltoall>& args) {
    const std::uint64_t peers = peer_count(args.params, args.launch);
    const std::uint64_t to_each = messages(args.params, args.launch);
    // Rounds of one message to each peer; the agents take them in turn.
    const std::uint64_t contexts = args.params.contexts, window = args.params.window;
    std::uint64_t sent[contexts_max] = {};
    for (std::uint64_t i = ctx.agent(); i < peers * to_each; i += ctx.agents()) {
      const std::uint64_t message = quotient(i, peers);
      const std::uint64_t context = remainder(quotient(message, args.params.turn), contexts),
                          earlier = sent[context]++;
      const std::uint64_t part = window > 0 ? earlier * args.params.parts / window % args.params.parts : 0;
      Ctx domain = ctx.on(static_cast<std::uint32_t>(part * contexts + context));
      if (window > 0 && earlier >= window && earlier % (window / args.params.parts) == 0) domain.quiet();
      send(domain, args, peer_in_turn(args, ctx.my_pe().value, remainder(i, peers)), message);
    }
    if (args.params.until == quiet) {
      for (std::uint32_t context = 0; context < contexts * args.params.parts; ++context) ctx.on(context).quiet();
      return;
    }
    const std::uint64_t expected = (args.iteration + 1) * to_each;
    for (std::uint64_t i = ctx.agent(); i < peers; i += ctx.agents()) {
      const std::uint64_t me = ctx.my_pe().value;
      const std::uint64_t from = args.params.rails == next ? before(me, args.launch) : peer_in_turn(args, me, i);
      ctx.signal_wait_until(args.windows.arrived.at(from), Compare::ge, expected);
    }
  }

  static Mismatch verify(const Args<Alltoall>& args, const Memory& memory) {
    const std::uint64_t elements = messages(args.params, args.launch) * (args.params.bytes / sizeof(Element));
    const Element* target = memory.of(args.windows.target);
    const std::uint64_t* arrived = memory.of(args.windows.arrived);
    for (std::uint64_t from = 0; from < args.launch.n_pes; ++from) {
      const bool sends = is_peer(args, from, memory.pe.value);
      const bool signals = sends && args.params.until == signalled;
      const std::uint64_t words = signals ? args.launch.iterations * messages(args.params, args.launch) : 0;
      if (arrived[from] != words) return {true, "arrived", from, words, arrived[from]};
      for (std::uint64_t i = 0; i < elements; ++i) {
        const std::uint64_t expected = sends ? pattern(args.launch.seed, from, memory.pe.value * elements + i) : 0;
        const std::uint64_t at = from * elements + i;
        if (target[at] != expected) return {true, "target", at, expected, target[at]};
      }
    }
    return {};
  }

 private:
  static constexpr std::uint64_t nodes(const Launch& launch) { return launch.n_pes / launch.pes_per_node; }

  static constexpr std::uint64_t messages(const Params& chosen, const Launch& launch) {
    return chosen.rails == aligned ? chosen.count * launch.pes_per_node : chosen.count;
  }

  static constexpr std::uint64_t peer_count(const Params& chosen, const Launch& launch) {
    if (chosen.rails == all) return launch.n_pes - 1;
    if (chosen.rails == next) return 1;
    return chosen.rails == cross ? launch.n_pes - launch.pes_per_node : nodes(launch) - 1;
  }

  static constexpr std::uint64_t next_of(std::uint64_t me, const Launch& launch) {
    const std::uint64_t of_node = launch.pes_per_node;
    return (me / of_node + 1) % nodes(launch) * of_node + (me % of_node + 1) % of_node;
  }
  /// Whose next this is.
  static constexpr std::uint64_t before(std::uint64_t me, const Launch& launch) {
    const std::uint64_t of_node = launch.pes_per_node, n = nodes(launch);
    return (me / of_node + n - 1) % n * of_node + (me % of_node + of_node - 1) % of_node;
  }

  /// The others of `n` in the order of `me`: those behind it first, or from 0.
  GIN_DEVICE static std::uint64_t other(std::uint64_t me, std::uint64_t n, std::uint64_t order,
                                        std::uint64_t turn) {
    if (order == rotated) return me + 1 + turn < n ? me + 1 + turn : me + 1 + turn - n;
    return turn < me ? turn : turn + 1;
  }

  GIN_DEVICE static std::uint64_t peer_in_turn(const Args<Alltoall>& args, std::uint64_t me, std::uint64_t turn) {
    const std::uint64_t order = args.params.order, of_node = args.launch.pes_per_node;
    if (args.params.rails == next) return next_of(me, args.launch);
    if (args.params.rails == all) return other(me, args.launch.n_pes, order, turn);
    const std::uint64_t own_place = me % of_node, n = args.launch.n_pes / of_node;
    if (args.params.rails == aligned) return other(me / of_node, n, order, turn) * of_node + own_place;
    const std::uint64_t place = order == rotated ? own_place + turn : turn;
    return other(me / of_node, n, order, turn / of_node) * of_node + place % of_node;
  }

  /// `a` sends to `b`.
  static bool is_peer(const Args<Alltoall>& args, std::uint64_t a, std::uint64_t b) {
    const std::uint64_t of_node = args.launch.pes_per_node;
    if (args.params.rails == all) return a != b;
    if (args.params.rails == next) return b == next_of(a, args.launch);
    return a / of_node != b / of_node && (args.params.rails == cross || a % of_node == b % of_node);
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void send(Ctx& ctx, const Args<Alltoall>& args, std::uint64_t peer, std::uint64_t message) {
    const std::uint64_t to_each = messages(args.params, args.launch),
                        elements = args.params.bytes / sizeof(Element);
    const std::uint64_t me = ctx.my_pe().value;
    PutSignal put;
    put.to = args.windows.target.at((me * to_each + message) * elements);
    put.from = args.windows.source.at((peer * to_each + message) * elements);
    put.bytes = args.params.bytes;
    put.peer = Pe{static_cast<std::uint32_t>(peer)};
    put.signal = args.windows.arrived.at(me);
    put.value = 1;
    put.op = SignalOp::add;
    if (args.params.until == quiet) return ctx.put_nbi({put.to, put.from, put.bytes, put.peer});
    deliver(ctx, args.launch.signalling, put);
  }
};

}  // namespace gin::programs
