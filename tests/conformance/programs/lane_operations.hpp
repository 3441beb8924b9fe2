// One operation per lane, to PEs in turn: each lane's is done exactly once, whatever shares a doorbell with it.
#pragma once

#include "tests/conformance/programs/note.hpp"

namespace gin::conformance {

struct LaneOperations {
  static constexpr const char* name = "lane_operations";
  static constexpr const char* summary = "each_lane with puts, signals, values and atomics";
  static constexpr Bracket bracket = Bracket::visible;

  enum Kind : std::uint64_t { put, put_signal, value, atomic, fetch };
  struct Params {
    std::uint64_t kind;
    std::uint64_t lanes;
    std::uint64_t peers;
  };
  static constexpr Param<Params> params[] = {
      {&Params::kind, "kind", "", 0, 0, 0, "What each lane asks for.", "put|put_signal|value|atomic|fetch"},
      {&Params::lanes, "lanes", "count", 0, 1 << 16, 75, "Operations of each agent."},
      {&Params::peers, "peers", "count", 1, 1 << 16, 1 << 16, "Lanes go to the next so many PEs in turn."},
  };

  struct Windows {
    Window<std::uint64_t> source;  ///< per agent and lane
    Window<std::uint64_t> target;  ///< the same per source PE
    Window<std::uint64_t> told;    ///< the same: signals
    Window<std::uint64_t> result;  ///< per agent and lane: fetched
  };

  static void plan(Plan& plan, const Params& chosen, Windows& windows) {
    const std::uint64_t mine = chosen.lanes * plan.launch().agents;
    windows.source = plan.window<std::uint64_t>("source", mine);
    windows.target = plan.words<std::uint64_t>("target", mine * plan.launch().n_pes);
    windows.told = plan.words<std::uint64_t>("told", mine * plan.launch().n_pes);
    windows.result = plan.words<std::uint64_t>("result", mine);
  }

  static void fill(const Args<LaneOperations>& args, const Memory& memory) {
    for (std::uint64_t i = 0; i < args.windows.source.count; ++i)
      memory.of(args.windows.source)[i] = pattern(args.launch.seed, memory.pe.value, i);
    for (std::uint64_t i = 0; i < args.windows.target.count; ++i)
      memory.of(args.windows.target)[i] = before(args, memory.pe.value, i);
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<LaneOperations>& args) {
    ctx.each_lane(args.params.lanes, [&](std::uint64_t lane) { return operation(ctx, args, lane); });
    ctx.quiet();
  }

  static Mismatch verify(const Args<LaneOperations>& args, const Memory& memory) {
    const std::uint64_t mine = args.windows.source.count;
    const auto addressed = [&](std::uint64_t i) {
      const std::uint64_t lane = i % args.params.lanes;
      return peer(args, i / mine, lane) == memory.pe.value && bytes(args, lane) > 0;
    };
    const Mismatch target = first_wrong("target", args.windows.target, memory, [&](std::uint64_t i) {
      const std::uint64_t old = before(args, memory.pe.value, i);
      const std::uint64_t sent = pattern(args.launch.seed, i / mine, i % mine);
      if (!addressed(i)) return old;
      return args.params.kind == atomic || args.params.kind == fetch ? old + sent : sent;
    });
    if (target.found) return target;
    // A put without bytes signals all the same.
    const Mismatch told = first_wrong("told", args.windows.told, memory, [&](std::uint64_t i) {
      const bool here = peer(args, i / mine, i % args.params.lanes) == memory.pe.value;
      return args.params.kind == put_signal && here ? 1 : 0;
    });
    if (told.found) return told;
    return first_wrong("result", args.windows.result, memory, [&](std::uint64_t i) {
      const std::uint64_t there = memory.pe.value * mine + i;
      const std::uint64_t asked = peer(args, memory.pe.value, i % args.params.lanes);
      return args.params.kind == fetch ? before(args, asked, there) : 0;
    });
  }

 private:
  static constexpr std::uint64_t peer(const Args<LaneOperations>& args, std::uint64_t me, std::uint64_t lane) {
    const std::uint64_t n = args.launch.n_pes;
    return (me + 1 + lane % (args.params.peers < n ? args.params.peers : n)) % n;
  }
  /// Some puts have no bytes; p and atomics always have.
  static constexpr std::uint64_t bytes(const Args<LaneOperations>& args, std::uint64_t lane) {
    const bool puts = args.params.kind == put || args.params.kind == put_signal;
    return puts && lane % 5 == 4 ? 0 : 8;
  }
  static constexpr std::uint64_t before(const Args<LaneOperations>& args, std::uint64_t pe, std::uint64_t index) {
    return pattern(args.launch.seed + 1, pe, index);
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static Operation operation(Ctx& ctx, const Args<LaneOperations>& args, std::uint64_t lane) {
    const std::uint64_t from = ctx.agent() * args.params.lanes + lane;
    const std::uint64_t there = ctx.my_pe().value * args.windows.source.count + from;
    const std::uint64_t sent = pattern(args.launch.seed, ctx.my_pe().value, from);
    const Place to = args.windows.target.at(there);
    const Pe pe{static_cast<std::uint32_t>(peer(args, ctx.my_pe().value, lane))};
    const Transfer transfer{to, args.windows.source.at(from), bytes(args, lane), pe};
    switch (args.params.kind) {
      case put:
        return ctx.put_of(transfer);
      case put_signal:
        return ctx.put_signal_of(
            {to, transfer.from, transfer.bytes, pe, args.windows.told.at(there), 1, SignalOp::add});
      case value:
        return ctx.p_of(to, sent, pe);
      case atomic:
        return ctx.atomic_of({to, Amo::add, sent, 0, pe});
      default:
        return ctx.fetch_atomic_of({to, Amo::add, sent, 0, pe}, args.windows.result.at(from));
    }
  }
};

}  // namespace gin::conformance
