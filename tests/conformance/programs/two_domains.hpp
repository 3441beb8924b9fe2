// Operations on two contexts at once; each has an order, a quiet and results of its own.
#pragma once

#include "tests/conformance/programs/note.hpp"

namespace gin::conformance {

struct TwoDomains {
  static constexpr const char* name = "two_domains";
  static constexpr const char* summary = "interleaves puts, atomics and fetches on two contexts";
  static constexpr Bracket bracket = Bracket::visible;

  struct Params {
    std::uint64_t rounds;
  };
  static constexpr Param<Params> params[] = {
      {&Params::rounds, "rounds", "count", 1, 1 << 16, 8, "Operations of each kind, to each PE, on each context."},
  };

  struct Windows {
    Window<std::uint64_t> source;  ///< per agent, context and round
    Window<std::uint64_t> target;  ///< the same per source PE
    Window<std::uint64_t> count;   ///< per source PE, agent and context
    Window<std::uint64_t> wrong;   ///< per agent
  };

  static void plan(Plan& plan, const Params& chosen, Windows& windows) {
    plan.contexts(2);
    const std::uint64_t lines = std::uint64_t{plan.launch().agents} * 2;
    windows.source = plan.window<std::uint64_t>("source", lines * chosen.rounds);
    windows.target = plan.window<std::uint64_t>("target", plan.launch().n_pes * lines * chosen.rounds);
    windows.count = plan.words<std::uint64_t>("count", plan.launch().n_pes * lines);
    windows.wrong = plan.words<std::uint64_t>("wrong", plan.launch().agents);
  }

  static void fill(const Args<TwoDomains>& args, const Memory& memory) {
    for (std::uint64_t i = 0; i < args.windows.source.count; ++i)
      memory.of(args.windows.source)[i] = pattern(args.launch.seed, memory.pe.value, i);
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<TwoDomains>& args) {
    Ctx second = ctx.on(1);
    std::uint64_t wrong = 0;
    for (std::uint64_t round = 0; round < args.params.rounds; ++round)
      for (std::uint32_t i = 0; i < ctx.n_pes(); ++i) {
        const Pe peer{(ctx.my_pe().value + i) % ctx.n_pes()};
        put(ctx, args, peer, 0, round);
        put(second, args, peer, 1, round);
        wrong += ctx.atomic_fetch_inc(count(ctx, args, 0), peer) == round ? 0 : 1;
        wrong += second.atomic_fetch_add(count(ctx, args, 1), 3, peer) == 3 * round ? 0 : 1;
      }
    second.fence();
    second.quiet();
    ctx.quiet();
    second.barrier_all();
    wrong += differences(ctx, args.windows.target, 0, args.windows.target.count,
                         [&](std::uint64_t i) { return arrived(args, i); });
    note(ctx, args.windows.wrong, ctx.agent(), wrong);
  }

  static Mismatch verify(const Args<TwoDomains>& args, const Memory& memory) {
    const Mismatch early = first_wrong("wrong", args.windows.wrong, memory, [](std::uint64_t) { return 0; });
    if (early.found) return early;
    const std::uint64_t rounds = args.params.rounds;
    return first_wrong("count", args.windows.count, memory,
                       [&](std::uint64_t i) { return i % 2 == 0 ? rounds : 3 * rounds; });
  }

 private:
  template <DeviceContext Ctx>
  GIN_DEVICE static Place count(Ctx& ctx, const Args<TwoDomains>& args, std::uint64_t domain) {
    return args.windows.count.at((ctx.my_pe().value * ctx.agents() + ctx.agent()) * 2 + domain);
  }
  static constexpr std::uint64_t arrived(const Args<TwoDomains>& args, std::uint64_t index) {
    const std::uint64_t per_pe = args.windows.source.count;
    return pattern(args.launch.seed, index / per_pe, index % per_pe);
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void put(Ctx& ctx, const Args<TwoDomains>& args, Pe peer, std::uint64_t domain,
                             std::uint64_t round) {
    const std::uint64_t from = (ctx.agent() * 2 + domain) * args.params.rounds + round;
    const std::uint64_t to = ctx.my_pe().value * args.windows.source.count + from;
    ctx.put_nbi({args.windows.target.at(to), args.windows.source.at(from), 8, peer});
  }
};

}  // namespace gin::conformance
