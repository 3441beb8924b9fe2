// A distributed matrix transpose: every PE needs one block of every other PE's rows. Five ways to get them: fetch
// all blocks and then transpose them locally; the same in steps, one partner each, of which only a few are under
// way; the same with every PE sending and receiving (two-sided); fetch the next block while the last one is being
// transposed; or read the peers' memory directly while transposing.
#pragma once

#include "scenarios/programs/contents.hpp"
#include "scenarios/programs/transpose_slabs.hpp"
#include "scenarios/programs/transpose_tiles.hpp"

namespace gin::programs {

struct Transpose {
  static constexpr const char* name = "transpose";
  static constexpr const char* summary =
      "transposes a matrix whose rows are spread over the PEs: all-to-all, pairwise or interleaved get, two-sided "
      "all-to-all, or peer pointers";
  static constexpr Bracket bracket = Bracket::visible;

  using Element = std::uint32_t;
  enum Mode : std::uint64_t { all_to_all, interleaved, pointer, pairwise, two_sided };
  enum Partner : std::uint64_t { shifted, by_xor };

  struct Params {
    std::uint64_t rows;
    std::uint64_t mode;
    std::uint64_t passes;
    std::uint64_t accumulate;
    std::uint64_t window;
    std::uint64_t partner;
  };
  static constexpr Param<Params> params[] = {
      {&Params::rows, "rows", "count", 1, 16384, 64,
       "Rows of the matrix on each PE; a block is rows by rows elements of 4 bytes."},
      {&Params::mode, "mode", "", 0, 0, 0,
       "all_to_all gets all blocks, then transposes; interleaved gets the next peer's block while it transposes "
       "the last one's; pointer reads the peers' memory while transposing (needs path pointer); pairwise is "
       "all_to_all in steps of one partner each; two_sided is all_to_all by sends and receives in one group.",
       "all_to_all|interleaved|pointer|pairwise|two_sided"},
      {&Params::passes, "passes", "count", 1, 64, 1, "How often the fetched data is read: once per pass."},
      {&Params::accumulate, "accumulate", "", 0, 0, 0, "Adds every pass to the target instead of overwriting it.",
       "no|yes"},
      {&Params::window, "window", "count", 1, 4096, 1, "pairwise: steps that an agent has under way at a time."},
      {&Params::partner, "partner", "", 0, 0, 0,
       "pairwise: whose block a PE gets in step s: that of PE (own + s) modulo their number, or own xor s, where "
       "two PEs get from each other.",
       "shifted|xor"},
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
    if (chosen.mode == two_sided) plan.require_two_sided("mode two_sided sends and receives");
  }

  static void fill(const Args<Transpose>& args, const Memory& memory) {
    fill_with_pattern(memory, args.windows.source, args.launch.seed);
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<Transpose>& args) {
    const Slabs slabs{ctx.my_pe(), ctx.n_pes(), ctx.agents(), args.params.rows};
    const std::uint32_t first = ctx.agent(), step = ctx.agents(), end = slabs.count();
    Element* const tile = ctx.template scratch<Element, tile_elements>();
    if (args.params.mode == pointer) {
      for (std::uint32_t i = first; i < end; i += step) transpose_from_peer(ctx, args, tile, slabs[i]);
    } else if (args.params.mode == all_to_all) {
      for (std::uint32_t i = first; i < end; i += step) fetch(ctx, args, slabs[i]);
      ctx.quiet();
      for (std::uint32_t i = first; i < end; i += step) transpose_fetched(ctx, args, tile, slabs[i]);
    } else if (args.params.mode == interleaved) {
      if (first < end) fetch(ctx, args, slabs[first]);
      for (std::uint32_t i = first; i < end; i += step) {
        ctx.quiet();
        if (i + step < end) fetch(ctx, args, slabs[i + step]);
        transpose_fetched(ctx, args, tile, slabs[i]);
      }
    } else if (args.params.mode == two_sided) {
      ctx.group_begin();
      for (std::uint32_t i = first; i < end; i += step) exchange(ctx, args, slabs[i]);
      ctx.group_end();
      for (std::uint32_t i = first; i < end; i += step) transpose_fetched(ctx, args, tile, slabs[i]);
    } else {
      run_pairwise(ctx, args, tile, slabs);
    }
  }

