// A distributed matrix transpose: every PE needs one block of every other PE's rows. Three ways to get them:
// fetch all blocks and then transpose them locally, fetch the next block while the last one is being transposed, or
// read the peers' memory directly while transposing.
#pragma once

#include "core/device/program.hpp"

namespace gin::programs {

struct Transpose {
  static constexpr const char* name = "transpose";
  static constexpr const char* summary =
      "transposes a matrix whose rows are spread over the PEs: all-to-all get, interleaved get or peer pointers";
  static constexpr Bracket bracket = Bracket::visible;

  using Element = std::uint32_t;
  enum Mode : std::uint64_t { all_to_all, interleaved, pointer };

  struct Params {
    std::uint64_t rows;
    std::uint64_t mode;
    std::uint64_t passes;
    std::uint64_t accumulate;
  };
  static constexpr Param<Params> params[] = {
      {&Params::rows, "rows", "count", 1, 16384, 64,
       "Rows of the matrix on each PE; a block is rows by rows elements of 4 bytes."},
      {&Params::mode, "mode", "", 0, 0, 0,
       "all_to_all gets all blocks, then transposes; interleaved gets the next peer's block while it transposes "
       "the "
       "last one's; pointer reads the peers' memory while transposing (needs path pointer).",
       "all_to_all|interleaved|pointer"},
      {&Params::passes, "passes", "count", 1, 64, 1, "How often the fetched data is read: once per pass."},
      {&Params::accumulate, "accumulate", "", 0, 0, 0, "Adds every pass to the target instead of overwriting it.",
       "no|yes"},
  };

  struct Windows {
    Window<Element> source;   ///< block-major: for each peer the block it needs, row by row
    Window<Element> fetched;  ///< the blocks of all peers as they arrive
    Window<Element> target;
  };

  static void plan(Plan& plan, const Params& chosen, Windows& windows) {
    const std::uint64_t elements = chosen.rows * chosen.rows * plan.launch().n_pes;
    windows.source = plan.window<Element>("source", elements);
    windows.fetched = plan.window<Element>("fetched", chosen.mode == pointer ? 0 : elements);
    windows.target = plan.window<Element>("target", elements);
    if (chosen.mode == pointer) plan.require_pointers("mode pointer reads the peers' memory directly");
  }

  static void fill(const Args<Transpose>& args, const Memory& memory) {
    Element* source = memory.of(args.windows.source);
    for (std::uint64_t i = 0; i < args.windows.source.count; ++i)
      source[i] = value(args.launch.seed, memory.pe.value, i);
  }

  /// A part of one peer's block: rows first .. first + count - 1.
  struct Slab {
    Pe peer;
    std::uint64_t first;
    std::uint64_t count;
  };

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<Transpose>& args) {
    const std::uint32_t slabs = slab_count(args);
    if (args.params.mode == pointer) {
      for (std::uint32_t i = ctx.agent(); i < slabs; i += ctx.agents())
        transpose_from_peer(ctx, args, slab(args, ctx.my_pe(), i));
    } else if (args.params.mode == all_to_all) {
      for (std::uint32_t i = ctx.agent(); i < slabs; i += ctx.agents())
        fetch(ctx, args, slab(args, ctx.my_pe(), i));
      ctx.quiet();
      for (std::uint32_t i = ctx.agent(); i < slabs; i += ctx.agents())
        transpose_fetched(ctx, args, slab(args, ctx.my_pe(), i));
    } else {
      if (ctx.agent() < slabs) fetch(ctx, args, slab(args, ctx.my_pe(), ctx.agent()));
      for (std::uint32_t i = ctx.agent(); i < slabs; i += ctx.agents()) {
        ctx.quiet();
        if (i + ctx.agents() < slabs) fetch(ctx, args, slab(args, ctx.my_pe(), i + ctx.agents()));
        transpose_fetched(ctx, args, slab(args, ctx.my_pe(), i));
      }
    }
  }

