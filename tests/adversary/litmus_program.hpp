// The device program that plays a litmus script.
#pragma once

#include <string>

#include "tests/adversary/litmus_script.hpp"
#include "tests/conformance/programs/note.hpp"

namespace gin::adversary {

struct Litmus {
  static constexpr const char* name = "litmus";
  static constexpr const char* summary = "a few operations of a few agents, and what each of them saw";
  static constexpr Bracket bracket = Bracket::visible;

  /// Of the test that runs; programs have no parameters of text.
  static inline const Script* script = nullptr;
  static inline std::string outcome;

  static constexpr std::uint64_t wide = 512;
  static constexpr std::uint64_t values = 10;

  struct Params {
    std::uint64_t unused;
  };
  static constexpr Param<Params> params[] = {{&Params::unused, "unused", "", 0, 1, 0, "Nothing."}};

  struct Windows {
    Window<std::uint64_t> words;    ///< w, x, y, z
    Window<Packet> packets;         ///< w, x, y, z
    Window<std::uint64_t> wide;     ///< v
    Window<std::uint64_t> sources;  ///< by agent, then value: as many of it as wide
    Window<std::uint64_t> arrived;  ///< by digit: what a get or a packet brought
    Window<std::uint64_t> digits;
  };

  static void plan(Plan& plan, const Params&, Windows& windows) {
    windows.words = plan.words<std::uint64_t>("word", 4);
    windows.packets = plan.words<Packet>("packet", 4);
    windows.wide = plan.window<std::uint64_t>("wide", wide);
    windows.sources = plan.window<std::uint64_t>("source", plan.launch().agents * values * wide);
    windows.arrived = plan.words<std::uint64_t>("arrived", 16);
    windows.digits = plan.words<std::uint64_t>("digit", 16);
    plan.contexts(2);
  }

  static void fill(const Args<Litmus>& args, const Memory& memory) {
    for (std::uint64_t i = 0; i < args.windows.sources.count; ++i)
      memory.of(args.windows.sources)[i] = i / wide % values;
    for (std::uint64_t i = 0; i < 16; ++i) memory.of(args.windows.digits)[i] = ~std::uint64_t{0};
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<Litmus>& args) {
    const Script::Agent* const agent = script->of(ctx.my_pe().value, ctx.agent());
    if (agent) {
      for (const Step& step : agent->steps) play(ctx, args, step);
      ctx.quiet();
      ctx.on(1).quiet();
      for (const Step& step : agent->steps)
        if (step.what == Do::getn)
          conformance::note(ctx, args.windows.digits, step.digit,
                            conformance::read(ctx, args.windows.arrived, step.digit));
    }
  }

  /// Called for one PE after the other.
  static Mismatch verify(const Args<Litmus>& args, const Memory& memory) {
    if (memory.pe.value == 0) outcome.assign(script->digits, '?');
    for (std::uint32_t digit = 0; digit < script->digits; ++digit) {
      const std::uint64_t value = memory.of(args.windows.digits)[digit];
      if (value != ~std::uint64_t{0}) outcome[digit] = value < 10 ? static_cast<char>('0' + value) : '?';
    }
    return {};
  }