  static Mismatch verify(const Args<Transpose>& args, const Memory& memory) {
    const std::uint64_t rows = args.params.rows;
    const std::uint64_t times = args.params.accumulate ? args.params.passes * args.launch.iterations : 1;
    return first_wrong("target", memory, args.windows.target, [&](std::uint64_t i) {
      const std::uint64_t column = i / (rows * args.launch.n_pes);  // of the whole matrix's transpose, local
      const std::uint64_t from = i % (rows * args.launch.n_pes);
      const std::uint64_t index = memory.pe.value * rows * rows + from % rows * rows + column;
      return static_cast<Element>(patterned<Element>(args.launch.seed, from / rows, index) * times);
    });
  }

 private:
  /// Many gets at once to one peer meet in its port; a window keeps them apart at the price of waiting.
  template <DeviceContext Ctx>
  GIN_DEVICE static void run_pairwise(Ctx& ctx, const Args<Transpose>& args, Element* tile, const Slabs& slabs) {
    const bool exchanges = args.params.partner == by_xor;
    const std::uint32_t steps = slabs.steps(exchanges);
    for (std::uint32_t step = 0; step < steps; ++step) {
      if (step > 0 && step % args.params.window == 0) ctx.quiet();
      fetch(ctx, args, slabs.in_step(step, ctx.agent(), exchanges));
    }
    ctx.quiet();
    for (std::uint32_t step = 0; step < steps; ++step)
      transpose_fetched(ctx, args, tile, slabs.in_step(step, ctx.agent(), exchanges));
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void fetch(Ctx& ctx, const Args<Transpose>& args, const Slab& slab) {
    const std::uint64_t rows = args.params.rows;
    const std::uint64_t from = (ctx.my_pe().value * rows + slab.first) * rows;
    const std::uint64_t to = (slab.peer.value * rows + slab.first) * rows;
    ctx.get_nbi({args.windows.fetched.at(to), args.windows.source.at(from), slab.count * rows * sizeof(Element),
                 slab.peer});
  }

  /// What `fetch` gets, received; and the same part of what the peer needs, sent. Both sides call a part by its
  /// row.
  template <DeviceContext Ctx>
  GIN_DEVICE static void exchange(Ctx& ctx, const Args<Transpose>& args, const Slab& slab) {
    const std::uint64_t at = (slab.peer.value * args.params.rows + slab.first) * args.params.rows;
    const std::uint64_t bytes = slab.count * args.params.rows * sizeof(Element);
    ctx.receive({args.windows.fetched.at(at), bytes, slab.first, slab.peer});
    ctx.send({args.windows.source.at(at), bytes, slab.first, slab.peer});
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void transpose_fetched(Ctx& ctx, const Args<Transpose>& args, Element* tile, const Slab& slab) {
    const auto fetched = ctx.local(args.windows.fetched);
    transpose(ctx, args, tile, slab, fetched, slab.peer.value);
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void transpose_from_peer(Ctx& ctx, const Args<Transpose>& args, Element* tile,
                                             const Slab& slab) {
    const auto source = ctx.ptr(args.windows.source, slab.peer);
    transpose(ctx, args, tile, slab, source, ctx.my_pe().value);
  }

  /// Reads the rows of `slab` from block `block` of `from` and writes them as columns of the target.
  template <DeviceContext Ctx>
  GIN_DEVICE static void transpose(Ctx& ctx, const Args<Transpose>& args, Element* tile, const Slab& slab,
                                   const View<Element>& from, std::uint64_t block) {
    const std::uint64_t edge = args.params.rows;
    const Rows rows{edge, slab.count, (block * edge + slab.first) * edge, slab.peer.value * edge + slab.first,
                    edge * ctx.n_pes()};
    const auto target = ctx.local(args.windows.target);
    for (std::uint64_t pass = 0; pass < args.params.passes; ++pass)
      transpose_rows(ctx, rows, tile, from, target, args.params.accumulate != 0);
  }
};

}  // namespace gin::programs
