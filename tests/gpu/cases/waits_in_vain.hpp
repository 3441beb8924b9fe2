// A program that is wrong on purpose: the last PE waits for a signal that nobody sends, with a deadline first and then without. What a
// hang's report says, and that a deadline comes as a status, on every backend.
#pragma once

#include "core/device/program.hpp"

namespace gin::cases {

struct WaitsInVain {
  static constexpr const char* name = "waits_in_vain";
  static constexpr const char* summary = "the last PE waits for a signal that nobody sends";
  static constexpr Bracket bracket = Bracket::visible;

  struct Params {
    std::uint64_t ends;
  };
  static constexpr Param<Params> params[] = {
      {&Params::ends, "ends", "", 0, 0, 0, "at_deadline: after a millisecond. never: it hangs.",
       "at_deadline|never"},
  };
  struct Windows {
    Window<std::uint64_t> arrived;   ///< by agent
    Window<std::uint64_t> statuses;  ///< by agent: of the wait with a deadline, and one more
  };

  static void plan(Plan& plan, const Params&, Windows& windows) {
    windows.arrived = plan.words<std::uint64_t>("arrived", plan.launch().agents);
    windows.statuses = plan.words<std::uint64_t>("statuses", plan.launch().agents);
  }
  static void fill(const Args<WaitsInVain>&, const Memory&) {}

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<WaitsInVain>& args) {
    if (ctx.my_pe().value + 1 < ctx.n_pes()) return;
    const Place word = args.windows.arrived.at(ctx.agent());
    const Status status = ctx.signal_wait_until(word, Compare::ge, 1, Deadline{Duration{1'000'000'000}});
    ctx.for_lanes(1, views(writes(ctx.local(args.windows.statuses))),
                  [=, statuses = ctx.local(args.windows.statuses), agent = ctx.agent()](std::uint64_t) {
                    statuses[agent] = 1 + static_cast<std::uint64_t>(status);
                  });
    if (args.params.ends == 1) ctx.signal_wait_until(word, Compare::ge, 2);
  }

  static Mismatch verify(const Args<WaitsInVain>& args, const Memory& memory) {
    if (memory.pe.value + 1 < args.launch.n_pes) return {};
    constexpr auto timed_out = 1 + static_cast<std::uint64_t>(Status::timed_out);
    for (std::uint64_t agent = 0; agent < args.launch.agents; ++agent)
      if (const std::uint64_t came = memory.of(args.windows.statuses)[agent]; came != timed_out)
        return {true, "statuses", agent, timed_out, came};
    return {};
  }
};

}  // namespace gin::cases
