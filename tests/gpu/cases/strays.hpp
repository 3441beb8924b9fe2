// A program that is wrong on purpose: it writes a page behind its last window, through a pointer that it made itself. What a memory checker
// has to find; hosts refuse the call.
#pragma once

#include "core/device/program.hpp"

namespace gin::cases {

struct Strays {
  static constexpr const char* name = "strays";
  static constexpr const char* summary = "puts to a place behind the peer's heap";
  static constexpr Bracket bracket = Bracket::visible;

  struct Params {
    std::uint64_t pages;
  };
  static constexpr Param<Params> params[] = {
      {&Params::pages, "pages", "count", 0, 1 << 20, 1, "Pages of 64 KiB behind the window's begin."},
  };
  struct Windows {
    Window<std::uint64_t> data;
  };

  static void plan(Plan& plan, const Params&, Windows& windows) {
    windows.data = plan.window<std::uint64_t>("data", 512);
  }
  static void fill(const Args<Strays>&, const Memory&) {}

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<Strays>& args) {
    if (ctx.my_pe().value != 0) return;
    Place target = args.windows.data.at(0);
    target.offset += args.params.pages << 16;
    ctx.put_nbi({target, args.windows.data.at(0), 64, Pe{1}});
    ctx.quiet();
  }

  static Mismatch verify(const Args<Strays>&, const Memory&) { return {}; }
};

}  // namespace gin::cases
