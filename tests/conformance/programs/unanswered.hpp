// A program with a mistake: agent 0 of PE 0 waits for something that nobody will do.
#pragma once

#include "tests/conformance/programs/note.hpp"

namespace gin::conformance {

struct Unanswered {
  static constexpr const char* name = "unanswered";
  static constexpr const char* summary = "waits for a third update of a word that is updated twice";
  static constexpr Bracket bracket = Bracket::visible;

  enum Call : std::uint64_t { signal_wait_until, wait_until, test, barrier };
  struct Params {
    std::uint64_t call;
  };
  static constexpr Param<Params> params[] = {
      {&Params::call, "call", "", 0, 0, 0, "What waits.", "signal_wait_until|wait_until|test|barrier"},
  };

  struct Windows {
    Window<std::uint64_t> word;
    Window<Byte> source;
    Window<Byte> target;
  };

  static void plan(Plan& plan, const Params&, Windows& windows) {
    windows.word = plan.words<std::uint64_t>("word", 1);
    windows.source = plan.window<Byte>("source", bytes);
    windows.target = plan.window<Byte>("target", bytes);
  }

  static void fill(const Args<Unanswered>&, const Memory&) {}

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<Unanswered>& args) {
    if (ctx.agent() != 0) return;
    if (ctx.my_pe().value != 0) {
      if (ctx.my_pe().value == 1) twice(ctx, args);
      return;
    }
    ctx.put_nbi({args.windows.target.at(0), args.windows.source.at(0), bytes, Pe{ctx.n_pes() - 1}});
    const Place word = args.windows.word.at(0);
    constexpr std::uint64_t wanted = 3;
    constexpr std::uint64_t looks_max = 100'000'000;
    bool found = false;
    switch (args.params.call) {
      case signal_wait_until:
        ctx.signal_wait_until(word, Compare::ge, wanted);
        break;
      case wait_until:
        ctx.wait_until(word, Compare::eq, wanted);
        break;
      case test:
        for (std::uint64_t look = 0; look < looks_max && !found; ++look)
          found = ctx.test(word, Compare::ge, wanted);
        break;
      default:
        ctx.barrier_all();
        break;
    }
  }

  static Mismatch verify(const Args<Unanswered>&, const Memory&) { return {}; }

 private:
  static constexpr std::uint64_t bytes = 4096;

  template <DeviceContext Ctx>
  GIN_DEVICE static void twice(Ctx& ctx, const Args<Unanswered>& args) {
    ctx.atomic_inc(args.windows.word.at(0), Pe{0});
    ctx.atomic_inc(args.windows.word.at(0), Pe{0});
    ctx.quiet();
  }
};

}  // namespace gin::conformance
