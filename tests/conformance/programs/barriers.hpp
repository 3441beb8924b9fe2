// Many barriers in a row: what each agent wrote everywhere before one, everybody sees after it.
#pragma once

#include "tests/conformance/programs/note.hpp"

namespace gin::conformance {

struct Barriers {
  static constexpr const char* name = "barriers";
  static constexpr const char* summary = "writes to all PEs, barrier, looks at what all wrote, barrier";
  static constexpr Bracket bracket = Bracket::visible;

  struct Params {
    std::uint64_t rounds;
  };
  static constexpr Param<Params> params[] = {
      {&Params::rounds, "rounds", "count", 1, 1 << 20, 20, "How often."},
  };

  struct Windows {
    Window<std::uint64_t> mine;   ///< per agent: what put_nbi sends
    Window<std::uint64_t> slot;   ///< per source PE and agent
    Window<std::uint64_t> wrong;  ///< per agent
  };

  static void plan(Plan& plan, const Params&, Windows& windows) {
    windows.mine = plan.words<std::uint64_t>("mine", plan.launch().agents);
    windows.slot = plan.words<std::uint64_t>("slot", plan.launch().n_pes * plan.launch().agents);
    windows.wrong = plan.words<std::uint64_t>("wrong", plan.launch().agents);
  }

  static void fill(const Args<Barriers>&, const Memory&) {}

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<Barriers>& args) {
    const Place slot = args.windows.slot.at(ctx.my_pe().value * ctx.agents() + ctx.agent());
    std::uint64_t wrong = 0;
    for (std::uint64_t round = 0; round < args.params.rounds; ++round) {
      note(ctx, args.windows.mine, ctx.agent(), round + 1);
      for (std::uint32_t i = 0; i < ctx.n_pes(); ++i) {
        const Pe peer{(ctx.my_pe().value + i) % ctx.n_pes()};
        if (round % 2 == 0)
          ctx.put_nbi({slot, args.windows.mine.at(ctx.agent()), 8, peer});
        else
          ctx.p(slot, round + 1, peer);
      }
      ctx.barrier_all();
      wrong += differences(ctx, args.windows.slot, 0, args.windows.slot.count, [=](std::uint64_t) { return round + 1; });
      ctx.barrier_all();
    }
    note(ctx, args.windows.wrong, ctx.agent(), wrong);
  }

  static Mismatch verify(const Args<Barriers>& args, const Memory& memory) {
    const Mismatch early = first_wrong("wrong", args.windows.wrong, memory, [](std::uint64_t) { return 0; });
    if (early.found) return early;
    return first_wrong("slot", args.windows.slot, memory, [&](std::uint64_t) { return args.params.rounds; });
  }
};

}  // namespace gin::conformance
