// PE 0 puts and says so once, PE 1 waits until it has heard: nothing else happens, so that a hand can do the sum.
#pragma once

#include "core/device/program.hpp"

namespace gin::laboratory {

struct Told {
  static constexpr const char* name = "told";
  static constexpr const char* summary = "one PE puts and tells its peer, once";
  static constexpr Bracket bracket = Bracket::visible;

  struct Params {
    std::uint64_t bytes;
    std::uint64_t behind;
  };
  static constexpr Param<Params> params[] = {
      {&Params::bytes, "bytes", "bytes", 1, 1 << 24, 8, "Size of the put."},
      {&Params::behind, "behind", "", 0, 0, 0, "A put of that size goes ahead of it.", "nothing|put"},
  };

  struct Windows {
    Window<unsigned char> source;
    Window<unsigned char> ahead;
    Window<unsigned char> target;
    Window<std::uint64_t> word;
  };

  static void plan(Plan& plan, const Params& chosen, Windows& windows) {
    windows.source = plan.window<unsigned char>("source", chosen.bytes);
    windows.ahead = plan.window<unsigned char>("ahead", chosen.bytes);
    windows.target = plan.window<unsigned char>("target", chosen.bytes);
    windows.word = plan.words<std::uint64_t>("word", 1);
  }

  static void fill(const Args<Told>& args, const Memory& memory) {
    for (std::uint64_t i = 0; i < args.params.bytes; ++i)
      memory.of(args.windows.source)[i] = value(args, memory.pe.value, i);
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<Told>& args) {
    const Place word = args.windows.word.at(0);
    if (ctx.my_pe().value == 1) {
      ctx.signal_wait_until(word, Compare::ge, args.iteration + 1);
      return;
    }
    PutSignal put;
    put.to = args.windows.target.at(0);
    put.from = args.windows.source.at(0);
    put.bytes = args.params.bytes;
    put.peer = Pe{1};
    put.signal = word;
    put.value = 1;
    put.op = SignalOp::add;  // which every NIC has, counters included
    if (args.params.behind != 0) ctx.put_nbi({args.windows.ahead.at(0), put.from, put.bytes, put.peer});
    deliver(ctx, args.launch.signalling, put);
  }

  static Mismatch verify(const Args<Told>& args, const Memory& memory) {
    if (memory.pe.value != 1) return {};
    const unsigned char* target = memory.of(args.windows.target);
    for (std::uint64_t i = 0; i < args.windows.target.count; ++i)
      if (target[i] != value(args, 0, i)) return {true, "target", i, value(args, 0, i), target[i]};
    return {};
  }

 private:
  static unsigned char value(const Args<Told>& args, std::uint32_t pe, std::uint64_t index) {
    return static_cast<unsigned char>(pattern(args.launch.seed, pe, index));
  }
};

}  // namespace gin::laboratory
