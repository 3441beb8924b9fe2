// All agents of all PEs add to the same words at once; no addition is lost, and each old value is handed out once.
#pragma once

#include "tests/conformance/programs/note.hpp"

namespace gin::conformance {

struct SharedCounter {
  static constexpr const char* name = "shared_counter";
  static constexpr const char* summary = "all agents add to one word of PE 0 and to one of their own PE";
  static constexpr Bracket bracket = Bracket::visible;

  enum Mode : std::uint64_t { adds, draws, alternates };
  struct Params {
    std::uint64_t mode;
    std::uint64_t times;
  };
  static constexpr Param<Params> params[] = {
      {&Params::mode, "mode", "", 0, 0, 0, "Adds only, draws tickets, or both in turn.", "adds|draws|alternates"},
      {&Params::times, "times", "count", 1, 1 << 20, 100, "How often each agent does."},
  };

  struct Windows {
    Window<std::uint64_t> word;   ///< 0: everybody's, counts on PE 0; 1: this PE's own
    Window<std::uint64_t> drawn;  ///< on PE 0: how often each ticket was drawn
    Window<std::uint64_t> total;  ///< per agent: everybody's word after the barrier
  };

  static void plan(Plan& plan, const Params& chosen, Windows& windows) {
    const Launch& launch = plan.launch();
    windows.word = plan.words<std::uint64_t>("word", 2);
    windows.drawn = plan.words<std::uint64_t>("drawn", chosen.times * launch.agents * launch.n_pes);
    windows.total = plan.words<std::uint64_t>("total", launch.agents);
  }

  static void fill(const Args<SharedCounter>&, const Memory&) {}

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<SharedCounter>& args) {
    const Place everybodys = args.windows.word.at(0);
    for (std::uint64_t i = 0; i < args.params.times; ++i) {
      if (args.params.mode == draws) {
        const std::uint64_t ticket = ctx.atomic_fetch_inc(everybodys, Pe{0});
        if (ticket < args.windows.drawn.count) ctx.atomic_inc(args.windows.drawn.at(ticket), Pe{0});
      } else if (args.params.mode == alternates && i % 2 == 0) {
        ctx.atomic_fetch_add(everybodys, 1, Pe{0});
      } else {
        ctx.atomic_add(everybodys, 1, Pe{0});
      }
      ctx.atomic_inc(args.windows.word.at(1), ctx.my_pe());
    }
    ctx.barrier_all();
    note(ctx, args.windows.total, ctx.agent(), ctx.atomic_fetch(everybodys, Pe{0}));
  }

  static Mismatch verify(const Args<SharedCounter>& args, const Memory& memory) {
    const std::uint64_t mine = args.params.times * args.launch.agents;
    const std::uint64_t all = mine * args.launch.n_pes;
    const bool home = memory.pe.value == 0;
    const Mismatch total = first_wrong("total", args.windows.total, memory, [&](std::uint64_t) { return all; });
    if (total.found) return total;
    const Mismatch word = first_wrong("word", args.windows.word, memory, [&](std::uint64_t i) {
      return i == 1 ? mine : home ? all : 0;
    });
    if (word.found) return word;
    const std::uint64_t each = home && args.params.mode == draws ? 1 : 0;
    return first_wrong("drawn", args.windows.drawn, memory, [&](std::uint64_t) { return each; });
  }
};

}  // namespace gin::conformance
