// What agent 0 of PE 0 makes of a window: a loop over its elements, or a value of all of them. A value other than
// `expected` keeps it waiting for ever, so that a run says so where nobody verifies.
#pragma once

#include "tests/conformance/programs/note.hpp"

namespace gin::conformance {

struct Sums {
  static constexpr const char* name = "sums";
  static constexpr const char* summary = "adds up a window in one way or another";
  static constexpr Bracket bracket = Bracket::visible;

  enum Form : std::uint64_t { loop, sum, scan, broadcast };
  struct Params {
    std::uint64_t form;
    std::uint64_t elements;
    std::uint64_t expected;
  };
  static constexpr Param<Params> params[] = {
      {&Params::form, "form", "", 0, 0, 0, "What the lanes do.", "loop|sum|scan|broadcast"},
      {&Params::elements, "elements", "count", 1, 4096, 1, "Elements of the window; each is 0 and counts 1."},
      {&Params::expected, "expected", "count", 0, 4096, 0, "What must come out."},
  };

  struct Windows {
    Window<std::uint64_t> data;
    Window<std::uint64_t> never;
  };

  static void plan(Plan& plan, const Params& chosen, Windows& windows) {
    windows.data = plan.window<std::uint64_t>("data", chosen.elements);
    windows.never = plan.words<std::uint64_t>("never", 1);
  }

  static void fill(const Args<Sums>&, const Memory&) {}

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<Sums>& args) {
    if (ctx.my_pe().value != 0 || ctx.agent() != 0) return;
    const auto data = ctx.local(args.windows.data);
    const std::uint64_t n = args.params.elements;
    const auto one = [=](std::uint64_t i) { return data[i] + 1; };
    auto* sums = ctx.template scratch<std::uint64_t, 4096>();
    std::uint64_t came = args.params.expected;
    switch (args.params.form) {
      case loop:
        ctx.for_lanes(n, views(reads(data)), one);
        break;
      case sum:
        came = ctx.lane_sum(n, views(reads(data)), one);
        break;
      case scan:
        sums[n - 1] = n;
        came = ctx.lane_scan(n, views(reads(data)), sums, one);
        if (sums[n - 1] != (came > 0 ? came - 1 : 0)) came = args.params.expected + 1;
        break;
      default:
        came = ctx.broadcast(views(reads(data)), [=] { return one(n - 1); });
        break;
    }
    if (came != args.params.expected) ctx.signal_wait_until(args.windows.never.at(0), Compare::ge, 1);
  }

  static Mismatch verify(const Args<Sums>&, const Memory&) { return {}; }
};

}  // namespace gin::conformance
