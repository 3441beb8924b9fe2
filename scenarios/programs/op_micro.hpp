// One call of the device API at a time, in the brackets in which libraries are measured: how long a call takes to
// return, until it is complete, there and back, and how many a second.
#pragma once

#include "scenarios/programs/contents.hpp"

namespace gin::programs {

struct OpMicro {
  static constexpr const char* name = "op_micro";
  static constexpr const char* summary =
      "times one call at a time, or as many as go: put, p, get, g, atomics, and put with a signal there and back";
  static constexpr Bracket bracket = Bracket::visible;

  enum Op : std::uint64_t { put, p, get, g, add, fetch_add, ping_pong, packets, wait, put_signal };
  enum Until : std::uint64_t { issued, fence, quiet, quiet_at_end };

  struct Params {
    std::uint64_t op;
    std::uint64_t until;
    std::uint64_t bytes;
    std::uint64_t count;
    std::uint64_t together;
  };
  static constexpr Param<Params> params[] = {
      {&Params::op, "op", "", 0, 0, 0,
       "The call of every agent of PE 0, to PE 1. ping_pong: PE 1 answers what `signalling` delivers in kind. packets: the same by packets "
       "that carry a flag each, to a peer reached by pointer. wait: for a word that is there already. "
       "put_signal: what ping_pong delivers, by PE 0 alone, with signals that add and a quiet at the end.",
       "put|p|get|g|add|fetch_add|ping_pong|packets|wait|put_signal"},
      {&Params::until, "until", "", 0, 0, 2,
       "issued: calls are not waited for; fence or quiet: one after each call; quiet_at_end: one after all of "
       "them. Ops ping_pong, packets and put_signal have their own ends.",
       "issued|fence|quiet|quiet_at_end"},
      {&Params::bytes, "bytes", "bytes", 1, std::int64_t{1} << 30, 8, "Size of a put or get."},
      {&Params::count, "count", "count", 1, 1 << 24, 1, "Calls, or round trips, of each agent in an iteration."},
      {&Params::together, "together", "count", 1, 32, 1,
       "Puts of a call, side by side like the lanes of a warp: they share a reservation and its doorbells."},
  };

  struct Windows {
    Window<unsigned char> source;
    Window<unsigned char> target;
    Window<std::uint64_t> words;  ///< a word per agent: sums of atomics, signals of ping_pong
    Window<std::uint64_t> balls;  ///< of op packets: what an agent puts
    Window<std::uint64_t> taken;  ///< and what it took
    Window<Packet> packets;       ///< on their way
  };

  static void plan(Plan& plan, const Params& chosen, Windows& windows) {
    const Launch& launch = plan.launch();
    if (launch.n_pes < 2) plan.refuse({"$.cluster", "at least 2 PEs", launch.n_pes});
    if (chosen.together > 1 && chosen.op != put)
      plan.refuse({"$.params.together", "1 with any op but put", chosen.together});
    windows.source = plan.window<unsigned char>("source", stride(chosen) * chosen.together * launch.agents);
    windows.target = plan.window<unsigned char>("target", stride(chosen) * chosen.together * launch.agents);
    windows.words = plan.words<std::uint64_t>("words", launch.agents);
    if (chosen.op != packets) return;
    if (chosen.bytes % 8 != 0) plan.refuse({"$.params.bytes", "a multiple of 8 with op packets", chosen.bytes});
    plan.require_pointers("op packets stores to the peer");
    windows.balls = plan.words<std::uint64_t>("balls", chosen.bytes / 8 * launch.agents);
    windows.taken = plan.words<std::uint64_t>("taken", chosen.bytes / 8 * launch.agents);
    windows.packets = plan.words<Packet>("packets", chosen.bytes / 8 * launch.agents);
  }

  static void fill(const Args<OpMicro>& args, const Memory& memory) {
    fill_with_pattern(memory, args.windows.source, args.launch.seed);
    if (args.params.op == packets) fill_with_pattern(memory, args.windows.balls, args.launch.seed);
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<OpMicro>& args) {
    if (args.params.op == ping_pong || args.params.op == put_signal) return play(ctx, args);
    if (args.params.op == packets) return play_packets(ctx, args);
    if (ctx.my_pe().value == 0) call(ctx, args);
  }

  static Mismatch verify(const Args<OpMicro>& args, const Memory& memory) {
    const std::uint64_t op = args.params.op, calls = args.params.count * args.launch.iterations;
    if (op == packets) return verify_packets(args, memory);
    if (op == wait) return {};
    const bool counts = op == add || op == fetch_add || op == ping_pong || op == put_signal;
    Mismatch found;
    if (counts && (op == ping_pong ? memory.pe.value < 2 : memory.pe.value == 1))
      found = first_wrong("words", memory, args.windows.words, [=](std::uint64_t) { return calls; });
    return found.found || op == add || op == fetch_add ? found : verify_bytes(args, memory);
  }

 private:
  static constexpr std::uint64_t stride(const Params& chosen) { return (chosen.bytes + 63) / 64 * 64; }

