// Many puts and one signal without payload: where signals are strong, it tells of them all.
#pragma once

#include "tests/conformance/programs/note.hpp"

namespace gin::conformance {

struct Batch {
  static constexpr const char* name = "batch";
  static constexpr const char* summary = "puts of falling size, then one signal; the receiver looks at all of them";
  static constexpr Bracket bracket = Bracket::visible;

  struct Params {
    std::uint64_t puts;
    std::uint64_t bytes;
  };
  static constexpr Param<Params> params[] = {
      {&Params::puts, "puts", "count", 1, 64, 5, "Puts of a batch."},
      {&Params::bytes, "bytes", "bytes", 8, 1 << 20, 65536, "Size of the first put; each next is half as large."},
  };

  struct Windows {
    Window<Byte> source;
    Window<Byte> target;
    Window<std::uint64_t> told;   ///< per agent: batches announced
    Window<std::uint64_t> wrong;  ///< per agent: bytes of announced batches that were not there
  };

  static void plan(Plan& plan, const Params& chosen, Windows& windows) {
    const std::uint64_t bytes = chosen.bytes * chosen.puts * plan.launch().agents;
    windows.source = plan.window<Byte>("source", bytes);
    windows.target = plan.window<Byte>("target", bytes);
    windows.told = plan.words<std::uint64_t>("told", plan.launch().agents);
    windows.wrong = plan.words<std::uint64_t>("wrong", plan.launch().agents);
  }

  static void fill(const Args<Batch>& args, const Memory& memory) {
    for (std::uint64_t i = 0; i < args.windows.source.count; ++i)
      memory.of(args.windows.source)[i] = sent(args, memory.pe.value, i);
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<Batch>& args) {
    const Pe next{(ctx.my_pe().value + 1) % ctx.n_pes()};
    for (std::uint64_t i = 0; i < args.params.puts; ++i) {
      const std::uint64_t at = place(args, ctx.agent(), i);
      ctx.put_nbi({args.windows.target.at(at), args.windows.source.at(at), bytes(args, i), next});
    }
    const Place told = args.windows.told.at(ctx.agent());
    ctx.put_signal_nbi({args.windows.target.at(0), args.windows.source.at(0), 0, next, told, 1, SignalOp::add});
    ctx.signal_wait_until(told, Compare::ge, 1);
    std::uint64_t wrong = 0;
    const std::uint32_t before = (ctx.my_pe().value + ctx.n_pes() - 1) % ctx.n_pes();
    for (std::uint64_t i = 0; i < args.params.puts; ++i) {
      const std::uint64_t at = place(args, ctx.agent(), i);
      wrong += differences(ctx, args.windows.target, at, bytes(args, i),
                           [&](std::uint64_t j) { return sent(args, before, at + j); });
    }
    note(ctx, args.windows.wrong, ctx.agent(), wrong);
    ctx.quiet();
  }

  static Mismatch verify(const Args<Batch>& args, const Memory& memory) {
    return first_wrong("wrong", args.windows.wrong, memory, [](std::uint64_t) { return 0; });
  }

 private:
  static constexpr std::uint64_t bytes(const Args<Batch>& args, std::uint64_t put) {
    const std::uint64_t size = args.params.bytes >> put;
    return size > 1 ? size : 1;
  }
  static constexpr std::uint64_t place(const Args<Batch>& args, std::uint64_t agent, std::uint64_t put) {
    return (agent * args.params.puts + put) * args.params.bytes;
  }
  static constexpr Byte sent(const Args<Batch>& args, std::uint64_t pe, std::uint64_t index) {
    return static_cast<Byte>(pattern(args.launch.seed, pe, index) | 1);
  }
};

}  // namespace gin::conformance
