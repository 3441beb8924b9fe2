// Everybody puts at once and waits until it is acknowledged: from all to all, or from all to one. No signals, no
// order, nothing but traffic, so that a hand can do the sum.
#pragma once

#include "core/device/program.hpp"

namespace gin::laboratory {

struct Puts {
  static constexpr const char* name = "puts";
  static constexpr const char* summary = "every PE puts to every other at once, or all put to one";
  static constexpr Bracket bracket = Bracket::acknowledged;

  enum To : std::uint64_t { all, first };

  struct Params {
    std::uint64_t to;
    std::uint64_t bytes;
  };
  static constexpr Param<Params> params[] = {
      {&Params::to, "to", "", 0, 0, 0,
       "all: every PE puts to every other, the next one first; first: the others put to PE 0.", "all|first"},
      {&Params::bytes, "bytes", "bytes", 1, 1 << 24, 8, "Size of a put."},
  };

  struct Windows {
    Window<unsigned char> source;
    Window<unsigned char> target;  ///< a block of each PE
  };

  static void plan(Plan& plan, const Params& chosen, Windows& windows) {
    windows.source = plan.window<unsigned char>("source", chosen.bytes);
    windows.target = plan.window<unsigned char>("target", chosen.bytes * plan.launch().n_pes);
  }

  static void fill(const Args<Puts>& args, const Memory& memory) {
    for (std::uint64_t i = 0; i < args.params.bytes; ++i)
      memory.of(args.windows.source)[i] = value(args, memory.pe.value, i);
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<Puts>& args) {
    const std::uint32_t me = ctx.my_pe().value;
    if (ctx.agent() != 0) return;
    for (std::uint32_t distance = 1; distance < ctx.n_pes(); ++distance) {
      const Pe peer{(me + distance) % ctx.n_pes()};
      if (args.params.to == first && peer.value != 0) continue;
      ctx.put_nbi(
          {args.windows.target.at(me * args.params.bytes), args.windows.source.at(0), args.params.bytes, peer});
    }
    ctx.quiet();
  }

  static Mismatch verify(const Args<Puts>& args, const Memory& memory) {
    const unsigned char* target = memory.of(args.windows.target);
    for (std::uint64_t i = 0; i < args.windows.target.count; ++i) {
      const auto from = static_cast<std::uint32_t>(i / args.params.bytes);
      const bool put = from != memory.pe.value && (args.params.to == all || memory.pe.value == 0);
      const unsigned char expected = put ? value(args, from, i % args.params.bytes) : 0;
      if (target[i] != expected) return {true, "target", i, expected, target[i]};
    }
    return {};
  }

 private:
  static unsigned char value(const Args<Puts>& args, std::uint32_t pe, std::uint64_t index) {
    return static_cast<unsigned char>(pattern(args.launch.seed, pe, index));
  }
};

}  // namespace gin::laboratory
