// Agents in pairs: the even one sends numbered messages to all PEs, the odd one takes those of all PEs and looks at
// the data the moment it is told that it is there. Announcing is done in every way the API promises to be safe.
#pragma once

#include "tests/conformance/programs/note.hpp"

namespace gin::conformance {

struct Messages {
  static constexpr const char* name = "messages";
  static constexpr const char* summary = "data and its announcement, from all PEs to all PEs, checked on arrival";
  static constexpr Bracket bracket = Bracket::visible;

  enum Announce : std::uint64_t {
    put_signal,
    put_signal_nbi,
    fence_signal,
    quiet_signal,
    fence_value,
    fence_atomic,
    fence_put,
    bare_signal
  };
  struct Params {
    std::uint64_t announce;
    std::uint64_t op;
    std::uint64_t bytes;
    std::uint64_t rounds;
  };
  static constexpr Param<Params> params[] = {
      {&Params::announce, "announce", "", 0, 0, 0,
       "How the receiver learns of its data; bare_signal is the one way that promises nothing.",
       "put_signal|put_signal_nbi|fence_signal|quiet_signal|fence_value|fence_atomic|fence_put|bare_signal"},
      {&Params::op, "op", "", 0, 0, 0, "What a signal does to its word.", "set|add"},
      {&Params::bytes, "bytes", "bytes", 0, 1 << 20, 1000, "Size of a message."},
      {&Params::rounds, "rounds", "count", 1, 4096, 4, "Messages from each sender to each PE."},
  };

  struct Windows {
    Window<Byte> source;
    Window<Byte> target;
    Window<std::uint64_t> told;   ///< one word per message
    Window<std::uint64_t> flag;   ///< what fence_put sends
    Window<std::uint64_t> wrong;  ///< per agent: bytes that were announced and not there
  };

  static void plan(Plan& plan, const Params& chosen, Windows& windows) {
    if (plan.launch().agents % 2 != 0) plan.refuse({"$.launch.agents", "an even number", plan.launch().agents});
    const std::uint64_t per_sender = plan.launch().agents / 2 * chosen.rounds;
    const std::uint64_t all = plan.launch().n_pes * per_sender;
    windows.source = plan.window<Byte>("source", per_sender * (chosen.bytes + gap));
    windows.target = plan.window<Byte>("target", all * (chosen.bytes + gap));
    windows.told = plan.words<std::uint64_t>("told", all);
    windows.flag = plan.words<std::uint64_t>("flag", 1);
    windows.wrong = plan.words<std::uint64_t>("wrong", plan.launch().agents);
  }

  static void fill(const Args<Messages>& args, const Memory& memory) {
    for (std::uint64_t i = 0; i < args.windows.source.count; ++i)
      memory.of(args.windows.source)[i] = sent(args, memory.pe.value, i);
    for (std::uint64_t i = 0; i < args.windows.target.count; ++i) memory.of(args.windows.target)[i] = untouched;
    memory.of(args.windows.flag)[0] = announced(args);
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<Messages>& args) {
    const std::uint64_t pair = ctx.agent() / 2;
    if (ctx.agent() % 2 == 0) {
      for (std::uint64_t round = 0; round < args.params.rounds; ++round)
        send(ctx, args, pair * args.params.rounds + round);
      ctx.quiet();
      return;
    }
    std::uint64_t wrong = 0;
    for (std::uint64_t round = 0; round < args.params.rounds; ++round)
      for (std::uint32_t i = 0; i < ctx.n_pes(); ++i) {
        const std::uint32_t from = (ctx.my_pe().value + i) % ctx.n_pes();
        wrong += receive(ctx, args, from, pair * args.params.rounds + round);
      }
    note(ctx, args.windows.wrong, ctx.agent(), wrong);
  }

  static Mismatch verify(const Args<Messages>& args, const Memory& memory) {
    const auto zero = [](std::uint64_t) { return 0; };
    const Mismatch early = first_wrong("wrong", args.windows.wrong, memory, zero);
    if (early.found) return early;
    const Mismatch told =
        first_wrong("told", args.windows.told, memory, [&](std::uint64_t) { return announced(args); });
    if (told.found) return told;
    const std::uint64_t stride = args.params.bytes + gap;
    const std::uint64_t per_sender = args.launch.agents / 2 * args.params.rounds;
    return first_wrong("target", args.windows.target, memory, [&](std::uint64_t i) {
      const std::uint64_t at = i % stride;
      if (at < skew || at >= skew + args.params.bytes) return untouched;
      return sent(args, i / stride / per_sender, i % (stride * per_sender));
    });
  }

