// Everybody sends to everybody, itself included, as NVSHMEM's all-to-all does between nodes: each lane has a peer of its own
// and sends to it by itself, and by load and store all lanes carry one message after another.
#pragma once

#include "scenarios/programs/contents.hpp"
#include "scenarios/programs/small_numbers.hpp"

namespace gin::programs {

struct AlltoallLanes {
  static constexpr const char* name = "alltoall_lanes";
  static constexpr const char* summary =
      "every PE puts to every PE, a lane for each, waits for the signals of all and then for its own puts";
  static constexpr Bracket bracket = Bracket::visible;

  struct Params {
    std::uint64_t bytes;
  };
  static constexpr Param<Params> params[] = {
      {&Params::bytes, "bytes", "bytes", 8, std::int64_t{1} << 30, 1024, "Size of a message; a multiple of 8."},
  };

  using Element = std::uint64_t;
  struct Windows {
    Window<Element> source;         ///< by peer
    Window<Element> target;         ///< by where it comes from
    Window<std::uint64_t> arrived;  ///< a word for each PE that sends: its messages so far
  };

  static void plan(Plan& plan, const Params& chosen, Windows& windows) {
    const Launch& launch = plan.launch();
    if (chosen.bytes % sizeof(Element) != 0) plan.refuse({"$.params.bytes", "a multiple of 8", chosen.bytes});
    if (launch.signalling != Signalling::put_signal)
      plan.refuse({"$.signalling",
                   "put_signal, the only way in which this program signals (alltoall has the others)",
                   static_cast<std::uint64_t>(launch.signalling)});
    const std::uint64_t elements = launch.n_pes * (chosen.bytes / sizeof(Element));
    windows.source = plan.window<Element>("source", elements);
    windows.target = plan.window<Element>("target", elements);
    windows.arrived = plan.words<std::uint64_t>("arrived", launch.n_pes);
  }

  static void fill(const Args<AlltoallLanes>& args, const Memory& memory) {
    fill_with_pattern(memory, args.windows.source, args.launch.seed);
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<AlltoallLanes>& args) {
    const std::uint64_t me = ctx.my_pe().value, pes = args.launch.n_pes;
    const std::uint64_t elements = args.params.bytes / sizeof(Element);
    // Agents take peers in turn; nearest first, itself before all.
    const std::uint64_t own = ctx.agent() < pes ? quotient(pes - ctx.agent() + ctx.agents() - 1, ctx.agents()) : 0;
    ctx.each_lane(own, [&](std::uint64_t lane) {
      const std::uint64_t peer = remainder(me + ctx.agent() + lane * ctx.agents(), pes);
      return ctx.put_signal_of({args.windows.target.at(me * elements), args.windows.source.at(peer * elements),
                                args.params.bytes, Pe{static_cast<std::uint32_t>(peer)},
                                args.windows.arrived.at(me), 1, SignalOp::add});
    });
    for (std::uint64_t i = ctx.agent(); i < pes; i += ctx.agents())
      ctx.signal_wait_until(args.windows.arrived.at(remainder(me + i, pes)), Compare::ge, args.iteration + 1);
    ctx.quiet();
  }

  static Mismatch verify(const Args<AlltoallLanes>& args, const Memory& memory) {
    const std::uint64_t elements = args.params.bytes / sizeof(Element);
    const Element* target = memory.of(args.windows.target);
    const std::uint64_t* arrived = memory.of(args.windows.arrived);
    for (std::uint64_t from = 0; from < args.launch.n_pes; ++from) {
      if (arrived[from] != args.launch.iterations)
        return {true, "arrived", from, args.launch.iterations, arrived[from]};
      for (std::uint64_t i = 0; i < elements; ++i) {
        const std::uint64_t expected = pattern(args.launch.seed, from, memory.pe.value * elements + i);
        const std::uint64_t at = from * elements + i;
        if (target[at] != expected) return {true, "target", at, expected, target[at]};
      }
    }
    return {};
  }
};

}  // namespace gin::programs
