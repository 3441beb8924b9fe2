// What the lanes of an agent do together: loops over views of this PE and of peers, sums, scans, broadcasts.
#pragma once

#include "tests/conformance/programs/note.hpp"

namespace gin::conformance {

struct LaneLoops {
  static constexpr const char* name = "lane_loops";
  static constexpr const char* summary = "loops over local and peer views, lane sum, scan and broadcast";
  static constexpr Bracket bracket = Bracket::visible;

  using Element = std::uint32_t;
  enum Reach : std::uint64_t { nobody, node, everybody };
  struct Params {
    std::uint64_t elements;
    std::uint64_t reach;
  };
  static constexpr Param<Params> params[] = {
      {&Params::elements, "elements", "count", 0, 4096, 1000, "Elements of a loop."},
      {&Params::reach, "reach", "", 0, 0, 0, "Whose memory ptr must give: nobody's, that of the node, everybody's.",
       "nobody|node|everybody"},
  };

  struct Windows {
    Window<Element> input;
    Window<Element> output;       ///< per agent
    Window<Element> stored;       ///< per source PE and agent: written by peers that can reach it
    Window<Element> loaded;       ///< per peer and agent: read from peers that can be reached
    Window<std::uint64_t> wrong;  ///< per agent
  };

  static void plan(Plan& plan, const Params& chosen, Windows& windows) {
    const std::uint64_t agents = plan.launch().agents;
    windows.input = plan.window<Element>("input", chosen.elements);
    windows.output = plan.window<Element>("output", chosen.elements * agents);
    windows.stored = plan.window<Element>("stored", chosen.elements * agents * plan.launch().n_pes);
    windows.loaded = plan.window<Element>("loaded", chosen.elements * agents * plan.launch().n_pes);
    windows.wrong = plan.words<std::uint64_t>("wrong", agents);
  }

  static void fill(const Args<LaneLoops>& args, const Memory& memory) {
    for (std::uint64_t i = 0; i < args.windows.input.count; ++i)
      memory.of(args.windows.input)[i] = value(args, memory.pe.value, i);
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<LaneLoops>& args) {
    const std::uint64_t n = args.params.elements;
    std::uint64_t wrong = reduce(ctx, args);
    for (std::uint32_t pe = 0; pe < ctx.n_pes(); ++pe) {
      const auto theirs = ctx.ptr(args.windows.stored, Pe{pe});
      wrong += static_cast<bool>(theirs) == reachable(args, ctx.my_pe().value, pe) ? 0 : 1;
      if (!theirs) continue;
      const std::uint64_t begin = (ctx.my_pe().value * ctx.agents() + ctx.agent()) * n;
      const auto mine = ctx.local(args.windows.input);
      ctx.for_lanes(n, views(reads(mine), writes(theirs)),
                    [=](std::uint64_t i) { theirs[begin + i] = mine[i] + 1; });
      const auto source = ctx.ptr(args.windows.input, Pe{pe});
      const auto loaded = ctx.local(args.windows.loaded);
      const std::uint64_t to = (pe * ctx.agents() + ctx.agent()) * n;
      ctx.for_lanes(
          n, views(reads(source), writes(loaded)), [=](std::uint64_t i) { return source[i]; },
          [=](std::uint64_t i, Element value) { loaded[to + i] = value; });
    }
    ctx.barrier_all();
    // Stores to a peer are ordered by the barrier like puts.
    wrong += differences(ctx, args.windows.stored, 0, args.windows.stored.count,
                         [&](std::uint64_t i) { return expected(args, ctx.my_pe().value, i, 1); });
    note(ctx, args.windows.wrong, ctx.agent(), wrong);
  }

  static Mismatch verify(const Args<LaneLoops>& args, const Memory& memory) {
    const Mismatch early = first_wrong("wrong", args.windows.wrong, memory, [](std::uint64_t) { return 0; });
    if (early.found) return early;
    const Mismatch output = first_wrong("output", args.windows.output, memory, [&](std::uint64_t i) {
      return 3 * value(args, memory.pe.value, i % args.params.elements);
    });
    if (output.found) return output;
    return first_wrong("loaded", args.windows.loaded, memory,
                       [&](std::uint64_t i) { return expected(args, memory.pe.value, i, 0); });
  }

 private:
  static constexpr Element value(const Args<LaneLoops>& args, std::uint64_t pe, std::uint64_t index) {
    return static_cast<Element>(pattern(args.launch.seed, pe, index));
  }
  static constexpr bool reachable(const Args<LaneLoops>& args, std::uint64_t from, std::uint64_t to) {
    const bool same_node = from / args.launch.pes_per_node == to / args.launch.pes_per_node;
    return args.params.reach == everybody || (args.params.reach == node && same_node);
  }
  /// Element `index` of stored or loaded: blocks by the other PE, then agent.
  static constexpr Element expected(const Args<LaneLoops>& args, std::uint64_t pe, std::uint64_t index,
                                    Element more) {
    const std::uint64_t other = index / (args.params.elements * args.launch.agents);
    return reachable(args, pe, other) ? value(args, other, index % args.params.elements) + more : 0;
  }

  /// Triples the input and checks sum, scan and broadcast against a loop; returns how many were wrong.
  template <DeviceContext Ctx>
  GIN_DEVICE static std::uint64_t reduce(Ctx& ctx, const Args<LaneLoops>& args) {
    const std::uint64_t n = args.params.elements;
    const std::uint64_t begin = ctx.agent() * n;
    const auto input = ctx.local(args.windows.input);
    const auto output = ctx.local(args.windows.output);
    ctx.for_lanes(n, views(reads(input), writes(output)),
                  [=](std::uint64_t i) { output[begin + i] = 3 * input[i]; });

    constexpr std::uint32_t scanned = 100;
    auto* sums = ctx.template scratch<std::uint64_t, scanned>();
    const auto square = [](std::uint64_t i) { return i * i + 1; };
    std::uint64_t wrong = ctx.lane_scan(scanned, views(), sums, square) == 328450 ? 0 : 1;
    std::uint64_t sum = 0;
    for (std::uint64_t i = 0; i < scanned; ++i) {
      wrong += sums[i] == sum ? 0 : 1;
      sum += square(i);
    }
    wrong += ctx.lane_sum(scanned, views(), square) == sum ? 0 : 1;
    wrong += ctx.lane_sum(0, views(), square) == 0 ? 0 : 1;
    wrong += ctx.broadcast(views(), [&] { return sum + ctx.agent(); }) == sum + ctx.agent() ? 0 : 1;
    return wrong;
  }
};

}  // namespace gin::conformance