 private:
  static Place place(const Args<Litmus>& args, const Variable& variable) {
    return variable.name < 4 ? args.windows.words.at(variable.name) : args.windows.wide.at(0);
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void play(Ctx& ctx, const Args<Litmus>& args, const Step& step) {
    const Place at = place(args, step.at);
    const Pe peer{step.at.pe};
    const Place source = args.windows.sources.at((ctx.agent() * values + step.value) * wide);
    switch (step.what) {
      case Do::put:
        return ctx.put_nbi({at, source, 8, peer});
      case Do::bput:
        return ctx.put({at, source, 8, peer});
      case Do::putv:
        return ctx.put_nbi({at, source, wide * 8, peer});
      case Do::p:
        return ctx.p(at, step.value, peer);
      case Do::st:
        return store(ctx, args, step);
      case Do::pack:
        return ctx.put_packets({args.windows.packets, step.at.name, args.windows.sources,
                                (ctx.agent() * values + step.value) * wide, 1, peer, 1});
      case Do::psig:
        return ctx.put_signal_nbi({at, source, 8, peer, place(args, step.signal), 1, SignalOp::add});
      case Do::add:
        return ctx.signal_op({at, step.value, SignalOp::add, peer});
      case Do::cadd:
        return ctx.on(1).signal_op({at, step.value, SignalOp::add, peer});
      case Do::set:
        return ctx.signal_op({at, step.value, SignalOp::set, peer});
      case Do::fadd:
        return conformance::note(ctx, args.windows.digits, step.digit, ctx.atomic_fetch_add(at, step.value, peer));
      case Do::get:
        ctx.get({args.windows.arrived.at(step.digit), at, 8, peer});
        return conformance::note(ctx, args.windows.digits, step.digit,
                                 conformance::read(ctx, args.windows.arrived, step.digit));
      case Do::getn:
        return ctx.get_nbi({args.windows.arrived.at(step.digit), at, 8, peer});
      case Do::read:
        return conformance::note(ctx, args.windows.digits, step.digit, ctx.signal_fetch(at));
      case Do::readv:
        return conformance::note(ctx, args.windows.digits, step.digit, look_at_wide(ctx, args));
      case Do::take:
        ctx.take_packets({args.windows.arrived, step.digit, args.windows.packets, step.at.name, 1, 1});
        return conformance::note(ctx, args.windows.digits, step.digit,
                                 conformance::read(ctx, args.windows.arrived, step.digit));
      case Do::peek:
        return peek(ctx, args, step);
      case Do::await:
        return ctx.signal_wait_until(at, Compare::ge, step.value);
      case Do::spoil:
        return spoil(ctx, args);
      case Do::tick:
        ctx.local_fetch_add(at, 1);
        return;
      case Do::fence:
        return ctx.fence();
      case Do::cfence:
        return ctx.on(1).fence();
      case Do::quiet:
        return ctx.quiet();
      case Do::flush:
        return ctx.flush();
    }
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void store(Ctx& ctx, const Args<Litmus>& args, const Step& step) {
    const auto there = ctx.ptr(args.windows.words, Pe{step.at.pe});
    const std::uint64_t value = step.value, place = step.at.name;
    ctx.for_lanes(1, views(writes(there)), [=](std::uint64_t) { there[place] = value; });
  }
  template <DeviceContext Ctx>
  GIN_DEVICE static void peek(Ctx& ctx, const Args<Litmus>& args, const Step& step) {
    const auto packets = ctx.local(args.windows.packets);
    const std::uint64_t at = step.at.name;
    conformance::note(ctx, args.windows.digits, step.digit,
                      ctx.broadcast(views(reads(packets)), [=] { return packets[at].low; }));
  }
  template <DeviceContext Ctx>
  GIN_DEVICE static void spoil(Ctx& ctx, const Args<Litmus>& args) {
    const auto sources = ctx.local(args.windows.sources);
    const std::uint64_t first = ctx.agent() * values * wide;
    ctx.for_lanes(values * wide, views(writes(sources)), [=](std::uint64_t i) { sources[first + i] = 9; });
  }
  /// The value of all its words, or 8.
  template <DeviceContext Ctx>
  GIN_DEVICE static std::uint64_t look_at_wide(Ctx& ctx, const Args<Litmus>& args) {
    const auto v = ctx.local(args.windows.wide);
    const std::uint64_t sum = ctx.lane_sum(wide, views(reads(v)), [=](std::uint64_t i) { return v[i]; });
    const std::uint64_t first = conformance::read(ctx, args.windows.wide, 0);
    return sum == first * wide ? first : 8;
  }
};

}  // namespace gin::adversary
