// A send that nobody receives before another agent of its PE has put something and seen it complete.
#pragma once

#include "tests/conformance/programs/note.hpp"

namespace gin::conformance {

struct HeldSend {
  static constexpr const char* name = "held_send";
  static constexpr const char* summary =
      "a send to the next PE, which receives it once a put of another agent is complete";
  static constexpr Bracket bracket = Bracket::visible;

  struct Params {
    std::uint64_t bytes;
  };
  static constexpr Param<Params> params[] = {
      {&Params::bytes, "bytes", "bytes", 8, 1 << 20, 8, "Of the send."},
  };

  struct Windows {
    Window<Byte> source;
    Window<Byte> target;
    Window<std::uint64_t> aside;    ///< what the put carries, and where it lands
    Window<std::uint64_t> started;  ///< sends that this PE has started
    Window<std::uint64_t> free;     ///< sends that this PE may receive
    Window<std::uint64_t> mistakes;
  };

  static void plan(Plan& plan, const Params& chosen, Windows& windows) {
    plan.require_two_sided("it sends");
    windows.source = plan.window<Byte>("source", chosen.bytes);
    windows.target = plan.window<Byte>("target", chosen.bytes);
    windows.aside = plan.window<std::uint64_t>("aside", 2);
    windows.started = plan.words<std::uint64_t>("started", 1);
    windows.free = plan.words<std::uint64_t>("free", 1);
    windows.mistakes = plan.words<std::uint64_t>("mistakes", 1);
  }

  static void fill(const Args<HeldSend>& args, const Memory& memory) {
    for (std::uint64_t i = 0; i < args.params.bytes; ++i)
      memory.of(args.windows.source)[i] = sent(memory.pe.value, i);
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<HeldSend>& args) {
    const std::uint32_t me = ctx.my_pe().value, n = ctx.n_pes();
    const Pe next{(me + 1) % n}, before{(me + n - 1) % n};
    const Windows& windows = args.windows;
    const std::uint64_t bytes = args.params.bytes, turn = args.iteration + 1;
    if (ctx.agent() == 0) {
      ctx.group_begin();
      ctx.send({windows.source.at(0), bytes, 0, next});
      ctx.signal_op({windows.started.at(0), turn, SignalOp::set, ctx.my_pe()});
      ctx.group_end();
    } else if (ctx.agent() == 1) {
      ctx.signal_wait_until(windows.started.at(0), Compare::ge, turn);
      ctx.put({windows.aside.at(1), windows.aside.at(0), 8, next});
      ctx.quiet();
      ctx.signal_op({windows.free.at(0), turn, SignalOp::set, next});
      ctx.signal_wait_until(windows.free.at(0), Compare::ge, turn);
      ctx.receive({windows.target.at(0), bytes, 0, before});
      note(ctx, windows.mistakes, 0,
           differences(ctx, windows.target, 0, bytes, [=](std::uint64_t i) { return sent(before.value, i); }));
    }
  }

  static Mismatch verify(const Args<HeldSend>& args, const Memory& memory) {
    return first_wrong("mistakes", args.windows.mistakes, memory, [](std::uint64_t) { return 0; });
  }

 private:
  GIN_DEVICE static Byte sent(std::uint32_t pe, std::uint64_t at) {
    return static_cast<Byte>(at * 7 + pe * 31 + 1);
  }
};

}  // namespace gin::conformance
