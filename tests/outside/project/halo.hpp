// PEs in a ring, each with cells of its own; in every step each PE shows its cells to both neighbours and adds up
// what the neighbours show it. Agents share the work: each has a part of the cells.
#pragma once

#include "core/device/program.hpp"

namespace mine {

struct Halo {
  static constexpr const char* name = "halo";
  static constexpr const char* summary = "PEs in a ring show their cells to both neighbours, step by step";
  static constexpr gin::Bracket bracket = gin::Bracket::visible;

  using Cell = std::uint64_t;
  enum Side : std::uint32_t { left, right };

  struct Params {
    std::uint64_t cells;
    std::uint64_t patience_us;
  };
  static constexpr gin::Param<Params> params[] = {
      {&Params::cells, "cells", "count", 1, 1 << 20, 256, "Cells of each agent, of 8 bytes each."},
      {&Params::patience_us, "patience_us", "us", 1, 1'000'000, 1000,
       "A wait that takes longer is counted as late."},
  };

  struct Windows {
    gin::Window<Cell> own;
    gin::Window<Cell> shown;  // [step is odd][side it came from][cell]
    gin::Window<Cell> sum;
    gin::Window<std::uint64_t> arrived;  // [step is odd][side]: agents of that neighbour that have shown their part
    gin::Window<std::uint64_t> finished;  // on the first PE of each node: steps that agents of the node finished
    gin::Window<std::uint64_t> late;      // on each PE: waits that missed their deadline
  };

  static void plan(gin::Plan& plan, const Params& chosen, Windows& windows) {
    if (plan.launch().n_pes < 2) plan.refuse({"$.cluster", "at least 2 PEs", plan.launch().n_pes});
    const std::uint64_t cells = chosen.cells * plan.launch().agents;
    windows.own = plan.window<Cell>("own", cells);
    windows.shown = plan.window<Cell>("shown", 4 * cells);
    windows.sum = plan.window<Cell>("sum", cells);
    windows.arrived = plan.words<std::uint64_t>("arrived", 4);
    windows.finished = plan.words<std::uint64_t>("finished", 1);
    windows.late = plan.words<std::uint64_t>("late", 1);
    plan.contexts(2);
  }

  static void fill(const gin::Args<Halo>& args, const gin::Memory& memory) {
    Cell* own = memory.of(args.windows.own);
    for (std::uint64_t i = 0; i < args.windows.own.count; ++i) own[i] = first_value(args, memory.pe.value, i);
  }

  template <gin::DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const gin::Args<Halo>& args) {
    Ctx to_left = ctx.on(0), to_right = ctx.on(1);
    // The puts of the last step may still be reading the cells that this one changes.
    to_left.flush();
    to_right.flush();
    const std::uint64_t begin = ctx.agent() * args.params.cells;
    const auto own = ctx.local(args.windows.own);
    ctx.for_lanes(args.params.cells, gin::views(gin::reads(own), gin::writes(own)),
                  [=](std::uint64_t i) { own[begin + i] += 1; });

    show(to_left, args, neighbour(ctx.my_pe().value, ctx.n_pes(), left), right);
    show(to_right, args, neighbour(ctx.my_pe().value, ctx.n_pes(), right), left);
    for (const Side side : {left, right}) wait_for(ctx, args, side);
    add_up(ctx, args);

    const gin::Pe first_of_node{ctx.my_pe().value / args.launch.pes_per_node * args.launch.pes_per_node};
    ctx.atomic_inc(args.windows.finished.at(0), first_of_node);
    ctx.quiet();
  }

