// Chunks of data that travel once around all PEs. Each PE waits for a chunk's signal and passes the chunk on, so
// the time of a round is the time of many dependent hops: what it costs to say "your data is there". Every agent
// runs a pipeline of its own with the same agent of the next PE.
#pragma once

#include "scenarios/programs/contents.hpp"

namespace gin::programs {

struct SignalPipeline {
  static constexpr const char* name = "signal_pipeline";
  static constexpr const char* summary =
      "passes chunks around a ring of PEs; each hop waits for the chunk's signal and forwards it";
  static constexpr Bracket bracket = Bracket::visible;

  using Element = std::uint64_t;

  struct Params {
    std::uint64_t bytes;
    std::uint64_t chunks;
  };
  static constexpr Param<Params> params[] = {
      {&Params::bytes, "bytes", "bytes", 0, std::int64_t{1} << 30, 1024, "Size of a chunk; a multiple of 8."},
      {&Params::chunks, "chunks", "count", 1, 4096, 4, "Chunks under way in each agent's pipeline."},
  };

  struct Windows {
    Window<Element> origin;         ///< on PE 0: what each iteration sends
    Window<Element> data;           ///< where chunks arrive
    Window<std::uint64_t> arrived;  ///< one signal word per agent and chunk: iterations arrived
  };

  static void plan(Plan& plan, const Params& chosen, Windows& windows) {
    if (chosen.bytes % sizeof(Element) != 0) plan.refuse({"$.params.bytes", "a multiple of 8", chosen.bytes});
    if (plan.launch().n_pes < 2)
      plan.refuse({"$.cluster", "at least 2 PEs to pass chunks between", plan.launch().n_pes});
    const std::uint64_t elements = chosen.bytes / sizeof(Element) * chosen.chunks * plan.launch().agents;
    windows.origin = plan.window<Element>("origin", elements);
    windows.data = plan.window<Element>("data", elements);
    windows.arrived = plan.words<std::uint64_t>("arrived", chosen.chunks * plan.launch().agents);
  }

  static void fill(const Args<SignalPipeline>& args, const Memory& memory) {
    if (memory.pe.value == 0) fill_with_pattern(memory, args.windows.origin, args.launch.seed);
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<SignalPipeline>& args) {
    const bool first = ctx.my_pe().value == 0;
    if (first) {
      refresh(ctx, args);
      for (std::uint64_t chunk = 0; chunk < args.params.chunks; ++chunk)
        pass_on(ctx, args, chunk, args.windows.origin);
    }
    for (std::uint64_t chunk = 0; chunk < args.params.chunks; ++chunk) {
      ctx.signal_wait_until(args.windows.arrived.at(word(ctx, args, chunk)), Compare::ge, args.iteration + 1);
      if (!first) pass_on(ctx, args, chunk, args.windows.data);
    }
    // A chunk that came back has passed every PE, so nothing is under way any more and nobody has to be quiet.
  }

  static Mismatch verify(const Args<SignalPipeline>& args, const Memory& memory) {
    const std::uint64_t times = args.launch.iterations;
    const Mismatch found = first_wrong("data", memory, args.windows.data,
                                       [&](std::uint64_t i) { return pattern(args.launch.seed, 0, i) + times; });
    if (found.found) return found;
    return first_wrong("arrived", memory, args.windows.arrived, [=](std::uint64_t) { return times; });
  }

 private:
  template <DeviceContext Ctx>
  GIN_DEVICE static std::uint64_t word(Ctx& ctx, const Args<SignalPipeline>& args, std::uint64_t chunk) {
    return ctx.agent() * args.params.chunks + chunk;
  }

  /// New data in every iteration, so that a chunk of the one before is a wrong chunk.
  template <DeviceContext Ctx>
  GIN_DEVICE static void refresh(Ctx& ctx, const Args<SignalPipeline>& args) {
    const auto origin = ctx.local(args.windows.origin);
    const std::uint64_t elements = args.params.bytes / sizeof(Element) * args.params.chunks;
    const std::uint64_t begin = ctx.agent() * elements;
    ctx.for_lanes(
        elements, views(reads(origin), writes(origin)).issuing(19),
        [=](std::uint64_t i) { return origin[begin + i] + 1; },
        [=](std::uint64_t i, Element value) { origin[begin + i] = value; });
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void pass_on(Ctx& ctx, const Args<SignalPipeline>& args, std::uint64_t chunk,
                                 const Window<Element>& from) {
    const std::uint64_t at = word(ctx, args, chunk) * (args.params.bytes / sizeof(Element));
    PutSignal put;
    put.to = args.windows.data.at(at);
    put.from = from.at(at);
    put.bytes = args.params.bytes;
    put.peer = Pe{(ctx.my_pe().value + 1) % ctx.n_pes()};
    put.signal = args.windows.arrived.at(word(ctx, args, chunk));
    put.value = args.iteration + 1;
    put.op = SignalOp::set;
    deliver(ctx, args.launch.signalling, put);
  }
};

}  // namespace gin::programs
