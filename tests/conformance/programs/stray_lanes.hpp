// A program with a mistake: lanes of agent 1 of PE 2 touch an element that their view does not have. The window
// behind it begins where this one ends.
#pragma once

#include "tests/conformance/programs/note.hpp"

namespace gin::conformance {

struct StrayLanes {
  static constexpr const char* name = "stray_lanes";
  static constexpr const char* summary = "loops one element too far";
  static constexpr Bracket bracket = Bracket::visible;

  enum Loop : std::uint64_t { write, read, sum, scan, broadcast, part, outside, peer, unreached };
  struct Params {
    std::uint64_t loop;
  };
  static constexpr Param<Params> params[] = {
      {&Params::loop, "loop", "", 0, 0, 0, "Which loop.",
       "write|read|sum|scan|broadcast|part|outside|peer|unreached"},
  };

  struct Windows {
    Window<std::uint32_t> first;
    Window<std::uint32_t> second;
  };

  static void plan(Plan& plan, const Params&, Windows& windows) {
    windows.first = plan.window<std::uint32_t>("first", elements);
    windows.second = plan.window<std::uint32_t>("second", elements);
  }

  static void fill(const Args<StrayLanes>&, const Memory&) {}

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<StrayLanes>& args) {
    if (ctx.my_pe().value != 2 || ctx.agent() != 1) return;
    const auto first = ctx.local(args.windows.first), second = ctx.local(args.windows.second);
    const auto near = ctx.ptr(args.windows.first, Pe{ctx.n_pes() == 3 ? 1u : 3u});  // of this node
    const auto far = ctx.ptr(args.windows.first, Pe{0});
    const auto value = [=](std::uint64_t i) { return first[i + 1]; };
    switch (args.params.loop) {
      case write:
        return ctx.for_lanes(elements + 1, views(writes(first)), [=](std::uint64_t i) { first[i] = 1; });
      case read:
        return ctx.for_lanes(elements, views(reads(first), writes(second)),
                             [=](std::uint64_t i) { second[i] = first[i + 1]; });
      case sum:
        ctx.lane_sum(elements, views(reads(first)), value);
        return;
      case scan:
        ctx.lane_scan(elements, views(reads(first)), ctx.template scratch<std::uint64_t, elements>(), value);
        return;
      case broadcast:
        ctx.broadcast(views(reads(first)), [=] { return value(elements - 1); });
        return;
      case part:
        return ctx.for_lanes(1, views(reads_part(first, 32, elements)), [](std::uint64_t) {});
      case outside:
        second[0] = value(elements - 1);
        return;
      case peer:
        return ctx.for_lanes(elements + 1, views(writes(near)), [=](std::uint64_t i) { near[i] = 1; });
      default:
        return ctx.for_lanes(1, views(writes(far)), [=](std::uint64_t i) { far[i] = 1; });
    }
  }

  static Mismatch verify(const Args<StrayLanes>&, const Memory&) { return {}; }

 private:
  static constexpr std::uint32_t elements = 64;  // 256 bytes: nothing between the windows
};

}  // namespace gin::conformance
