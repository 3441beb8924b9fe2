// Every PE puts one block to every other PE and waits until all of its own are complete: the traffic that fills a
// network with small messages. A message is one put.
#pragma once

#include "core/device/program.hpp"

namespace gin::bench {

struct AllToAll {
  static constexpr const char* name = "all_to_all";
  static constexpr const char* summary = "every PE puts one block to every other PE, then waits for all of its own";
  static constexpr Bracket bracket = Bracket::acknowledged;

  struct Params {
    std::uint64_t bytes;
  };
  static constexpr Param<Params> params[] = {
      {&Params::bytes, "bytes", "bytes", 1, 1 << 20, 64, "Size of one block."},
  };

  struct Windows {
    Window<unsigned char> source;  ///< by peer: the block that goes there
    Window<unsigned char> target;  ///< by peer: the block that came from there
  };

  static void plan(Plan& plan, const Params& chosen, Windows& windows) {
    windows.source = plan.window<unsigned char>("source", chosen.bytes * plan.launch().n_pes);
    windows.target = plan.window<unsigned char>("target", chosen.bytes * plan.launch().n_pes);
  }

  static void fill(const Args<AllToAll>& args, const Memory& memory) {
    unsigned char* source = memory.of(args.windows.source);
    for (std::uint64_t i = 0; i < args.windows.source.count; ++i) source[i] = value(args, memory.pe.value, i);
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<AllToAll>& args) {
    const std::uint64_t bytes = args.params.bytes;
    const std::uint64_t me = ctx.my_pe().value;
    // Each PE begins with its right neighbour, so that no PE is everyone's first.
    for (std::uint32_t i = 1 + ctx.agent(); i < ctx.n_pes(); i += ctx.agents()) {
      const std::uint64_t peer = (me + i) % ctx.n_pes();
      ctx.put_nbi({args.windows.target.at(me * bytes), args.windows.source.at(peer * bytes), bytes,
                   Pe{static_cast<std::uint32_t>(peer)}});
    }
    ctx.quiet();
  }

  static Mismatch verify(const Args<AllToAll>& args, const Memory& memory) {
    const std::uint64_t bytes = args.params.bytes;
    const unsigned char* target = memory.of(args.windows.target);
    for (std::uint64_t i = 0; i < args.windows.target.count; ++i) {
      const std::uint64_t from = i / bytes;
      const unsigned char expected =
          from == memory.pe.value ? 0 : value(args, from, memory.pe.value * bytes + i % bytes);
      if (target[i] != expected) return {true, "target", i, expected, target[i]};
    }
    return {};
  }

 private:
  static constexpr unsigned char value(const Args<AllToAll>& args, std::uint64_t pe, std::uint64_t index) {
    return static_cast<unsigned char>(pattern(args.launch.seed, pe, index));
  }
};

}  // namespace gin::bench
