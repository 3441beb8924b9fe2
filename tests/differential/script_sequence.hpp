// Many scripts, one in each iteration, so that one set of PE processes runs them all: every one finds its windows
// as if nothing had been before, and what it left is kept until the end.
#pragma once

#include <fmt/format.h>

#include <string>

#include "core/base/digest.hpp"
#include "tests/differential/left_bytes.hpp"
#include "tests/fuzz/player.hpp"
#include "tests/fuzz/stage.hpp"

namespace gin::differential {

struct ScriptSequence {
  static constexpr const char* name = "script_sequence";
  static constexpr const char* summary = "does what scripts drawn from one seed after the other say";
  static constexpr Bracket bracket = Bracket::visible;

  struct Params {
    std::uint64_t first;
    std::uint64_t step;
    std::uint64_t signals;
    std::uint64_t spoiled;
    std::uint64_t seed(std::uint64_t iteration) const { return first + iteration * step; }
    fuzz::Signals promise() const { return static_cast<fuzz::Signals>(signals); }
  };
  static constexpr Param<Params> params[] = {
      {&Params::first, "first", "", 0, INT64_MAX, 1, "Seed of the first script."},
      {&Params::step, "step", "", 0, 1, 1, "How far the next one's seed is; 0: the same script again."},
      {&Params::signals, "signals", "", 0, 2, 0, "What signals bring, as the stack promises it.",
       "weak|strong|counted"},
      {&Params::spoiled, "spoiled", "", 0, INT64_MAX, 0,
       "Seed of a script after which PE 1 spoils a byte; 0: none."},
  };

  struct Windows {
    fuzz::Areas areas;
    Window<std::uint8_t> record;  ///< all areas, program by program
  };

  static fuzz::Script script(const fuzz::Shape& shape, std::uint64_t seed, fuzz::Signals signals) {
    return fuzz::Draft(shape, seed, signals).draw(fuzz::play_of(seed).length);
  }

  static void plan(Plan& plan, const Params&, Windows& windows) {
    fuzz::Areas::plan(plan, windows.areas);
    windows.record = plan.window<std::uint8_t>("record", plan.launch().iterations * bytes_of(windows.areas));
  }

  /// Nothing: each iteration fills the areas itself.
  static void fill(const Args<ScriptSequence>&, const Memory&) {}

  template <DeviceContext Ctx>
  static GIN_DEVICE void run(Ctx& ctx, const Args<ScriptSequence>& args) {
    const std::uint64_t seed = args.params.seed(args.iteration);
    if (ctx.agent() == 0) refill(ctx, args.windows);
    ctx.barrier_all();
    fuzz::Player<Ctx>(ctx, args.windows.areas)
        .play(script(fuzz::Areas::shape_of(args.launch), seed, args.params.promise()));
    // A script ends with a barrier, and the next one's windows are not touched by others before the barrier above.
    if (ctx.agent() != 0) return;
    if (seed == args.params.spoiled && ctx.my_pe().value == 1) spoil(ctx, args.windows.areas);
    keep(ctx, args);
  }

  static Mismatch verify(const Args<ScriptSequence>& args, const Memory& memory) {
    static std::string window;  // outlives the Mismatch that points to it
    Mismatch first;
    const fuzz::Shape shape = fuzz::Areas::shape_of(args.launch);
    const std::uint8_t* left = memory.of(args.windows.record);
    for (std::uint64_t program = 0; program < args.launch.iterations; ++program) {
      const std::uint64_t seed = args.params.seed(program);
      fuzz::Model model(shape);
      model.run(script(shape, seed, args.params.promise()));
      for (std::uint32_t i = 0; i < fuzz::area_count; ++i) {
        const auto area = static_cast<fuzz::Area>(i);
        const std::vector<std::uint8_t>& wanted = model.bytes(memory.pe.value, area);
        note({memory.pe.value, program, area}, {left, wanted.size()});
        for (std::uint64_t at = 0; at < wanted.size() && !first.found; ++at) {
          if (left[at] == wanted[at]) continue;
          window = fmt::format("program {} (seed {}), {}", program + 1, seed, fuzz::area_names[i]);
          first = {true, window.c_str(), at, wanted[at], left[at]};
        }
        left += wanted.size();
      }
    }
    return first;
  }

 private:
  static std::uint64_t bytes_of(const fuzz::Areas& areas) {
    std::uint64_t bytes = 0;
    for (const Window<std::uint8_t>& area : areas.area) bytes += area.count;
    return bytes;
  }

  template <DeviceContext Ctx>
  static GIN_DEVICE void refill(Ctx& ctx, const Windows& windows) {
    const std::uint32_t me = ctx.my_pe().value;
    for (std::uint32_t i = 0; i < fuzz::area_count; ++i) {
      const auto mine = ctx.local(windows.areas.area[i]);
      ctx.for_lanes(mine.count(), views(writes(mine)),
                    [&](std::uint64_t at) { mine[at] = fuzz::initial(static_cast<fuzz::Area>(i), me, at); });
    }
  }

  template <DeviceContext Ctx>
  static GIN_DEVICE void keep(Ctx& ctx, const Args<ScriptSequence>& args) {
    const auto record = ctx.local(args.windows.record);
    std::uint64_t begin = args.iteration * bytes_of(args.windows.areas);
    for (const Window<std::uint8_t>& area : args.windows.areas.area) {
      const auto mine = ctx.local(area);
      ctx.for_lanes(mine.count(), views(reads(mine), writes(record)),
                    [&](std::uint64_t at) { record[begin + at] = mine[at]; });
      begin += mine.count();
    }
  }

  template <DeviceContext Ctx>
  static GIN_DEVICE void spoil(Ctx& ctx, const fuzz::Areas& areas) {
    const auto board = ctx.local(areas.of(fuzz::Area::board));
    ctx.for_lanes(1, views(writes(board)), [&](std::uint64_t) { board[7] ^= 1; });
  }

  static void note(const LeftBytes::Spot& spot, std::span<const std::uint8_t> bytes) {
    if (!LeftBytes::noted) return;
    Digest digest;
    digest.add_bytes(bytes.data(), bytes.size());
    LeftBytes::noted->at(spot) = digest.value();
  }
};

}  // namespace gin::differential
