// Every agent puts to the next PE, or does not, and meets all others.
#pragma once

#include "core/device/program.hpp"

namespace gin::laboratory {

struct Met {
  static constexpr const char* name = "met";
  static constexpr const char* summary = "a put to the next PE, or none, and a barrier";
  static constexpr Bracket bracket = Bracket::visible;

  enum Before : std::uint64_t { nothing, put };

  struct Params {
    std::uint64_t before;
  };
  static constexpr Param<Params> params[] = {
      {&Params::before, "before", "", 0, 0, 0, "What an agent does first.", "nothing|put"},
  };

  struct Windows {
    Window<std::uint64_t> source;
    Window<std::uint64_t> target;
  };

  static void plan(Plan& plan, const Params&, Windows& windows) {
    windows.source = plan.window<std::uint64_t>("source", 1);
    windows.target = plan.window<std::uint64_t>("target", plan.launch().agents);
  }

  static void fill(const Args<Met>&, const Memory&) {}

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<Met>& args) {
    const Pe next{(ctx.my_pe().value + 1) % ctx.n_pes()};
    if (args.params.before == put)
      ctx.put_nbi({args.windows.target.at(ctx.agent()), args.windows.source.at(0), 8, next});
    ctx.barrier_all();
  }

  static Mismatch verify(const Args<Met>&, const Memory&) { return {}; }
};

}  // namespace gin::laboratory
