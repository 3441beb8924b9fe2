// Elements of a window turned round tile by tile: each lane writes what others have read.
#pragma once

#include "tests/conformance/programs/note.hpp"

namespace gin::conformance {

struct Tiles {
  static constexpr const char* name = "tiles";
  static constexpr const char* summary = "tiles whose elements lanes exchange by way of scratch memory";
  static constexpr Bracket bracket = Bracket::visible;

  struct Params {
    std::uint64_t elements;
  };
  static constexpr Param<Params> params[] = {
      {&Params::elements, "elements", "count", 0, 4096, 1000, "Of all tiles; the last one may have fewer."},
  };

  static constexpr std::uint32_t tile_max = 96;

  struct Windows {
    Window<std::uint32_t> input;
    Window<std::uint32_t> output;  ///< per agent
  };

  static void plan(Plan& plan, const Params& chosen, Windows& windows) {
    windows.input = plan.window<std::uint32_t>("input", chosen.elements);
    windows.output = plan.window<std::uint32_t>("output", chosen.elements * plan.launch().agents);
  }

  static void fill(const Args<Tiles>& args, const Memory& memory) {
    for (std::uint64_t i = 0; i < args.windows.input.count; ++i)
      memory.of(args.windows.input)[i] = value(args, memory.pe.value, i);
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<Tiles>& args) {
    const std::uint64_t n = args.params.elements, begin = ctx.agent() * n;
    const auto input = ctx.local(args.windows.input);
    const auto output = ctx.local(args.windows.output);
    auto* const scratch = ctx.template scratch<std::uint32_t, tile_max>();
    const auto in = [=](std::uint64_t tile) {
      const std::uint64_t first = tile * tile_max;
      return lane_loop(
          count_of(tile, n), [=](std::uint64_t i) { return input[first + i]; },
          [=](std::uint64_t i, std::uint32_t element) { scratch[i] = element; });
    };
    const auto out = [=](std::uint64_t tile) {
      const std::uint64_t first = begin + tile * tile_max, count = count_of(tile, n);
      return lane_loop(
          count, [=](std::uint64_t i) { return scratch[count - 1 - i]; },
          [=](std::uint64_t i, std::uint32_t element) { output[first + i] = element; });
    };
    ctx.for_tiles((n + tile_max - 1) / tile_max, n, views(reads(input), writes(output)), in, out);
  }

  static Mismatch verify(const Args<Tiles>& args, const Memory& memory) {
    return first_wrong("output", args.windows.output, memory, [&](std::uint64_t at) {
      const std::uint64_t i = at % args.params.elements, tile = i / tile_max, first = tile * tile_max;
      return value(args, memory.pe.value, first + count_of(tile, args.params.elements) - 1 - (i - first));
    });
  }

 private:
  static constexpr std::uint32_t value(const Args<Tiles>& args, std::uint64_t pe, std::uint64_t index) {
    return static_cast<std::uint32_t>(pattern(args.launch.seed, pe, index));
  }
  GIN_DEVICE static std::uint64_t count_of(std::uint64_t tile, std::uint64_t n) {
    const std::uint64_t left = n - tile * tile_max;
    return left < tile_max ? left : tile_max;
  }
};

}  // namespace gin::conformance
