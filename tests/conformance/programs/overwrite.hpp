// PE 0 puts a block to the last PE and overwrites it at once, without flush: the target tells when the payload
// was read.
#pragma once

#include "tests/conformance/programs/note.hpp"

namespace gin::conformance {

struct Overwrite {
  static constexpr const char* name = "overwrite";
  static constexpr const char* summary = "puts a block and overwrites its source before it was flushed";
  static constexpr Bracket bracket = Bracket::visible;

  enum Arrives : std::uint64_t { before, after };
  struct Params {
    std::uint64_t bytes;
    std::uint64_t arrives;
  };
  static constexpr Param<Params> params[] = {
      {&Params::bytes, "bytes", "bytes", 1, 1 << 20, 4096, "Size of the block."},
      {&Params::arrives, "arrives", "", 0, 0, 0, "Which block the target must hold: before or after overwriting.",
       "before|after"},
  };

  struct Windows {
    Window<Byte> source;
    Window<Byte> target;
  };

  static void plan(Plan& plan, const Params& chosen, Windows& windows) {
    windows.source = plan.window<Byte>("source", chosen.bytes);
    windows.target = plan.window<Byte>("target", chosen.bytes);
  }

  static void fill(const Args<Overwrite>& args, const Memory& memory) {
    for (std::uint64_t i = 0; i < args.params.bytes; ++i) memory.of(args.windows.source)[i] = sent(args, before, i);
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<Overwrite>& args) {
    if (ctx.my_pe().value != 0 || ctx.agent() != 0) return;
    ctx.put_nbi({args.windows.target.at(0), args.windows.source.at(0), args.params.bytes, Pe{ctx.n_pes() - 1}});
    const auto source = ctx.local(args.windows.source);
    ctx.for_lanes(args.params.bytes, views(writes(source)),
                  [&](std::uint64_t i) { source[i] = sent(args, after, i); });
    ctx.quiet();
  }

  static Mismatch verify(const Args<Overwrite>& args, const Memory& memory) {
    if (memory.pe.value + 1 != args.launch.n_pes) return {};
    return first_wrong("target", args.windows.target, memory,
                       [&](std::uint64_t i) { return sent(args, args.params.arrives, i); });
  }

 private:
  static constexpr Byte sent(const Args<Overwrite>& args, std::uint64_t version, std::uint64_t index) {
    return static_cast<Byte>(pattern(args.launch.seed, version, index));
  }
};

}  // namespace gin::conformance
