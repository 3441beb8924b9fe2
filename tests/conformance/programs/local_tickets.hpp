// Agents of one PE draw tickets from a word of their own PE; whoever draws the last one reads what all had written.
#pragma once

#include "tests/conformance/programs/note.hpp"

namespace gin::conformance {

struct LocalTickets {
  static constexpr const char* name = "local_tickets";
  static constexpr const char* summary = "agents of a PE draw tickets by their own atomics; the last reads all";
  static constexpr Bracket bracket = Bracket::visible;

  struct Params {
    std::uint64_t times;
  };
  static constexpr Param<Params> params[] = {
      {&Params::times, "times", "count", 1, 1 << 20, 20, "Tickets that each agent draws in an iteration."},
  };

  struct Windows {
    Window<std::uint64_t> word;     ///< tickets drawn so far
    Window<std::uint64_t> written;  ///< per agent and iteration: what it wrote before its last ticket
    Window<std::uint64_t> drawn;    ///< how often each ticket was drawn
    Window<std::uint64_t> seen;     ///< per iteration: agents whose writing the holder of the last ticket saw
  };

  static void plan(Plan& plan, const Params& chosen, Windows& windows) {
    const Launch& launch = plan.launch();
    windows.word = plan.words<std::uint64_t>("word", 1);
    windows.written = plan.words<std::uint64_t>("written", launch.agents * launch.iterations);
    windows.drawn = plan.words<std::uint64_t>("drawn", chosen.times * launch.agents * launch.iterations);
    windows.seen = plan.words<std::uint64_t>("seen", launch.iterations);
  }

  static void fill(const Args<LocalTickets>&, const Memory&) {}

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<LocalTickets>& args) {
    const std::uint64_t first = args.iteration * args.launch.agents;
    const std::uint64_t end = (first + args.launch.agents) * args.params.times;
    for (std::uint64_t i = 0; i < args.params.times; ++i) {
      if (i + 1 == args.params.times)
        note(ctx, args.windows.written, first + ctx.agent(), std::uint64_t{ctx.agent()} + 1);
      const std::uint64_t ticket = ctx.local_fetch_add(args.windows.word.at(0), 1);
      if (ticket < args.windows.drawn.count) {
        const auto drawn = ctx.local(args.windows.drawn);
        ctx.for_lanes(1, views(writes(drawn)), [=](std::uint64_t) { drawn[ticket] += 1; });
      }
      if (ticket + 1 != end) continue;
      const std::uint64_t missing = differences(ctx, args.windows.written, first, args.launch.agents,
                                                [](std::uint64_t agent) { return agent + 1; });
      note(ctx, args.windows.seen, args.iteration, args.launch.agents - missing);
    }
  }

  static Mismatch verify(const Args<LocalTickets>& args, const Memory& memory) {
    const std::uint64_t all = args.windows.drawn.count;
    const Mismatch word = first_wrong("word", args.windows.word, memory, [&](std::uint64_t) { return all; });
    if (word.found) return word;
    const Mismatch seen =
        first_wrong("seen", args.windows.seen, memory, [&](std::uint64_t) { return args.launch.agents; });
    if (seen.found) return seen;
    return first_wrong("drawn", args.windows.drawn, memory, [](std::uint64_t) { return 1; });
  }
};

}  // namespace gin::conformance
