// How many messages a second the agents of a PE bring into their rings or queues: each pushes small ones back to
// back to the same agent of the next PE. Every PE sends and is sent to, so whoever serves the rings is busy on both
// sides. What benchmarks of a proxy's FIFO measure, with a network behind it.
#pragma once

#include "scenarios/programs/contents.hpp"

namespace gin::programs {

struct RingRate {
  static constexpr const char* name = "ring_rate";
  static constexpr const char* summary =
      "agents push small messages back to back to the next PE of a ring: messages a second by rings and agents";
  static constexpr Bracket bracket = Bracket::acknowledged;

  enum Op : std::uint64_t { put, signal };

  struct Params {
    std::uint64_t op;
    std::uint64_t bytes;
    std::uint64_t count;
    std::uint64_t window;
  };
  static constexpr Param<Params> params[] = {
      {&Params::op, "op", "", 0, 0, 0, "put: of `bytes`. signal: adds to a word of the peer, without payload.",
       "put|signal"},
      {&Params::bytes, "bytes", "bytes", 1, 1 << 20, 8, "Size of a put."},
      {&Params::count, "count", "count", 1, 1 << 20, 64, "Messages of each agent in an iteration."},
      {&Params::window, "window", "count", 0, 1 << 20, 0,
       "After so many an agent waits until they are complete; 0: after the last only."},
  };

  struct Windows {
    Window<unsigned char> source;
    Window<unsigned char> target;
    Window<std::uint64_t> words;  ///< a word per agent: signals so far
  };

  static void plan(Plan& plan, const Params& chosen, Windows& windows) {
    const Launch& launch = plan.launch();
    if (launch.n_pes < 2) plan.refuse({"$.cluster", "at least 2 PEs for a ring", launch.n_pes});
    windows.source = plan.window<unsigned char>("source", stride(chosen) * launch.agents);
    windows.target = plan.window<unsigned char>("target", stride(chosen) * launch.agents);
    windows.words = plan.words<std::uint64_t>("words", launch.agents);
  }

  static void fill(const Args<RingRate>& args, const Memory& memory) {
    fill_with_pattern(memory, args.windows.source, args.launch.seed);
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<RingRate>& args) {
    const Pe next{(ctx.my_pe().value + 1) % ctx.n_pes()};
    const std::uint64_t at = ctx.agent() * stride(args.params);
    for (std::uint64_t i = 0; i < args.params.count; ++i) {
      if (args.params.window > 0 && i > 0 && i % args.params.window == 0) ctx.quiet();
      if (args.params.op == signal)
        ctx.signal_op({args.windows.words.at(ctx.agent()), 1, SignalOp::add, next});
      else
        ctx.put_nbi({args.windows.target.at(at), args.windows.source.at(at), args.params.bytes, next});
    }
    ctx.quiet();
  }

  static Mismatch verify(const Args<RingRate>& args, const Memory& memory) {
    const std::uint64_t signals = args.params.op == signal ? args.params.count * args.launch.iterations : 0;
    const Mismatch found = first_wrong("words", memory, args.windows.words, [=](std::uint64_t) { return signals; });
    if (found.found) return found;
    const std::uint64_t from = (memory.pe.value + args.launch.n_pes - 1) % args.launch.n_pes;
    return first_wrong("target", memory, args.windows.target, [&](std::uint64_t i) {
      const bool written = args.params.op == put && i % stride(args.params) < args.params.bytes;
      return written ? patterned<unsigned char>(args.launch.seed, from, i) : static_cast<unsigned char>(0);
    });
  }

 private:
  static constexpr std::uint64_t stride(const Params& chosen) { return (chosen.bytes + 63) / 64 * 64; }
};

}  // namespace gin::programs
