// As many puts as fast as they can be issued, to all PEs, then quiet: whatever fills up on the way must hold the
// agents back and lose nothing.
#pragma once

#include "tests/conformance/programs/note.hpp"

namespace gin::conformance {

struct Burst {
  static constexpr const char* name = "burst";
  static constexpr const char* summary = "many small puts with signals to all PEs without waiting between them";
  static constexpr Bracket bracket = Bracket::visible;

  enum Issue : std::uint64_t { calls, lanes };
  struct Params {
    std::uint64_t issue;
    std::uint64_t puts;
    std::uint64_t bytes;
  };
  static constexpr Param<Params> params[] = {
      {&Params::issue, "issue", "", 0, 0, 0, "One call after the other, or all lanes at once.", "calls|lanes"},
      {&Params::puts, "puts", "count", 1, 1 << 16, 200, "Puts of each agent to each PE."},
      {&Params::bytes, "bytes", "bytes", 0, 1 << 20, 40, "Size of a put."},
  };

  struct Windows {
    Window<Byte> source;         ///< per agent and put
    Window<Byte> target;         ///< the same per source PE
    Window<std::uint64_t> told;  ///< per source PE and agent: puts that arrived
  };

  static void plan(Plan& plan, const Params& chosen, Windows& windows) {
    const std::uint64_t mine = chosen.puts * plan.launch().agents * chosen.bytes;
    windows.source = plan.window<Byte>("source", mine);
    windows.target = plan.window<Byte>("target", mine * plan.launch().n_pes);
    windows.told = plan.words<std::uint64_t>("told", plan.launch().n_pes * plan.launch().agents);
  }

  static void fill(const Args<Burst>& args, const Memory& memory) {
    for (std::uint64_t i = 0; i < args.windows.source.count; ++i)
      memory.of(args.windows.source)[i] = sent(args, memory.pe.value, i);
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<Burst>& args) {
    const std::uint64_t n = args.params.puts * ctx.n_pes();
    if (args.params.issue == lanes)
      ctx.each_lane(n, [&](std::uint64_t i) { return ctx.put_signal_of(put(ctx, args, i)); });
    else
      for (std::uint64_t i = 0; i < n; ++i) ctx.put_signal_nbi(put(ctx, args, i));
    ctx.quiet();
  }

  static Mismatch verify(const Args<Burst>& args, const Memory& memory) {
    const auto puts = [&](std::uint64_t) { return args.params.puts; };
    const Mismatch told = first_wrong("told", args.windows.told, memory, puts);
    if (told.found) return told;
    const std::uint64_t mine = args.windows.source.count;
    return first_wrong("target", args.windows.target, memory,
                       [&](std::uint64_t i) { return sent(args, i / mine, i % mine); });
  }

 private:
  static constexpr Byte sent(const Args<Burst>& args, std::uint64_t pe, std::uint64_t index) {
    return static_cast<Byte>(pattern(args.launch.seed, pe, index));
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static PutSignal put(Ctx& ctx, const Args<Burst>& args, std::uint64_t index) {
    const std::uint64_t from = (ctx.agent() * args.params.puts + index / ctx.n_pes()) * args.params.bytes;
    PutSignal put;
    put.to = args.windows.target.at(ctx.my_pe().value * args.windows.source.count + from);
    put.from = args.windows.source.at(from);
    put.bytes = args.params.bytes;
    put.peer = Pe{static_cast<std::uint32_t>((ctx.my_pe().value + index) % ctx.n_pes())};
    put.signal = args.windows.told.at(ctx.my_pe().value * ctx.agents() + ctx.agent());
    put.value = 1;
    put.op = SignalOp::add;
    return put;
  }
};

}  // namespace gin::conformance
