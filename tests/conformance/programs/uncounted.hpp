// A program that asks a NIC's counter for more than adding one.
#pragma once

#include "tests/conformance/programs/note.hpp"

namespace gin::conformance {

struct Uncounted {
  static constexpr const char* name = "uncounted";
  static constexpr const char* summary = "signals and atomics that a counter of the NIC does not do";
  static constexpr Bracket bracket = Bracket::visible;

  enum Call : std::uint64_t { set, add_two, atomic, fetch, lanes, own };
  struct Params {
    std::uint64_t call;
  };
  static constexpr Param<Params> params[] = {
      {&Params::call, "call", "", 0, 0, 0, "Which call.", "set|add_two|atomic|fetch|lanes|own"},
  };

  struct Windows {
    Window<Byte> bytes;
    Window<std::uint64_t> word;
  };

  static void plan(Plan& plan, const Params&, Windows& windows) {
    windows.bytes = plan.window<Byte>("bytes", 64);
    windows.word = plan.words<std::uint64_t>("word", 2);
  }

  static void fill(const Args<Uncounted>&, const Memory&) {}

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<Uncounted>& args) {
    if (ctx.my_pe().value != 2 || ctx.agent() != 1) return;
    const Place word = args.windows.word.at(1);
    const Pe peer{0};
    const PutSignal put{args.windows.bytes.at(0), args.windows.bytes.at(8), 8, peer, word, 1, SignalOp::set};
    switch (args.params.call) {
      case set:
        return ctx.put_signal(put);
      case add_two:
        return ctx.signal_op({word, 2, SignalOp::add, peer});
      case atomic:
        return ctx.atomic({word, Amo::bit_or, 1, 0, peer});
      case fetch:
        ctx.atomic_fetch_inc(word, peer);
        return;
      case lanes:
        return ctx.each_lane(1, [&](std::uint64_t) { return ctx.put_signal_of(put); });
      default:
        return ctx.atomic_set(word, 1, ctx.my_pe());
    }
  }

  static Mismatch verify(const Args<Uncounted>&, const Memory&) { return {}; }
};

}  // namespace gin::conformance
