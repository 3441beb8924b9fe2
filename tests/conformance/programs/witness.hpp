// Three PEs and no barrier: one puts to the second, waits for quiet and tells the third, which looks at the second.
#pragma once

#include "tests/conformance/programs/note.hpp"

namespace gin::conformance {

struct Witness {
  static constexpr const char* name = "witness";
  static constexpr const char* summary = "after quiet a third PE sees what was put to the second";
  static constexpr Bracket bracket = Bracket::visible;

  struct Params {
    std::uint64_t bytes;
    std::uint64_t rounds;
  };
  static constexpr Param<Params> params[] = {
      {&Params::bytes, "bytes", "bytes", 1, 1 << 20, 8192, "What is put and looked at."},
      {&Params::rounds, "rounds", "count", 1, 4096, 3, "How often, each time to another place."},
  };

  struct Windows {
    Window<Byte> source;
    Window<Byte> target;
    Window<Byte> seen;
    Window<std::uint64_t> told;  ///< per agent
  };

  static void plan(Plan& plan, const Params& chosen, Windows& windows) {
    const std::uint64_t bytes = chosen.bytes * chosen.rounds * plan.launch().agents;
    windows.source = plan.window<Byte>("source", bytes);
    windows.target = plan.window<Byte>("target", bytes);
    windows.seen = plan.window<Byte>("seen", bytes);
    windows.told = plan.words<std::uint64_t>("told", plan.launch().agents);
  }

  static void fill(const Args<Witness>& args, const Memory& memory) {
    for (std::uint64_t i = 0; i < args.windows.source.count; ++i)
      memory.of(args.windows.source)[i] = sent(args, memory.pe.value, i);
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<Witness>& args) {
    const Pe second{(ctx.my_pe().value + 1) % ctx.n_pes()};
    const Pe third{(ctx.my_pe().value + 2) % ctx.n_pes()};
    const Pe looked_at{(ctx.my_pe().value + ctx.n_pes() - 1) % ctx.n_pes()};
    const Place told = args.windows.told.at(ctx.agent());
    for (std::uint64_t round = 0; round < args.params.rounds; ++round) {
      const std::uint64_t at = (ctx.agent() * args.params.rounds + round) * args.params.bytes;
      ctx.put_nbi({args.windows.target.at(at), args.windows.source.at(at), args.params.bytes, second});
      ctx.quiet();
      ctx.signal_op({told, 1, SignalOp::add, third});
      ctx.signal_wait_until(told, Compare::ge, round + 1);
      ctx.get({args.windows.seen.at(at), args.windows.target.at(at), args.params.bytes, looked_at});
    }
    ctx.quiet();
  }

  static Mismatch verify(const Args<Witness>& args, const Memory& memory) {
    const std::uint64_t origin = (memory.pe.value + 2 * args.launch.n_pes - 2) % args.launch.n_pes;
    return first_wrong("seen", args.windows.seen, memory, [&](std::uint64_t i) { return sent(args, origin, i); });
  }

 private:
  static constexpr Byte sent(const Args<Witness>& args, std::uint64_t pe, std::uint64_t index) {
    return static_cast<Byte>(pattern(args.launch.seed, pe, index));
  }
};

}  // namespace gin::conformance