  /// A loop for each call, so that none of them chooses among the others.
  template <DeviceContext Ctx>
  GIN_DEVICE static void call(Ctx& ctx, const Args<OpMicro>& args) {
    const Pe peer{1};
    const std::uint64_t at = ctx.agent() * args.params.together * stride(args.params);
    const Place source = args.windows.source.at(at), target = args.windows.target.at(at);
    const Place word = args.windows.words.at(ctx.agent());
    switch (args.params.op) {
      case put:
        if (args.params.together > 1) return repeat(ctx, args, [&] { put_together(ctx, args, at); });
        return repeat(ctx, args, [&] { ctx.put_nbi({target, source, args.params.bytes, peer}); });
      case p:
        return repeat(ctx, args, [&] { ctx.p(target, ctx.local(args.windows.source)[at], peer); });
      case get:
        return repeat(ctx, args, [&] { ctx.get_nbi({target, source, args.params.bytes, peer}); });
      case g:
        return repeat(ctx, args, [&] {
          const auto fetched = ctx.template g<unsigned char>(source, peer);
          ctx.local(args.windows.target)[at] = fetched;
        });
      case add:
        return repeat(ctx, args, [&] { ctx.atomic_add(word, 1, peer); });
      case wait:
        return repeat(ctx, args, [&] { ctx.signal_wait_until(word, Compare::ge, 0); });
      default:
        return repeat(ctx, args, [&] { ctx.atomic_fetch_add(word, 1, peer); });
    }
  }

  template <DeviceContext Ctx, class Call>
  GIN_DEVICE static void repeat(Ctx& ctx, const Args<OpMicro>& args, Call once) {
    const std::uint64_t until = args.params.until, count = args.params.count;
    for (std::uint64_t i = 0; i < count; ++i) {
      once();
      if (until == fence) ctx.fence();
      if (until == quiet || (until == quiet_at_end && i == count - 1)) ctx.quiet();
    }
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void put_together(Ctx& ctx, const Args<OpMicro>& args, std::uint64_t first) {
    ctx.each_lane(args.params.together, [&](std::uint64_t lane) {
      const std::uint64_t at = first + lane * stride(args.params);
      return ctx.put_of({args.windows.target.at(at), args.windows.source.at(at), args.params.bytes, Pe{1}});
    });
  }

  /// A round trip is over when the answer's signal is seen; op put_signal asks for none.
  template <DeviceContext Ctx>
  GIN_DEVICE static void play(Ctx& ctx, const Args<OpMicro>& args) {
    const bool serves = ctx.my_pe().value == 0, is_answered = args.params.op == ping_pong;
    if (ctx.my_pe().value > (is_answered ? 1 : 0)) return;
    const std::uint64_t at = ctx.agent() * stride(args.params);
    const Place word = args.windows.words.at(ctx.agent());
    PutSignal ball;
    ball.to = args.windows.target.at(at);
    ball.from = args.windows.source.at(at);
    ball.bytes = args.params.bytes;
    ball.peer = Pe{1 - ctx.my_pe().value};
    ball.signal = word;
    // Without an answer several are under way, and which of them sets the word last is the fabric's business.
    ball.op = is_answered ? SignalOp::set : SignalOp::add;
    for (std::uint64_t i = 0; i < args.params.count; ++i) {
      ball.value = is_answered ? args.iteration * args.params.count + i + 1 : 1;
      if (serves) deliver(ctx, args.launch.signalling, ball);
      if (!is_answered) continue;
      ctx.signal_wait_until(word, Compare::ge, ball.value);
      if (!serves) deliver(ctx, args.launch.signalling, ball);
    }
    if (!is_answered) ctx.quiet();
  }

  /// What comes back has been taken, so that what brought it may be written again.
  template <DeviceContext Ctx>
  GIN_DEVICE static void play_packets(Ctx& ctx, const Args<OpMicro>& args) {
    if (ctx.my_pe().value > 1) return;
    const bool serves = ctx.my_pe().value == 0;
    const std::uint64_t count = args.params.bytes / 8, at = ctx.agent() * count;
    PutPackets ball{args.windows.packets, at, args.windows.balls, at, count, Pe{1 - ctx.my_pe().value}};
    TakePackets answer{args.windows.taken, at, args.windows.packets, at, count};
    for (std::uint64_t i = 0; i < args.params.count; ++i) {
      ball.flag = answer.flag = args.iteration * args.params.count + i + 1;
      if (serves) ctx.put_packets(ball);
      ctx.take_packets(answer);
      if (!serves) ctx.put_packets(ball);
    }
  }

  static Mismatch verify_packets(const Args<OpMicro>& args, const Memory& memory) {
    if (memory.pe.value > 1) return {};
    return first_wrong("taken", memory, args.windows.taken, [&](std::uint64_t i) {
      return patterned<std::uint64_t>(args.launch.seed, 1 - memory.pe.value, i);
    });
  }

  static Mismatch verify_bytes(const Args<OpMicro>& args, const Memory& memory) {
    const std::uint64_t op = args.params.op;
    const bool fetches = op == get || op == g;
    if (op == ping_pong ? memory.pe.value > 1 : memory.pe.value != (fetches ? 0u : 1u)) return {};
    const std::uint64_t from = 1 - memory.pe.value;
    const std::uint64_t moved = op == p || op == g ? 1 : args.params.bytes;
    return first_wrong("target", memory, args.windows.target, [&](std::uint64_t i) {
      const bool written = i % stride(args.params) < moved;
      return written ? patterned<unsigned char>(args.launch.seed, from, i) : static_cast<unsigned char>(0);
    });
  }
};

}  // namespace gin::programs
