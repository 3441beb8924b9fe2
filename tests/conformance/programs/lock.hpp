// A lock of compare_swap guards a word that is fetched, added to and written back without atomics.
#pragma once

#include "tests/conformance/programs/note.hpp"

namespace gin::conformance {

struct Lock {
  static constexpr const char* name = "lock";
  static constexpr const char* summary = "all agents increment a word of the last PE under a lock of compare_swap";
  static constexpr Bracket bracket = Bracket::visible;

  struct Params {
    std::uint64_t times;
    std::uint64_t tries;
  };
  static constexpr Param<Params> params[] = {
      {&Params::times, "times", "count", 1, 1 << 20, 10, "How often each agent increments."},
      {&Params::tries, "tries", "count", 1, 1 << 30, 20'000, "Looks at a lock before it counts as lost."},
  };

  struct Windows {
    Window<std::uint64_t> lock;
    Window<std::uint64_t> guarded;
    Window<std::uint64_t> wrong;  ///< per agent: locks that were never free or were not ours to open
  };

  static void plan(Plan& plan, const Params&, Windows& windows) {
    windows.lock = plan.words<std::uint64_t>("lock", 1);
    windows.guarded = plan.words<std::uint64_t>("guarded", 1);
    windows.wrong = plan.words<std::uint64_t>("wrong", plan.launch().agents);
  }

  static void fill(const Args<Lock>&, const Memory&) {}

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<Lock>& args) {
    const Pe home{ctx.n_pes() - 1};
    const std::uint64_t me = 1 + ctx.my_pe().value * ctx.agents() + ctx.agent();
    const Place lock = args.windows.lock.at(0);
    const Place guarded = args.windows.guarded.at(0);
    std::uint64_t wrong = 0;
    for (std::uint64_t i = 0; i < args.params.times; ++i) {
      std::uint64_t holder = me;
      for (std::uint64_t tries = 0; tries < args.params.tries && holder != 0; ++tries)
        holder = ctx.atomic_compare_swap(lock, 0, me, home);
      wrong += holder == 0 ? 0 : 1;
      const auto value = ctx.template g<std::uint64_t>(guarded, home);
      ctx.p(guarded, value + 1, home);
      ctx.quiet();
      wrong += ctx.atomic_swap(lock, 0, home) == me ? 0 : 1;
    }
    note(ctx, args.windows.wrong, ctx.agent(), wrong);
    ctx.quiet();
  }

  static Mismatch verify(const Args<Lock>& args, const Memory& memory) {
    const Mismatch locks = first_wrong("wrong", args.windows.wrong, memory, [](std::uint64_t) { return 0; });
    if (locks.found || memory.pe.value + 1 != args.launch.n_pes) return locks;
    const std::uint64_t all = args.params.times * args.launch.agents * args.launch.n_pes;
    return first_wrong("guarded", args.windows.guarded, memory, [&](std::uint64_t) { return all; });
  }
};

}  // namespace gin::conformance
