// A program with a mistake: agent 1 of PE 2 names a place beyond the end of a window, or a PE or context that does
// not exist.
#pragma once

#include "tests/conformance/programs/note.hpp"

namespace gin::conformance {

struct Stray {
  static constexpr const char* name = "stray";
  static constexpr const char* summary = "reaches beyond a window, the last PE or the last context";
  static constexpr Bracket bracket = Bracket::visible;

  enum Call : std::uint64_t {
    put_target,
    put_source,
    get_source,
    get_target,
    p,
    g,
    signal,
    atomic,
    wait,
    before,
    context,
    pe
  };
  struct Params {
    std::uint64_t call;
  };
  static constexpr Param<Params> params[] = {
      {&Params::call, "call", "", 0, 0, 0, "Which call, and which of its places.",
       "put_target|put_source|get_source|get_target|p|g|signal|atomic|wait|before|context|pe"},
  };

  struct Windows {
    Window<std::uint64_t> first;
    Window<std::uint64_t> second;
  };

  static void plan(Plan& plan, const Params&, Windows& windows) {
    plan.contexts(2);
    windows.first = plan.words<std::uint64_t>("first", elements);
    windows.second = plan.words<std::uint64_t>("second", elements);
  }

  static void fill(const Args<Stray>&, const Memory&) {}

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<Stray>& args) {
    if (ctx.my_pe().value != 2 || ctx.agent() != 1) return;
    const Window<std::uint64_t>& first = args.windows.first;
    const Window<std::uint64_t>& second = args.windows.second;
    const Pe peer{0};
    switch (args.params.call) {
      case put_target:
        ctx.put_nbi({first.at(elements - 1), second.at(0), 16, peer});
        break;
      case put_source:
        ctx.put_nbi({first.at(0), second.at(elements - 1), 9, peer});
        break;
      case get_source:
        ctx.get_nbi({first.at(0), second.at(elements), 1, peer});
        break;
      case get_target:
        ctx.get_nbi({first.at(elements + 7), second.at(0), 1, peer});
        break;
      case p:
        ctx.p(first.at(elements), std::uint8_t{1}, peer);
        break;
      case g:
        ctx.template g<std::uint64_t>(first.at(elements), peer);
        break;
      case signal:
        ctx.put_signal_nbi({first.at(0), second.at(0), 8, peer, second.at(elements), 1, SignalOp::add});
        break;
      case atomic:
        ctx.atomic_inc(second.at(elements), peer);
        break;
      case wait:
        ctx.signal_wait_until(second.at(elements), Compare::ge, 1);
        break;
      case before:
        ctx.atomic_inc(second.at(~std::uint64_t{0}), peer);
        break;
      case context:
        ctx.on(2).quiet();
        break;
      default:
        ctx.put_nbi({first.at(0), second.at(0), 8, Pe{ctx.n_pes()}});
        break;
    }
  }

  static Mismatch verify(const Args<Stray>&, const Memory&) { return {}; }

 private:
  static constexpr std::uint64_t elements = 16;
};

}  // namespace gin::conformance
