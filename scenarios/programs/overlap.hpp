// Blocks of data that travel around all PEs, and work to be done on each: in every step a PE computes with the block
// that it has, passes it on and waits for the next. Whether it passes it on first, so that the block travels while
// the PE computes, is the question. Every agent does so with the same agent of the next PE.
#pragma once

#include "scenarios/programs/contents.hpp"

namespace gin::programs {

struct Overlap {
  static constexpr const char* name = "overlap";
  static constexpr const char* summary =
      "computes with blocks that travel around a ring of PEs, before passing each on or while it travels";
  static constexpr Bracket bracket = Bracket::visible;

  using Element = std::uint64_t;
  enum Order : std::uint64_t { sequential, overlapped };

  struct Params {
    std::uint64_t order;
    std::uint64_t operations;
    std::uint64_t bytes;
    std::uint64_t steps;
  };
  static constexpr Param<Params> params[] = {
      {&Params::order, "order", "", 0, 0, 0,
       "sequential: a PE computes with its block, then passes it on. overlapped: it passes the block on, then "
       "computes with it while it travels.",
       "sequential|overlapped"},
      {&Params::operations, "operations", "count", 0, std::int64_t{1} << 40, 1 << 20,
       "Multiply-adds of an agent with each block."},
      {&Params::bytes, "bytes", "bytes", 8, std::int64_t{1} << 30, 1 << 18,
       "Size of an agent's block, which is also what it reads to compute; a multiple of 8."},
      {&Params::steps, "steps", "count", 1, 1024, 4, "Blocks that each agent computes with and passes on."},
  };

  struct Windows {
    Window<Element> blocks;         ///< by agent, then step: the first is the PE's own, then those that arrive
    Window<std::uint64_t> arrived;  ///< a word for each agent and step: iterations in which its block arrived
  };

  static void plan(Plan& plan, const Params& chosen, Windows& windows) {
    if (chosen.bytes % sizeof(Element) != 0) plan.refuse({"$.params.bytes", "a multiple of 8", chosen.bytes});
    if (plan.launch().n_pes < 2)
      plan.refuse({"$.cluster", "at least 2 PEs to pass blocks between", plan.launch().n_pes});
    windows.blocks =
        plan.window<Element>("blocks", chosen.bytes / sizeof(Element) * (chosen.steps + 1) * plan.launch().agents);
    windows.arrived = plan.words<std::uint64_t>("arrived", chosen.steps * plan.launch().agents);
  }

  static void fill(const Args<Overlap>& args, const Memory& memory) {
    Element* blocks = memory.of(args.windows.blocks);
    const std::uint64_t elements = args.params.bytes / sizeof(Element);
    for (std::uint64_t agent = 0; agent < args.launch.agents; ++agent)
      for (std::uint64_t i = 0, at = agent * (args.params.steps + 1) * elements; i < elements; ++i)
        blocks[at + i] = pattern(args.launch.seed, memory.pe.value, at + i);
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<Overlap>& args) {
    refresh(ctx, args);
    for (std::uint64_t step = 0; step < args.params.steps; ++step) {
      Work work;
      work.operations = args.params.operations;
      work.bytes = args.params.bytes;
      work.from = block(ctx, args, step);
      if (args.params.order == sequential) ctx.compute(work);
      pass_on(ctx, args, step);
      if (args.params.order == overlapped) ctx.compute(work);
      ctx.signal_wait_until(word(ctx, args, step), Compare::ge, args.iteration + 1);
    }
    // Every block that is on its way is waited for by the PE that it goes to, so nobody has to be quiet.
  }

  static Mismatch verify(const Args<Overlap>& args, const Memory& memory) {
    const std::uint64_t elements = args.params.bytes / sizeof(Element), of_agent = args.params.steps + 1;
    const Mismatch found = first_wrong("blocks", memory, args.windows.blocks, [&](std::uint64_t i) {
      // After so many steps it has come from that many PEs before this one.
      const std::uint64_t step = i / elements % of_agent, n = args.launch.n_pes;
      const std::uint64_t origin = (memory.pe.value + n - step % n) % n;
      return pattern(args.launch.seed, origin, i - step * elements) + args.launch.iterations;
    });
    if (found.found) return found;
    return first_wrong("arrived", memory, args.windows.arrived,
                       [&](std::uint64_t) { return args.launch.iterations; });
  }

 private:
  template <DeviceContext Ctx>
  GIN_DEVICE static Place block(Ctx& ctx, const Args<Overlap>& args, std::uint64_t step) {
    return args.windows.blocks.at((ctx.agent() * (args.params.steps + 1) + step) *
                                  (args.params.bytes / sizeof(Element)));
  }
  template <DeviceContext Ctx>
  GIN_DEVICE static Place word(Ctx& ctx, const Args<Overlap>& args, std::uint64_t step) {
    return args.windows.arrived.at(ctx.agent() * args.params.steps + step);
  }

  /// New data in every iteration, so that a block of the one before is a wrong block.
  template <DeviceContext Ctx>
  GIN_DEVICE static void refresh(Ctx& ctx, const Args<Overlap>& args) {
    const auto blocks = ctx.local(args.windows.blocks);
    const std::uint64_t elements = args.params.bytes / sizeof(Element);
    const std::uint64_t begin = ctx.agent() * (args.params.steps + 1) * elements;
    ctx.for_lanes(
        elements, views(reads(blocks), writes(blocks)).issuing(19),
        [=](std::uint64_t i) { return blocks[begin + i] + 1; },
        [=](std::uint64_t i, Element value) { blocks[begin + i] = value; });
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void pass_on(Ctx& ctx, const Args<Overlap>& args, std::uint64_t step) {
    PutSignal put;
    put.to = block(ctx, args, step + 1);
    put.from = block(ctx, args, step);
    put.bytes = args.params.bytes;
    put.peer = Pe{(ctx.my_pe().value + 1) % ctx.n_pes()};
    put.signal = word(ctx, args, step);
    put.value = args.iteration + 1;
    deliver(ctx, args.launch.signalling, put);
  }
};

}  // namespace gin::programs