  static gin::Mismatch verify(const gin::Args<Halo>& args, const gin::Memory& memory) {
    const std::uint64_t steps = args.launch.iterations, pe = memory.pe.value;
    const Cell* sum = memory.of(args.windows.sum);
    for (std::uint64_t i = 0; i < args.windows.sum.count; ++i) {
      const Cell both = first_value(args, neighbour(memory.pe.value, args.launch.n_pes, left).value, i) +
                        first_value(args, neighbour(memory.pe.value, args.launch.n_pes, right).value, i);
      const Cell expected = steps * both + steps * (steps + 1);  // 2 * (1 + 2 + ... + steps)
      if (sum[i] != expected) return {true, "sum", i, expected, sum[i]};
    }
    const std::uint64_t agents =
        pe % args.launch.pes_per_node == 0 ? args.launch.pes_per_node * args.launch.agents : 0;
    const std::uint64_t finished = *memory.of(args.windows.finished);
    if (finished != agents * steps) return {true, "finished", 0, agents * steps, finished};
    return {};
  }

 private:
  static Cell first_value(const gin::Args<Halo>& args, std::uint64_t pe, std::uint64_t cell) {
    return gin::pattern(args.launch.seed, pe, cell);
  }

  /// Host and device call it, so it is constexpr.
  static constexpr gin::Pe neighbour(std::uint32_t pe, std::uint32_t n_pes, Side side) {
    return {(pe + (side == left ? n_pes - 1 : 1)) % n_pes};
  }

  /// Steps take turns with two halves: a neighbour may be one step ahead, and never two.
  GIN_DEVICE static std::uint64_t half(const gin::Args<Halo>& args, Side side) {
    return args.iteration % 2 * 2 + side;
  }

  /// Puts this agent's part where `peer` looks for what came from its `side`, and says so.
  template <class Ctx>
  GIN_DEVICE static void show(Ctx& ctx, const gin::Args<Halo>& args, gin::Pe peer, Side side) {
    const std::uint64_t cells = args.params.cells, begin = ctx.agent() * cells;
    const std::uint64_t at = half(args, side) * args.windows.own.count + begin;
    const auto theirs = ctx.ptr(args.windows.shown, peer);
    gin::PutSignal put;
    put.to = args.windows.shown.at(at);
    put.from = args.windows.own.at(begin);
    put.bytes = cells * sizeof(Cell);
    put.peer = peer;
    put.signal = args.windows.arrived.at(half(args, side));
    put.value = 1;
    put.op = gin::SignalOp::add;
    if (!theirs) {
      ctx.put_signal_nbi(put);
      return;
    }
    const auto own = ctx.local(args.windows.own);
    ctx.for_lanes(cells, gin::views(gin::reads(own), gin::writes(theirs)),
                  [=](std::uint64_t i) { theirs[at + i] = own[begin + i]; });
    ctx.fence();  // the stores are there before the signal
    ctx.signal_op({put.signal, put.value, put.op, peer});
  }

  template <class Ctx>
  GIN_DEVICE static void wait_for(Ctx& ctx, const gin::Args<Halo>& args, Side side) {
    const gin::Place word = args.windows.arrived.at(half(args, side));
    const std::uint64_t all = ctx.agents() * (args.iteration / 2 + 1);
    const gin::Deadline deadline{gin::microseconds(static_cast<std::int64_t>(args.params.patience_us))};
    if (ctx.signal_wait_until(word, gin::Compare::ge, all, deadline) == gin::Status::ok) return;
    ctx.local_fetch_add(args.windows.late.at(0), 1);
    ctx.signal_wait_until(word, gin::Compare::ge, all);
  }

  template <class Ctx>
  GIN_DEVICE static void add_up(Ctx& ctx, const gin::Args<Halo>& args) {
    const std::uint64_t cells = args.params.cells, all = args.windows.own.count, begin = ctx.agent() * cells;
    const std::uint64_t from_left = half(args, left) * all + begin, from_right = half(args, right) * all + begin;
    const auto shown = ctx.local(args.windows.shown);
    const auto sum = ctx.local(args.windows.sum);
    ctx.for_lanes(cells, gin::views(gin::reads(shown, 2), gin::reads(sum), gin::writes(sum)),
                  [=](std::uint64_t i) { sum[begin + i] += shown[from_left + i] + shown[from_right + i]; });
  }
};

}  // namespace mine
