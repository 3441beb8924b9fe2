// The mistakes that people make in programs of this kind, one at a time, and each of them mended. Even agents send to the
// next PE, odd ones take what comes and look at it the moment they are told that it is there.
#pragma once

#include "tests/conformance/programs/note.hpp"

namespace gin::adversary {

using conformance::note;

struct Mistakes {
  static constexpr const char* name = "mistakes";
  static constexpr const char* summary =
      "data that a receiver trusts one moment too early, or that its sender spoils";
  static constexpr Bracket bracket = Bracket::visible;

  enum Which : std::uint64_t {
    bare_signal,     ///< a signal of its own after a put
    flag_by_value,   ///< p as a flag after a put
    later_signal,    ///< put_signal of other data, which tells of an earlier put, too
    early_reuse,     ///< a buffer of two is filled again one epoch before its receiver has said so
    lane_stores,     ///< stores of lanes to the peer, then a flag
    source_changed,  ///< a source is written again before flush
    newest_put,      ///< the same, behind a blocking put of other data
    other_flush,     ///< the same, behind a flush of another context
    newest_get,      ///< what a get brings is looked at behind a blocking get of other data
    line_flags,      ///< the last word of each line of 128 bytes tells of that line
    put_and_send,    ///< a send after a put tells of it
    send_returned,   ///< whoever has sent takes it that the receiver is there
  };
  struct Params {
    std::uint64_t which;
    std::uint64_t mended;
    std::uint64_t bytes;
    std::uint64_t rounds;
  };
  static constexpr Param<Params> params[] = {
      {&Params::which, "which", "", 0, 0, 0, "The mistake.",
       "bare_signal|flag_by_value|later_signal|early_reuse|lane_stores|source_changed|newest_put|other_flush|newest_get|line_flags|put_and_send|send_returned"},
      {&Params::mended, "mended", "", 0, 1, 0, "1: what was forgotten is there."},
      {&Params::bytes, "bytes", "bytes", 8, 1 << 20, 4096, "Of a message."},
      {&Params::rounds, "rounds", "count", 1, 64, 4, "Messages."},
  };

  struct Windows {
    Window<std::uint64_t> source;
    Window<std::uint64_t> target;
    Window<std::uint64_t> extra;  ///< later_signal: what the signal belongs to
    Window<std::uint64_t> told;   ///< by pair and round
    Window<std::uint64_t> taken;  ///< by pair: rounds that the receiver is through with
    Window<std::uint64_t> wrong;  ///< by agent: elements that were not there
  };

  static void plan(Plan& plan, const Params& chosen, Windows& windows) {
    if (plan.launch().agents % 2 != 0) plan.refuse({"$.launch.agents", "an even number", plan.launch().agents});
    const std::uint64_t messages = plan.launch().agents / 2 * chosen.rounds;
    plan.contexts(2);
    if (pairs_up(chosen)) plan.require_two_sided("it sends");
    windows.source = plan.window<std::uint64_t>("source", messages * chosen.bytes / 8);
    windows.target = plan.window<std::uint64_t>("target", messages * chosen.bytes / 8);
    windows.extra = plan.window<std::uint64_t>("extra", messages);
    windows.told = plan.words<std::uint64_t>("told", messages);
    windows.taken = plan.words<std::uint64_t>("taken", plan.launch().agents / 2);
    windows.wrong = plan.words<std::uint64_t>("wrong", plan.launch().agents);
  }

  static void fill(const Args<Mistakes>& args, const Memory& memory) {
    for (std::uint64_t i = 0; i < args.windows.source.count; ++i)
      memory.of(args.windows.source)[i] = sent(args, memory.pe.value, i);
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<Mistakes>& args) {
    const std::uint64_t pair = ctx.agent() / 2;
    std::uint64_t wrong = 0;
    for (std::uint64_t round = 0; round < args.params.rounds; ++round) {
      if (ctx.agent() % 2 == 1)
        wrong += take(ctx, args, pair, round);
      else if (args.params.which == send_returned)
        wrong += meet(ctx, args, pair, round);
      else
        send(ctx, args, pair, round);
    }
    ctx.quiet();
    note(ctx, args.windows.wrong, ctx.agent(), wrong);
  }

