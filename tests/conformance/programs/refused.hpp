// One agent issues what its target refuses, and waits for it in one way or another.
#pragma once

#include "tests/conformance/programs/note.hpp"

namespace gin::conformance {

struct Refused {
  static constexpr const char* name = "refused";
  static constexpr const char* summary = "issues values to the last PE, of which one is refused, and waits";
  static constexpr Bracket bracket = Bracket::visible;

  enum Call : std::uint64_t {
    quiet_within,
    quiet,
    flush,
    put,
    get,
    fetch_atomic,
    barrier,
    wait_until,
    signal_wait_until,
    pushes
  };
  enum Behind : std::uint64_t { nothing, arrive, any };
  struct Params {
    std::uint64_t call;
    std::uint64_t failed;
    std::uint64_t values;
    std::uint64_t behind;
  };
  static constexpr Param<Params> params[] = {
      {&Params::call, "call", "", 0, 0, 0, "What waits.",
       "quiet_within|quiet|flush|put|get|fetch_atomic|barrier|wait_until|signal_wait_until|pushes"},
      {&Params::failed, "failed", "", 0, 2, 1, "How quiet_within must fail; 0: it does not."},
      {&Params::values, "values", "values", 0, 64, 2, "That arrive, before the one that is refused."},
      {&Params::behind, "behind", "", 0, 0, 0, "What becomes of those behind it; of any, if they go several ways.",
       "nothing|arrive|any"},
  };

  struct Windows {
    Window<std::uint64_t> target;
    Window<std::uint64_t> source;
    Window<std::uint64_t> ended;  ///< how both waits ended, and of whom it is said
  };

  static void plan(Plan& plan, const Params&, Windows& windows) {
    windows.target = plan.words<std::uint64_t>("target", issued);
    windows.source = plan.words<std::uint64_t>("source", 2);
    windows.ended = plan.words<std::uint64_t>("ended", 3);
  }

  static void fill(const Args<Refused>&, const Memory&) {}

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<Refused>& args) {
    if (ctx.my_pe().value != 0 || ctx.agent() != 0) return;
    const Pe last{ctx.n_pes() - 1};
    const Windows& windows = args.windows;
    const Place own = windows.source.at(0);
    const std::uint64_t count = args.params.call == pushes ? 100'000 : issued;
    for (std::uint64_t i = 0; i < count; ++i) ctx.p(windows.target.at(i % issued), i + 1, last);
    switch (args.params.call) {
      case quiet_within:
        return note_ends(ctx, args);
      case flush:
        return ctx.flush();
      case put:
        return ctx.put({windows.target.at(0), own, 8, last});
      case get:
        return ctx.get({own, windows.target.at(0), 8, last});
      case fetch_atomic:
        ctx.atomic_fetch_inc(windows.source.at(1), last);
        return;
      case barrier:
        return ctx.barrier_all();
      case wait_until:
        return ctx.wait_until(own, Compare::eq, std::uint64_t{1});
      case signal_wait_until:
        return ctx.signal_wait_until(own, Compare::eq, 1);
      default:
        return ctx.quiet();
    }
  }

  static Mismatch verify(const Args<Refused>& args, const Memory& memory) {
    const std::uint32_t last = args.launch.n_pes - 1;
    if (memory.pe.value == last && args.params.behind == any) return {};
    if (memory.pe.value == last)
      return first_wrong("target", args.windows.target, memory, [&](std::uint64_t i) {
        const bool behind = i > args.params.values && args.params.behind == arrive;
        return i < args.params.values || behind ? i + 1 : 0;
      });
    if (memory.pe.value != 0) return {};
    const std::uint64_t failed = args.params.failed;
    return first_wrong("ended", args.windows.ended, memory,
                       [&](std::uint64_t i) { return i == 2 ? 1 + (failed != 0 ? last : 0) : 1 + failed; });
  }

 private:
  static constexpr std::uint64_t issued = 4;

  /// Failed stays failed.
  template <DeviceContext Ctx>
  GIN_DEVICE static void note_ends(Ctx& ctx, const Args<Refused>& args) {
    for (std::uint64_t i = 0; i < 2; ++i) {
      const Status status = ctx.quiet(Deadline{nanoseconds(10'000'000'000)});
      const bool as_said = (status == Status::failed) == (ctx.failure().status != CompletionStatus::ok);
      const auto how = static_cast<std::uint64_t>(ctx.failure().status);
      note(ctx, args.windows.ended, i, status == Status::timed_out || !as_said ? 99 : 1 + how);
    }
    note(ctx, args.windows.ended, 2, std::uint64_t{1} + ctx.failure().peer.value);
  }
};

}  // namespace gin::conformance
