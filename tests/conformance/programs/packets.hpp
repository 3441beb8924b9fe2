// Packets to the next PE, round after round; or all but one, for takers with a deadline, who get it after that.
#pragma once

#include "tests/conformance/programs/note.hpp"

namespace gin::conformance {

struct Packets {
  static constexpr const char* name = "packets";
  static constexpr const char* summary = "packets to the next PE, which takes them, and what it found";
  static constexpr Bracket bracket = Bracket::visible;

  struct Params {
    std::uint64_t count;
    std::uint64_t rounds;
    std::uint64_t within_ns;
    std::uint64_t missing;
  };
  static constexpr Param<Params> params[] = {
      {&Params::count, "count", "", 1, 4096, 1, "Packets of an agent in a round."},
      {&Params::rounds, "rounds", "", 1, 100, 3, "How often they go."},
      {&Params::within_ns, "within_ns", "ns", 0, 10'000'000'000, 0, "The takers' deadline; 0: they have none."},
      {&Params::missing, "missing", "", 0, 4096, 0,
       "The packet that comes when takers have given up, counted from 1; 0: all come at once."},
  };

  struct Windows {
    Window<std::uint64_t> balls;
    Window<Packet> packets;
    Window<std::uint64_t> taken;
    Window<std::uint64_t> told;      ///< per agent: rounds that the next PE has taken
    Window<std::uint64_t> mistakes;  ///< per agent
    Window<std::uint64_t> missed;    ///< per agent: takes that ended at the deadline
  };

  static void plan(Plan& plan, const Params& chosen, Windows& windows) {
    const std::uint64_t agents = plan.launch().agents;
    plan.require_pointers("packets are stored to the peer");
    windows.balls = plan.words<std::uint64_t>("balls", chosen.count * agents);
    windows.packets = plan.words<Packet>("packets", chosen.count * agents);
    windows.taken = plan.words<std::uint64_t>("taken", chosen.count * agents);
    windows.told = plan.words<std::uint64_t>("told", agents);
    windows.mistakes = plan.words<std::uint64_t>("mistakes", agents);
    windows.missed = plan.words<std::uint64_t>("missed", agents);
  }

  static void fill(const Args<Packets>&, const Memory&) {}

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<Packets>& args) {
    const Windows& windows = args.windows;
    const std::uint64_t count = args.params.count, first = ctx.agent() * count;
    const std::uint32_t me = ctx.my_pe().value, n = ctx.n_pes();
    const Pe next{(me + 1) % n}, before{(me + n - 1) % n};
    const auto balls = ctx.local(windows.balls);
    std::uint64_t mistakes = 0, missed = 0;
    for (std::uint64_t round = 1; round <= args.params.rounds; ++round) {
      ctx.signal_wait_until(windows.told.at(ctx.agent()), Compare::ge, round - 1);
      ctx.for_lanes(count, views(writes(balls)),
                    [=](std::uint64_t i) { balls[first + i] = sent(me, first + i, round); });
      const PutPackets put{windows.packets, first, windows.balls, first, count, next, round};
      const TakePackets take{windows.taken, first, windows.packets, first, count, round};
      if (args.params.missing == 0) {
        ctx.put_packets(put);
      } else {
        ctx.put_packets(part(put, 0, args.params.missing - 1));
        ctx.put_packets(part(put, args.params.missing, count));
      }
      if (args.params.within_ns == 0) {
        ctx.take_packets(take);
      } else if (ctx.take_packets(take, {nanoseconds(static_cast<std::int64_t>(args.params.within_ns))}) !=
                 Status::ok) {
        ++missed;  // all lanes have heard the same, or they part here
        ctx.barrier_all();
        ctx.put_packets(part(put, args.params.missing - 1, args.params.missing));
        ctx.take_packets(take);
      }
      mistakes += differences(ctx, windows.taken, first, count,
                              [=](std::uint64_t i) { return sent(before.value, first + i, round); });
      ctx.atomic_inc(windows.told.at(ctx.agent()), before);
    }
    note(ctx, windows.mistakes, ctx.agent(), mistakes);
    note(ctx, windows.missed, ctx.agent(), missed);
  }

  static Mismatch verify(const Args<Packets>& args, const Memory& memory) {
    const Mismatch wrong = first_wrong("mistakes", args.windows.mistakes, memory, [](std::uint64_t) { return 0; });
    if (wrong.found) return wrong;
    return first_wrong("missed", args.windows.missed, memory,
                       [&](std::uint64_t) { return args.params.missing == 0 ? 0 : args.params.rounds; });
  }

 private:
  GIN_DEVICE static std::uint64_t sent(std::uint32_t pe, std::uint64_t i, std::uint64_t round) {
    return (round * 1000 + pe) << 32 | i;
  }
  GIN_DEVICE static PutPackets part(PutPackets put, std::uint64_t begin, std::uint64_t end) {
    put.to_first += begin;
    put.from_first += begin;
    put.count = end - begin;
    return put;
  }
};

}  // namespace gin::conformance
