// A long get and short puts: whatever completes first, and on whatever path, quiet and flush wait for the get.
#pragma once

#include "tests/conformance/programs/note.hpp"

namespace gin::conformance {

struct GetAndPut {
  static constexpr const char* name = "get_and_put";
  static constexpr const char* summary = "a long get under way while short puts to the same peer complete";
  static constexpr Bracket bracket = Bracket::visible;

  enum Wait : std::uint64_t { quiet, flush, put, flush_twice };
  struct Params {
    std::uint64_t wait;
    std::uint64_t bytes;
  };
  static constexpr Param<Params> params[] = {
      {&Params::wait, "wait", "", 0, 0, 0,
       "What must bring the bytes of the get. flush_twice: puts to all peers have completed before it.",
       "quiet|flush|put|flush_twice"},
      {&Params::bytes, "bytes", "bytes", 1, 1 << 24, 65536, "Size of the get."},
  };

  struct Windows {
    Window<Byte> source;
    Window<Byte> target;
    Window<std::uint64_t> value;  ///< per agent: what the puts carry
    Window<std::uint64_t> sink;   ///< per source PE and agent
    Window<std::uint64_t> wrong;  ///< per agent
  };

  static void plan(Plan& plan, const Params& chosen, Windows& windows) {
    const Launch& launch = plan.launch();
    windows.source = plan.window<Byte>("source", chosen.bytes);
    windows.target = plan.window<Byte>("target", chosen.bytes * launch.agents);
    windows.value = plan.words<std::uint64_t>("value", launch.agents);
    windows.sink = plan.words<std::uint64_t>("sink", launch.n_pes * launch.agents);
    windows.wrong = plan.words<std::uint64_t>("wrong", launch.agents);
  }

  static void fill(const Args<GetAndPut>& args, const Memory& memory) {
    for (std::uint64_t i = 0; i < args.params.bytes; ++i)
      memory.of(args.windows.source)[i] = offered(args, memory.pe.value, i);
    for (std::uint64_t i = 0; i < args.windows.value.count; ++i) memory.of(args.windows.value)[i] = i + 1;
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<GetAndPut>& args) {
    const Pe next{(ctx.my_pe().value + 1) % ctx.n_pes()};
    const std::uint64_t at = ctx.agent() * args.params.bytes;
    const Place sink = args.windows.sink.at(ctx.my_pe().value * ctx.agents() + ctx.agent());
    Transfer short_put{sink, args.windows.value.at(ctx.agent()), 8, next};
    if (args.params.wait == flush_twice) {
      for (std::uint32_t distance = 1; distance < ctx.n_pes(); ++distance) {
        short_put.peer = Pe{(ctx.my_pe().value + distance) % ctx.n_pes()};
        ctx.put_nbi(short_put);
      }
      ctx.flush();
    }
    ctx.get_nbi({args.windows.target.at(at), args.windows.source.at(0), args.params.bytes, next});
    if (args.params.wait == flush_twice) {
      ctx.flush();
    } else if (args.params.wait == put) {
      // Its own source is free when it returns; of the get before it nothing is known yet.
      ctx.put(short_put);
      ctx.quiet();
    } else {
      ctx.put_nbi(short_put);
      if (args.params.wait == quiet)
        ctx.quiet();
      else
        ctx.flush();
    }
    const std::uint64_t wrong = differences(ctx, args.windows.target, at, args.params.bytes,
                                            [&](std::uint64_t i) { return offered(args, next.value, i); });
    note(ctx, args.windows.wrong, ctx.agent(), wrong);
    ctx.quiet();
  }

  static Mismatch verify(const Args<GetAndPut>& args, const Memory& memory) {
    const Mismatch early = first_wrong("wrong", args.windows.wrong, memory, [](std::uint64_t) { return 0; });
    if (early.found) return early;
    const std::uint64_t before = (memory.pe.value + args.launch.n_pes - 1) % args.launch.n_pes;
    return first_wrong("sink", args.windows.sink, memory, [&](std::uint64_t i) {
      const std::uint64_t from = i / args.launch.agents;
      const bool sends = args.params.wait == flush_twice ? from != memory.pe.value : from == before;
      return sends ? i % args.launch.agents + 1 : 0;
    });
  }

 private:
  static constexpr Byte offered(const Args<GetAndPut>& args, std::uint64_t pe, std::uint64_t index) {
    return static_cast<Byte>(pattern(args.launch.seed, pe, index) | 1);
  }
};

}  // namespace gin::conformance
