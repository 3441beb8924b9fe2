// Two PEs send a word to and fro while another agent of one of them puts one large block to the other.
#pragma once

#include "core/device/program.hpp"

namespace gin::laboratory {

struct Beside {
  static constexpr const char* name = "beside";
  static constexpr const char* summary = "round trips of a word beside one large put";
  static constexpr Bracket bracket = Bracket::acknowledged;

  struct Params {
    std::uint64_t bytes;
    std::uint64_t rounds;
  };
  static constexpr Param<Params> params[] = {
      {&Params::bytes, "bytes", "bytes", 8, 1 << 28, 1 << 26, "Of the large put."},
      {&Params::rounds, "rounds", "count", 1, 1000, 10, "Round trips."},
  };

  struct Windows {
    Window<unsigned char> block;
    Window<std::uint64_t> trips;
  };

  static void plan(Plan& plan, const Params& chosen, Windows& windows) {
    if (plan.launch().n_pes != 2) plan.refuse({"$.cluster", "2 PEs", plan.launch().n_pes});
    windows.block = plan.window<unsigned char>("block", chosen.bytes);
    windows.trips = plan.words<std::uint64_t>("trips", 1);
  }

  static void fill(const Args<Beside>&, const Memory&) {}

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<Beside>& args) {
    const Windows& at = args.windows;
    const Pe me = ctx.my_pe(), peer{1 - me.value};
    if (ctx.agent() == 0) {
      for (std::uint64_t trip = 1; trip <= args.params.rounds; ++trip) {
        if (me.value == 1) ctx.signal_wait_until(at.trips.at(0), Compare::ge, trip);
        ctx.signal_op({at.trips.at(0), 1, SignalOp::add, peer});
        if (me.value == 0) ctx.signal_wait_until(at.trips.at(0), Compare::ge, trip);
      }
    } else if (me.value == 0) {
      ctx.put_nbi({at.block.at(0), at.block.at(0), args.params.bytes, peer});
      ctx.quiet();
    }
  }

  static Mismatch verify(const Args<Beside>& args, const Memory& memory) {
    const std::uint64_t trips = memory.of(args.windows.trips)[0];
    if (trips != args.params.rounds) return {true, "trips", 0, args.params.rounds, trips};
    return {};
  }
};

}  // namespace gin::laboratory
