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
    std::uint64_t elements;
  };
  static constexpr Param<Params> params[] = {
      {&Params::rounds, "rounds", "count", 1, 1 << 20, 20, "How often."},
      {&Params::elements, "elements", "count", 1, 1 << 20, 1, "Size of a put, in elements of 8 bytes."},
  };

  struct Windows {
    Window<std::uint64_t> mine;   ///< per agent: what put_nbi sends
    Window<std::uint64_t> block;  ///< per source PE and agent
    Window<std::uint64_t> wrong;  ///< per agent
  };

  static void plan(Plan& plan, const Params& chosen, Windows& windows) {
    windows.mine = plan.window<std::uint64_t>("mine", chosen.elements * plan.launch().agents);
    windows.block = plan.window<std::uint64_t>("block", windows.mine.count * plan.launch().n_pes);
    windows.wrong = plan.words<std::uint64_t>("wrong", plan.launch().agents);
  }

  static void fill(const Args<Barriers>&, const Memory&) {}

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<Barriers>& args) {
    const std::uint64_t n = args.params.elements;
    const std::uint64_t from = ctx.agent() * n;
    const Place block = args.windows.block.at(ctx.my_pe().value * args.windows.mine.count + from);
    const auto mine = ctx.local(args.windows.mine);
    std::uint64_t wrong = 0;
    for (std::uint64_t round = 0; round < args.params.rounds; ++round) {
      ctx.for_lanes(n, views(writes(mine)), [=](std::uint64_t i) { mine[from + i] = round + 1; });
      for (std::uint32_t i = 0; i < ctx.n_pes(); ++i) {
        const Pe peer{(ctx.my_pe().value + i) % ctx.n_pes()};
        if (round % 2 == 0)
          ctx.put_nbi({block, args.windows.mine.at(from), n * 8, peer});
        else
          ctx.p(block, round + 1, peer);
      }
      ctx.barrier_all();
      wrong += differences(ctx, args.windows.block, 0, args.windows.block.count,
                           [&](std::uint64_t i) { return after(args, round, i); });
      ctx.barrier_all();
    }
    note(ctx, args.windows.wrong, ctx.agent(), wrong);
  }

  static Mismatch verify(const Args<Barriers>& args, const Memory& memory) {
    const Mismatch early = first_wrong("wrong", args.windows.wrong, memory, [](std::uint64_t) { return 0; });
    if (early.found) return early;
    return first_wrong("block", args.windows.block, memory,
                       [&](std::uint64_t i) { return after(args, args.params.rounds - 1, i); });
  }

 private:
  /// Even rounds write whole blocks, odd ones their first elements.
  static constexpr std::uint64_t after(const Args<Barriers>& args, std::uint64_t round, std::uint64_t index) {
    return round % 2 == 1 && index % args.params.elements != 0 ? round : round + 1;
  }
};

}  // namespace gin::conformance