  static Mismatch verify(const Args<Transpose>& args, const Memory& memory) {
    const std::uint64_t rows = args.params.rows;
    const std::uint64_t times = args.params.accumulate ? args.params.passes * args.launch.iterations : 1;
    const Element* target = memory.of(args.windows.target);
    for (std::uint64_t i = 0; i < args.windows.target.count; ++i) {
      const std::uint64_t column = i / (rows * args.launch.n_pes);  // of the whole matrix's transpose, local
      const std::uint64_t from = i % (rows * args.launch.n_pes);
      const std::uint64_t index = memory.pe.value * rows * rows + from % rows * rows + column;
      const auto expected = static_cast<Element>(value(args.launch.seed, from / rows, index) * times);
      if (target[i] != expected) return {true, "target", i, expected, target[i]};
    }
    return {};
  }

 private:
  static constexpr Element value(std::uint64_t seed, std::uint64_t pe, std::uint64_t index) {
    return static_cast<Element>(pattern(seed, pe, index));
  }

  /// Enough slabs for every agent, as far as there are rows.
  GIN_DEVICE static std::uint32_t slabs_per_peer(const Args<Transpose>& args) {
    const std::uint32_t wanted = (args.launch.agents + args.launch.n_pes - 1) / args.launch.n_pes;
    return wanted < args.params.rows ? wanted : static_cast<std::uint32_t>(args.params.rows);
  }
  GIN_DEVICE static std::uint32_t slab_count(const Args<Transpose>& args) {
    return args.launch.n_pes * slabs_per_peer(args);
  }

  /// Peers in an order of its own for each PE, so that no PE is everyone's first.
  GIN_DEVICE static Slab slab(const Args<Transpose>& args, Pe me, std::uint32_t index) {
    const std::uint64_t rows = args.params.rows;
    const std::uint64_t parts = slabs_per_peer(args);
    const std::uint64_t part = index / args.launch.n_pes;
    const std::uint64_t first = rows * part / parts;
    return {Pe{(me.value + index) % args.launch.n_pes}, first, rows * (part + 1) / parts - first};
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void fetch(Ctx& ctx, const Args<Transpose>& args, const Slab& slab) {
    const std::uint64_t rows = args.params.rows;
    const std::uint64_t from = (ctx.my_pe().value * rows + slab.first) * rows;
    const std::uint64_t to = (slab.peer.value * rows + slab.first) * rows;
    ctx.get_nbi({args.windows.fetched.at(to), args.windows.source.at(from), slab.count * rows * sizeof(Element),
                 slab.peer});
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void transpose_fetched(Ctx& ctx, const Args<Transpose>& args, const Slab& slab) {
    const auto fetched = ctx.local(args.windows.fetched);
    transpose(ctx, args, slab, fetched, slab.peer.value);
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void transpose_from_peer(Ctx& ctx, const Args<Transpose>& args, const Slab& slab) {
    const auto source = ctx.ptr(args.windows.source, slab.peer);
    transpose(ctx, args, slab, source, ctx.my_pe().value);
  }

  /// Reads the rows of `slab` from block `block` of `from` and writes them as columns of the target.
  template <DeviceContext Ctx, class View>
  GIN_DEVICE static void transpose(Ctx& ctx, const Args<Transpose>& args, const Slab& slab, const View& from,
                                   std::uint64_t block) {
    const auto target = ctx.local(args.windows.target);
    const std::uint64_t rows = args.params.rows;
    const std::uint64_t width = rows * ctx.n_pes();
    const std::uint64_t first = (block * rows + slab.first) * rows;
    const std::uint64_t column = slab.peer.value * rows + slab.first;
    const auto edge = static_cast<std::uint32_t>(rows);  // a block has fewer than 2^32 elements: 32-bit division
    for (std::uint64_t pass = 0; pass < args.params.passes; ++pass) {
      if (args.params.accumulate)
        ctx.for_lanes(slab.count * rows, views(reads(from), reads(target), writes(target)),
                      [=](std::uint64_t lane) {
                        const auto i = static_cast<std::uint32_t>(lane);
                        target[i % edge * width + column + i / edge] += from[first + i];
                      });
      else
        ctx.for_lanes(slab.count * rows, views(reads(from), writes(target)), [=](std::uint64_t lane) {
          const auto i = static_cast<std::uint32_t>(lane);
          target[i % edge * width + column + i / edge] = from[first + i];
        });
    }
  }
};

}  // namespace gin::programs