 private:
  static constexpr std::uint64_t gap = 16;
  static constexpr std::uint64_t skew = 5;
  static constexpr Byte untouched = 0xc3;

  static constexpr Byte sent(const Args<Messages>& args, std::uint64_t pe, std::uint64_t index) {
    return static_cast<Byte>(pattern(args.launch.seed, pe, index));
  }
  static constexpr std::uint64_t announced(const Args<Messages>& args) {
    const bool stores = args.params.announce == fence_value || args.params.announce == fence_put;
    const bool adds = args.params.op == 1 && !stores;
    return adds ? 1 : 41;
  }
  static constexpr std::uint64_t place(const Args<Messages>& args, std::uint64_t message) {
    return message * (args.params.bytes + gap) + skew;
  }
  static constexpr std::uint64_t number(const Args<Messages>& args, std::uint64_t from, std::uint64_t message) {
    return from * (args.launch.agents / 2 * args.params.rounds) + message;
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void send(Ctx& ctx, const Args<Messages>& args, std::uint64_t message) {
    const bool at_once = args.params.announce == put_signal || args.params.announce == put_signal_nbi;
    for (std::uint32_t i = 0; i < ctx.n_pes(); ++i) {
      const PutSignal put = message_to(ctx, args, Pe{(ctx.my_pe().value + i) % ctx.n_pes()}, message);
      if (args.params.announce == put_signal)
        ctx.put_signal(put);
      else if (at_once)
        ctx.put_signal_nbi(put);
      else
        ctx.put_nbi({put.to, put.from, put.bytes, put.peer});
    }
    if (at_once) return;
    if (args.params.announce == quiet_signal)
      ctx.quiet();
    else if (args.params.announce != bare_signal)
      ctx.fence();
    for (std::uint32_t i = 0; i < ctx.n_pes(); ++i)
      announce(ctx, args, message_to(ctx, args, Pe{(ctx.my_pe().value + i) % ctx.n_pes()}, message));
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static PutSignal message_to(Ctx& ctx, const Args<Messages>& args, Pe peer, std::uint64_t message) {
    const std::uint64_t there = number(args, ctx.my_pe().value, message);
    PutSignal put;
    put.to = args.windows.target.at(place(args, there));
    put.from = args.windows.source.at(place(args, message));
    put.bytes = args.params.bytes;
    put.peer = peer;
    put.signal = args.windows.told.at(there);
    put.value = announced(args);
    put.op = args.params.op == 1 ? SignalOp::add : SignalOp::set;
    return put;
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void announce(Ctx& ctx, const Args<Messages>& args, const PutSignal& put) {
    switch (args.params.announce) {
      case fence_value:
        ctx.p(put.signal, put.value, put.peer);
        break;
      case fence_atomic:
        ctx.atomic({put.signal, to_amo(put.op), put.value, 0, put.peer});
        break;
      case fence_put:
        ctx.put_nbi({put.signal, args.windows.flag.at(0), 8, put.peer});
        break;
      default:
        ctx.signal_op({put.signal, put.value, put.op, put.peer});
        break;
    }
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static std::uint64_t receive(Ctx& ctx, const Args<Messages>& args, std::uint64_t from,
                                          std::uint64_t message) {
    const std::uint64_t here = number(args, from, message);
    ctx.signal_wait_until(args.windows.told.at(here), Compare::ne, 0);
    const std::uint64_t first = place(args, here);
    const std::uint64_t there = place(args, message);
    const std::uint64_t wrong = differences(ctx, args.windows.target, first, args.params.bytes,
                                            [&](std::uint64_t i) { return sent(args, from, there + i); });
    return wrong + (ctx.signal_fetch(args.windows.told.at(here)) == announced(args) ? 0 : 1);
  }
};

}  // namespace gin::conformance