  static Mismatch verify(const Args<Mistakes>& args, const Memory& memory) {
    return conformance::first_wrong("wrong", args.windows.wrong, memory, [](std::uint64_t) { return 0; });
  }

 private:
  static constexpr std::uint64_t sent(const Args<Mistakes>& args, std::uint64_t pe, std::uint64_t index) {
    return pattern(args.launch.seed, pe, index) | 1;  // never what was there
  }
  static constexpr bool pairs_up(const Params& chosen) {
    return chosen.which == put_and_send || chosen.which == send_returned;
  }
  static constexpr std::uint64_t elements(const Args<Mistakes>& args) { return args.params.bytes / 8; }
  static constexpr std::uint64_t message(const Args<Mistakes>& args, std::uint64_t pair, std::uint64_t round) {
    return pair * args.params.rounds + round;
  }
  /// Where a message goes: a buffer of two where it is used again, else a place of its own.
  static constexpr std::uint64_t place(const Args<Mistakes>& args, std::uint64_t pair, std::uint64_t round) {
    return message(args, pair, args.params.which == early_reuse ? round % 2 : round);
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void send(Ctx& ctx, const Args<Mistakes>& args, std::uint64_t pair, std::uint64_t round) {
    const bool mended = args.params.mended != 0;
    const Windows& at = args.windows;
    const std::uint64_t to = place(args, pair, round), from = message(args, pair, round);
    const Pe peer{(ctx.my_pe().value + 1) % ctx.n_pes()};
    const Transfer data{at.target.at(to * elements(args)), at.source.at(from * elements(args)), args.params.bytes,
                        peer};
    const Signal told{at.told.at(from), 1, SignalOp::add, peer};
    switch (args.params.which) {
      case bare_signal:
        ctx.put_nbi(data);
        if (mended) ctx.fence();
        ctx.signal_op(told);
        break;
      case flag_by_value:
        ctx.put_nbi(data);
        if (mended) ctx.fence();
        ctx.p(told.signal, std::uint64_t{1}, peer);
        break;
      case later_signal:
        ctx.put_nbi(data);
        if (mended) ctx.fence();
        ctx.put_signal_nbi({at.extra.at(from), data.from, 8, peer, told.signal, 1, SignalOp::add});
        break;
      case early_reuse:
        // What was sent two rounds ago lay in the same place.
        if (round >= 2) ctx.signal_wait_until(at.taken.at(pair), Compare::ge, round - (mended ? 1 : 2));
        ctx.put_signal_nbi({data.to, data.from, data.bytes, peer, told.signal, 1, SignalOp::add});
        break;
      case lane_stores:
        store(ctx, args, to, from, peer);
        if (mended) ctx.fence();
        ctx.signal_op(told);
        break;
      case source_changed:
      case newest_put:
      case other_flush:
        ctx.put_nbi(data);
        if (args.params.which == newest_put) ctx.put({at.extra.at(from), data.from, 8, peer});
        if (args.params.which == other_flush) ctx.on(1).flush();
        if (mended) ctx.flush();
        spoil(ctx, args, from);
        ctx.fence();
        ctx.signal_op(told);
        break;
      case newest_get:
      case send_returned:
        break;  // the receiver comes for it; it has a function of its own
      case put_and_send:
        ctx.put_nbi(data);
        if (mended) ctx.quiet();
        ctx.send({data.from, 8, from, peer});
        break;
      case line_flags:
        ctx.put_nbi(data);
        ctx.fence();
        ctx.signal_op(told);
        break;
    }
  }

  /// The receiver has said that it is there before it receives. Returns how much is wrong with what the sender knows then.
  template <DeviceContext Ctx>
  GIN_DEVICE static std::uint64_t meet(Ctx& ctx, const Args<Mistakes>& args, std::uint64_t pair,
                                       std::uint64_t round) {
    const std::uint64_t from = message(args, pair, round);
    const Place said = args.windows.told.at(from);
    ctx.send({args.windows.source.at(from * elements(args)), args.params.bytes, from,
              Pe{(ctx.my_pe().value + 1) % ctx.n_pes()}});
    if (args.params.mended != 0) ctx.signal_wait_until(said, Compare::ge, 1);
    return ctx.signal_fetch(said) == 1 ? 0 : 1;
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void store(Ctx& ctx, const Args<Mistakes>& args, std::uint64_t to, std::uint64_t from,
                               Pe peer) {
    const auto target = ctx.ptr(args.windows.target, peer);
    const auto source = ctx.local(args.windows.source);
    const std::uint64_t n = elements(args);
    ctx.for_lanes(n, views(reads(source), writes(target)),
                  [=](std::uint64_t i) { target[to * n + i] = source[from * n + i]; });
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void spoil(Ctx& ctx, const Args<Mistakes>& args, std::uint64_t from) {
    const auto source = ctx.local(args.windows.source);
    const std::uint64_t n = elements(args);
    ctx.for_lanes(n, views(writes(source)), [=](std::uint64_t i) { source[from * n + i] = 0; });
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static std::uint64_t take(Ctx& ctx, const Args<Mistakes>& args, std::uint64_t pair,
                                       std::uint64_t round) {
    const std::uint32_t sender = (ctx.my_pe().value + ctx.n_pes() - 1) % ctx.n_pes();
    const std::uint64_t n = elements(args), from = message(args, pair, round), to = place(args, pair, round) * n;
    const auto expected = [&](std::uint64_t i) { return sent(args, sender, from * n + i); };
    if (args.params.which == line_flags && args.params.mended == 0) return take_lines(ctx, args, to, expected);
    if (args.params.which == send_returned)
      ctx.signal_op({args.windows.told.at(from), 1, SignalOp::add, Pe{sender}});
    if (pairs_up(args.params))
      receive(ctx, args, pair, round, Pe{sender});
    else if (args.params.which == newest_get)
      fetch(ctx, args, from, Pe{sender});
    else
      ctx.signal_wait_until(args.windows.told.at(from), Compare::ge, 1);
    const std::uint64_t wrong = conformance::differences(ctx, args.windows.target, to, n, expected);
    if (args.params.which == early_reuse)
      ctx.signal_op({args.windows.taken.at(pair), 1, SignalOp::add, Pe{sender}});
    return wrong;
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void receive(Ctx& ctx, const Args<Mistakes>& args, std::uint64_t pair, std::uint64_t round,
                                 Pe sender) {
    const std::uint64_t from = message(args, pair, round);
    if (args.params.which == put_and_send)
      ctx.receive({args.windows.extra.at(from), 8, from, sender});
    else
      ctx.receive(
          {args.windows.target.at(place(args, pair, round) * elements(args)), args.params.bytes, from, sender});
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void fetch(Ctx& ctx, const Args<Mistakes>& args, std::uint64_t from, Pe sender) {
    const Windows& at = args.windows;
    const std::uint64_t first = from * elements(args);
    ctx.get_nbi({at.target.at(first), at.source.at(first), args.params.bytes, sender});
    ctx.get({at.extra.at(from), at.source.at(first), 8, sender});
    if (args.params.mended != 0) ctx.flush();
  }

  template <DeviceContext Ctx, class Expected>
  GIN_DEVICE static std::uint64_t take_lines(Ctx& ctx, const Args<Mistakes>& args, std::uint64_t to,
                                             Expected expected) {
    constexpr std::uint64_t line = 16;
    const std::uint64_t n = elements(args);
    std::uint64_t wrong = 0;
    for (std::uint64_t begin = 0; begin < n; begin += line) {
      const std::uint64_t last = n - begin < line ? n - 1 : begin + line - 1;
      ctx.template wait_until<std::uint64_t>(args.windows.target.at(to + last), Compare::eq, expected(last));
      wrong += conformance::differences(ctx, args.windows.target, to + begin, last + 1 - begin,
                                        [&](std::uint64_t i) { return expected(begin + i); });
    }
    return wrong;
  }
};

}  // namespace gin::adversary
