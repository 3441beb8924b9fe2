// Fences with and without something to order.
#pragma once

#include "tests/conformance/programs/note.hpp"

namespace gin::conformance {

struct Fences {
  static constexpr const char* name = "fences";
  static constexpr const char* summary = "fences after puts to all PEs, or after nothing";
  static constexpr Bracket bracket = Bracket::visible;

  struct Params {
    std::uint64_t puts;
    std::uint64_t fences;
  };
  static constexpr Param<Params> params[] = {
      {&Params::puts, "puts", "count", 0, 4096, 0, "Puts to each PE before each fence."},
      {&Params::fences, "fences", "count", 1, 4096, 3, "Fences of each agent."},
  };

  struct Windows {
    Window<std::uint64_t> source;
    Window<std::uint64_t> target;  ///< per source PE and agent
  };

  static void plan(Plan& plan, const Params&, Windows& windows) {
    windows.source = plan.window<std::uint64_t>("source", 1);
    windows.target = plan.window<std::uint64_t>("target", plan.launch().n_pes * plan.launch().agents);
  }

  static void fill(const Args<Fences>& args, const Memory& memory) {
    memory.of(args.windows.source)[0] = 1 + memory.pe.value;
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<Fences>& args) {
    const Place target = args.windows.target.at(ctx.my_pe().value * ctx.agents() + ctx.agent());
    for (std::uint64_t i = 0; i < args.params.fences; ++i) {
      for (std::uint64_t j = 0; j < args.params.puts * ctx.n_pes(); ++j)
        ctx.put_nbi({target, args.windows.source.at(0), 8, Pe{static_cast<std::uint32_t>(j % ctx.n_pes())}});
      ctx.fence();
    }
    ctx.quiet();
    ctx.fence();
  }

  static Mismatch verify(const Args<Fences>& args, const Memory& memory) {
    return first_wrong("target", args.windows.target, memory,
                       [&](std::uint64_t i) { return args.params.puts == 0 ? 0 : 1 + i / args.launch.agents; });
  }
};

}  // namespace gin::conformance
