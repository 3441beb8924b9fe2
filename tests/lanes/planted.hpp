// A program with mistakes that no host notices, because one thread plays all lanes there: what one lane knows, all know.
#pragma once

#include "core/device/program.hpp"

namespace gin::lanes {

struct Planted {
  static constexpr const char* name = "planted";
  static constexpr const char* summary = "mistakes that only lanes of their own show";
  static constexpr Bracket bracket = Bracket::visible;

  enum Mistake : std::uint64_t {
    none,
    early_return,
    call_in_branch,
    own_broadcast,
    early_read,
    first_alone,
    half_a_warp
  };
  struct Params {
    std::uint64_t mistake;
  };
  static constexpr Param<Params> params[] = {
      {&Params::mistake, "mistake", "", 0, 0, 0, "Which.",
       "none|early_return|call_in_branch|own_broadcast|early_read|first_alone|half_a_warp"}};
  struct Windows {
    Window<std::uint64_t> found;  ///< by agent and lane
  };

  static constexpr std::uint64_t right = 7;
  static constexpr std::uint32_t lanes_max = 1024;

  static void plan(Plan& plan, const Params&, Windows& windows) {
    windows.found = plan.words<std::uint64_t>("found", plan.launch().agents * plan.launch().lanes);
  }
  static void fill(const Args<Planted>&, const Memory&) {}

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<Planted>& args) {
    const std::uint64_t lanes = ctx.lanes(), mistake = args.params.mistake;
    // What each lane finds out for itself: a thread of a GPU has these variables of its own.
    bool is_last = false, is_low = false, is_wrong = false;
    std::uint64_t known = mistake == first_alone || mistake == own_broadcast ? 0 : right;
    auto* const scratch = ctx.template scratch<std::uint64_t, lanes_max>();
    ctx.for_lanes(lanes, views(), [&](std::uint64_t i) {
      scratch[i] = i;
      if (i + 1 == lanes) is_last = true;
      if (i < (lanes + 1) / 2) is_low = true;
      if (mistake == first_alone && i == 0) known = right;
      if (mistake == own_broadcast && i + 1 == lanes) known = right;
      if (mistake == early_read && i > 0 && scratch[i - 1] != i - 1) is_wrong = true;
    });
    if (mistake == early_return && is_last) return;
    if (mistake == call_in_branch && is_last) ctx.quiet();
    if (mistake == own_broadcast) known = ctx.broadcast(views(), [&] { return known; });
    std::uint64_t sum = 0;
    if (mistake != half_a_warp || is_low)
      sum = ctx.lane_sum(lanes, views(), [&](std::uint64_t) { return is_wrong ? 1 : 0; });
    const auto found = ctx.local(args.windows.found);
    const std::uint64_t first = ctx.agent() * lanes;
    ctx.for_lanes(lanes, views(writes(found)), [=](std::uint64_t i) { found[first + i] = known + sum; });
    ctx.barrier_all();
  }

  static Mismatch verify(const Args<Planted>& args, const Memory& memory) {
    const std::uint64_t* const found = memory.of(args.windows.found);
    const bool all = args.params.mistake != early_return;  // there a host's only lane returns
    for (std::uint64_t i = 0; all && i < args.windows.found.count; ++i)
      if (found[i] != right) return {true, "found", i, right, found[i]};
    return {};
  }
};

}  // namespace gin::lanes
