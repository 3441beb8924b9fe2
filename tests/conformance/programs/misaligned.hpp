// A program with a mistake: agent 1 of PE 2 takes for a word what does not begin at a multiple of its size.
#pragma once

#include "tests/conformance/programs/note.hpp"

namespace gin::conformance {

struct Misaligned {
  static constexpr const char* name = "misaligned";
  static constexpr const char* summary = "uses words that lie across others";
  static constexpr Bracket bracket = Bracket::visible;

  enum Call : std::uint64_t {
    atomic,
    fetch_atomic,
    result,
    local_fetch_add,
    put_signal,
    signal_op,
    signal_fetch,
    signal_wait,
    wait_64,
    wait_32,
    test,
    lane
  };
  struct Params {
    std::uint64_t call;
  };
  static constexpr Param<Params> params[] = {
      {&Params::call, "call", "", 0, 0, 0, "Which call.",
       "atomic|fetch_atomic|result|local_fetch_add|put_signal|signal_op|signal_fetch|signal_wait|wait_64|wait_32|"
       "test|lane"},
  };

  struct Windows {
    Window<std::uint32_t> halves;
    Window<Byte> bytes;
  };

  static void plan(Plan& plan, const Params&, Windows& windows) {
    windows.halves = plan.words<std::uint32_t>("halves", 16);
    windows.bytes = plan.words<Byte>("bytes", 64);
  }

  static void fill(const Args<Misaligned>&, const Memory&) {}

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<Misaligned>& args) {
    if (ctx.my_pe().value != 2 || ctx.agent() != 1) return;
    const Place half = args.windows.halves.at(3), byte = args.windows.bytes.at(2);
    const Pe peer{0};
    switch (args.params.call) {
      case atomic:
        return ctx.atomic_inc(half, peer);
      case fetch_atomic:
        ctx.atomic_fetch(half, peer);
        return;
      case result:
        ctx.each_lane(1, [&](std::uint64_t) {
          return ctx.fetch_atomic_of({args.windows.halves.at(0), Amo::fetch, 0, 0, peer}, half);
        });
        return;
      case local_fetch_add:
        ctx.local_fetch_add(half, 1);
        return;
      case put_signal:
        return ctx.put_signal(
            {args.windows.bytes.at(0), args.windows.bytes.at(8), 8, peer, half, 1, SignalOp::add});
      case signal_op:
        return ctx.signal_op({half, 1, SignalOp::add, peer});
      case signal_fetch:
        ctx.signal_fetch(half);
        return;
      case signal_wait:
        return ctx.signal_wait_until(half, Compare::eq, 0);
      case wait_64:
        return ctx.wait_until(half, Compare::eq, std::uint64_t{0});
      case wait_32:
        return ctx.wait_until(byte, Compare::eq, std::uint32_t{0});
      case test:
        ctx.test(half, Compare::eq, std::uint64_t{0});
        return;
      default:
        return ctx.each_lane(1, [&](std::uint64_t) { return ctx.atomic_of({half, Amo::add, 1, 0, peer}); });
    }
  }

  static Mismatch verify(const Args<Misaligned>&, const Memory&) { return {}; }
};

}  // namespace gin::conformance
