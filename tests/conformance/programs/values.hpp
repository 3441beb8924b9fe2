// p and g of 1, 2, 4 and 8 bytes, whole and broken numbers, in the midst of other bytes, between all PEs.
#pragma once

#include <bit>

#include "tests/conformance/programs/note.hpp"

namespace gin::conformance {

struct Values {
  static constexpr const char* name = "values";
  static constexpr const char* summary = "p of every size to all PEs, g from all PEs";
  static constexpr Bracket bracket = Bracket::visible;

  struct Params {
    std::uint64_t rounds;
  };
  static constexpr Param<Params> params[] = {
      {&Params::rounds, "rounds", "count", 1, 4096, 8, "Values of each size to each PE."},
  };

  struct Windows {
    Window<Byte> target;          ///< 32 bytes per source PE, agent and round
    Window<std::uint64_t> offer;  ///< what others fetch
    Window<std::uint64_t> wrong;  ///< per agent: fetched values that were not the offered ones
  };

  static void plan(Plan& plan, const Params& chosen, Windows& windows) {
    const std::uint64_t cells = std::uint64_t{plan.launch().n_pes} * plan.launch().agents * chosen.rounds;
    windows.target = plan.window<Byte>("target", cells * cell_bytes);
    windows.offer = plan.window<std::uint64_t>("offer", chosen.rounds);
    windows.wrong = plan.words<std::uint64_t>("wrong", plan.launch().agents);
  }

  static void fill(const Args<Values>& args, const Memory& memory) {
    for (std::uint64_t i = 0; i < args.windows.target.count; ++i) memory.of(args.windows.target)[i] = untouched;
    for (std::uint64_t i = 0; i < args.windows.offer.count; ++i)
      memory.of(args.windows.offer)[i] = pattern(args.launch.seed, memory.pe.value, i);
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<Values>& args) {
    std::uint64_t wrong = 0;
    for (std::uint64_t round = 0; round < args.params.rounds; ++round)
      for (std::uint32_t i = 0; i < ctx.n_pes(); ++i) {
        const Pe peer{(ctx.my_pe().value + i) % ctx.n_pes()};
        const std::uint64_t number = cell(args, ctx.my_pe(), ctx.agent(), round);
        const std::uint64_t value = sent(args, number, peer);
        const std::uint64_t at = number * cell_bytes;
        ctx.p(args.windows.target.at(at + 3), static_cast<std::uint8_t>(value), peer);
        ctx.p(args.windows.target.at(at + 6), static_cast<std::int16_t>(value), peer);
        ctx.p(args.windows.target.at(at + 12), static_cast<std::int32_t>(value), peer);
        ctx.p(args.windows.target.at(at + 16), broken(value), peer);
        ctx.p(args.windows.target.at(at + 24), value, peer);
        wrong += fetch(ctx, args.windows.offer.at(round), peer, pattern(args.launch.seed, peer.value, round));
      }
    note(ctx, args.windows.wrong, ctx.agent(), wrong);
    ctx.quiet();
  }

  static Mismatch verify(const Args<Values>& args, const Memory& memory) {
    const Mismatch fetched = first_wrong("wrong", args.windows.wrong, memory, [](std::uint64_t) { return 0; });
    if (fetched.found) return fetched;
    return first_wrong("target", args.windows.target, memory, [&](std::uint64_t i) {
      const std::uint64_t value = sent(args, i / cell_bytes, memory.pe);
      const std::uint64_t at = i % cell_bytes;
      if (at == 3) return byte_of(value, 0);
      if (at >= 6 && at < 8) return byte_of(value, at - 6);
      if (at >= 12 && at < 16) return byte_of(value, at - 12);
      if (at >= 16 && at < 20) return byte_of(std::bit_cast<std::uint32_t>(broken(value)), at - 16);
      return at >= 24 ? byte_of(value, at - 24) : untouched;
    });
  }

 private:
  static constexpr std::uint64_t cell_bytes = 32;
  static constexpr Byte untouched = 0x5a;
  static constexpr Byte byte_of(std::uint64_t value, std::uint64_t index) {
    return static_cast<Byte>(value >> 8 * index);
  }
  static constexpr std::uint64_t cell(const Args<Values>& args, Pe from, std::uint64_t agent, std::uint64_t round) {
    return (from.value * args.launch.agents + agent) * args.params.rounds + round;
  }
  static constexpr float broken(std::uint64_t value) { return static_cast<float>(value % 1024) / 8; }

  /// The word at `from` in every size; returns how many were not as offered.
  template <DeviceContext Ctx>
  GIN_DEVICE static std::uint64_t fetch(Ctx& ctx, Place from, Pe peer, std::uint64_t offered) {
    std::uint64_t wrong = ctx.template g<std::uint64_t>(from, peer) == offered ? 0 : 1;
    wrong += ctx.template g<std::uint8_t>(from, peer) == static_cast<std::uint8_t>(offered) ? 0 : 1;
    wrong += ctx.template g<std::int16_t>(from, peer) == static_cast<std::int16_t>(offered) ? 0 : 1;
    wrong += ctx.template g<std::int32_t>(from, peer) == static_cast<std::int32_t>(offered) ? 0 : 1;
    return wrong;
  }

  /// With the sign bit of every size set in some values.
  static constexpr std::uint64_t sent(const Args<Values>& args, std::uint64_t cell, Pe to) {
    return pattern(args.launch.seed + 1, to.value, cell);
  }
};

}  // namespace gin::conformance
