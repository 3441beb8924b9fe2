// Waits with a deadline, for something that comes in time or for something that does not.
#pragma once

#include "tests/conformance/programs/note.hpp"

namespace gin::conformance {

struct Deadlines {
  static constexpr const char* name = "deadlines";
  static constexpr const char* summary = "waits with a deadline and writes down how they ended";
  static constexpr Bracket bracket = Bracket::visible;

  enum Call : std::uint64_t { signal_wait_until, wait_until_32, wait_until_64, quiet };
  struct Params {
    std::uint64_t call;
    std::uint64_t comes;
    std::uint64_t within_ns;
    std::uint64_t bytes;
    std::uint64_t status;
  };
  static constexpr Param<Params> params[] = {
      {&Params::call, "call", "", 0, 0, 0, "What waits.", "signal_wait_until|wait_until_32|wait_until_64|quiet"},
      {&Params::comes, "comes", "", 0, 0, 0, "Whether the PE before writes the word.", "no|yes"},
      {&Params::within_ns, "within_ns", "ns", 0, 10'000'000'000, 50'000, "The deadline."},
      {&Params::bytes, "bytes", "bytes", 0, 1 << 24, 8, "What quiet waits for."},
      {&Params::status, "status", "", 0, 0, 0, "How the wait must end.", "ok|timed_out"},
  };

  struct Windows {
    Window<Byte> source;
    Window<Byte> target;
    Window<std::uint64_t> word;    ///< per agent
    Window<std::uint64_t> status;  ///< per agent, 1 added: it ended
  };

  static void plan(Plan& plan, const Params& chosen, Windows& windows) {
    windows.source = plan.window<Byte>("source", chosen.bytes);
    windows.target = plan.window<Byte>("target", chosen.bytes * plan.launch().agents);
    windows.word = plan.words<std::uint64_t>("word", plan.launch().agents);
    windows.status = plan.words<std::uint64_t>("status", plan.launch().agents);
  }

  static void fill(const Args<Deadlines>& args, const Memory& memory) {
    for (std::uint64_t i = 0; i < args.params.bytes; ++i) memory.of(args.windows.source)[i] = sent(i);
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<Deadlines>& args) {
    const Pe next{(ctx.my_pe().value + 1) % ctx.n_pes()};
    const Place word = args.windows.word.at(ctx.agent());
    const Deadline deadline{nanoseconds(static_cast<std::int64_t>(args.params.within_ns))};
    Status status = Status::ok;
    const Place target = args.windows.target.at(ctx.agent() * args.params.bytes);
    if (args.params.call == quiet)
      ctx.put_nbi({target, args.windows.source.at(0), args.params.bytes, next});
    else if (args.params.comes != 0)
      ctx.atomic_inc(word, next);
    switch (args.params.call) {
      case signal_wait_until:
        status = ctx.signal_wait_until(word, Compare::ge, 1, deadline);
        break;
      case wait_until_32:
        status = ctx.wait_until(word, Compare::ne, std::uint32_t{0}, deadline);
        break;
      case wait_until_64:
        status = ctx.wait_until(word, Compare::gt, std::uint64_t{0}, deadline);
        break;
      default:
        status = ctx.quiet(deadline);
        break;
    }
    // All lanes have heard the same, or they part here.
    if (status == Status::timed_out) static_cast<void>(read(ctx, args.windows.word, ctx.agent()));
    note(ctx, args.windows.status, ctx.agent(), std::uint64_t{1} + (status == Status::timed_out ? 1 : 0));
    // Giving up changed nothing: what was under way still completes.
    if (args.params.call == quiet) ctx.quiet();
  }

  static Mismatch verify(const Args<Deadlines>& args, const Memory& memory) {
    const auto ended = [&](std::uint64_t) { return 1 + args.params.status; };
    const Mismatch status = first_wrong("status", args.windows.status, memory, ended);
    if (status.found || args.params.call != quiet) return status;
    return first_wrong("target", args.windows.target, memory,
                       [&](std::uint64_t i) { return sent(i % args.params.bytes); });
  }

 private:
  static constexpr Byte sent(std::uint64_t index) { return static_cast<Byte>(index * 3 + 1); }
};

}  // namespace gin::conformance
