// What tests/bench/raw does with a provider, as a device program: PE 0 puts with signals to PE 1, one at a time and
// answered, or as fast as they go; the receiver counts signals. Each agent by itself, with its namesake there.
#pragma once

#include "core/device/program.hpp"

namespace gin::bench {

struct WireExchange {
  static constexpr const char* name = "wire_exchange";
  static constexpr const char* summary = "PE 0 puts with signals to PE 1, answered one by one or in a stream";
  static constexpr Bracket bracket = Bracket::visible;

  struct Params {
    std::uint64_t bytes;
    std::uint64_t messages;
    std::uint64_t answered;
    std::uint64_t places;
  };
  static constexpr Param<Params> params[] = {
      {&Params::bytes, "bytes", "bytes", 1, 1 << 20, 8, "Size of one put."},
      {&Params::messages, "messages", "", 1, 1 << 30, 1000, "Puts from PE 0 to PE 1 in an iteration."},
      {&Params::answered, "answered", "", 0, 1, 0, "1: PE 1 answers each with one of its own, which PE 0 awaits."},
      {&Params::places, "places", "", 1, 64, 64, "Where puts go in turn, one behind the other, at both ends."},
  };

  struct Windows {
    Window<std::uint64_t> arrived;  ///< signals, ever
    Window<unsigned char> source;
    Window<unsigned char> target;
  };

  static void plan(Plan& plan, const Params& chosen, Windows& windows) {
    windows.arrived = plan.window<std::uint64_t>("arrived", std::uint64_t{plan.launch().agents} * words_apart);
    const std::uint64_t bytes = slot_bytes(chosen) * chosen.places * plan.launch().agents;
    windows.source = plan.window<unsigned char>("source", bytes);
    windows.target = plan.window<unsigned char>("target", bytes);
  }

  static void fill(const Args<WireExchange>& args, const Memory& memory) {
    unsigned char* source = memory.of(args.windows.source);
    for (std::uint64_t i = 0; i < args.windows.source.count; ++i) source[i] = value(memory.pe.value, i);
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<WireExchange>& args) {
    const auto arrived = args.windows.arrived.at(ctx.agent() * words_apart);
    const std::uint64_t before = args.iteration * args.params.messages;
    const Pe other{1 - ctx.my_pe().value};
    const bool first = ctx.my_pe().value == 0;
    for (std::uint64_t i = 0; i < args.params.messages; ++i) {
      if (first) put(ctx, args, i, other);
      if (args.params.answered != 0) {
        ctx.signal_wait_until(arrived, Compare::ge, before + i + 1);
        if (!first) put(ctx, args, i, other);
      }
    }
    if (!first && args.params.answered == 0)
      ctx.signal_wait_until(arrived, Compare::ge, before + args.params.messages);
  }

  static Mismatch verify(const Args<WireExchange>& args, const Memory& memory) {
    const std::uint64_t bytes = args.params.bytes;
    const bool receives = memory.pe.value == 1 || args.params.answered != 0;
    const unsigned char* target = memory.of(args.windows.target);
    const std::uint64_t places = args.params.places;
    const std::uint64_t used = args.params.messages < places ? args.params.messages : places;
    for (std::uint64_t i = 0; receives && i < args.windows.target.count; ++i) {
      const std::uint64_t place = i / slot_bytes(args.params) % places;
      const bool written = place < used && i % slot_bytes(args.params) < bytes;
      const unsigned char expected = written ? value(1 - memory.pe.value, i) : 0;
      if (target[i] != expected) return {true, "target", i, expected, target[i]};
    }
    return {};
  }

 private:
  static constexpr std::uint64_t words_apart = 16;  ///< agents look at lines of their own
  static constexpr std::uint64_t slot_bytes(const Params& given) { return given.bytes < 64 ? 64 : given.bytes; }
  static constexpr unsigned char value(std::uint64_t pe, std::uint64_t index) {
    return static_cast<unsigned char>(pattern(7, pe, index));
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void put(Ctx& ctx, const Args<WireExchange>& args, std::uint64_t i, Pe other) {
    const std::uint64_t place = ctx.agent() * args.params.places + i % args.params.places;
    const std::uint64_t at = place * slot_bytes(args.params);
    ctx.put_signal_nbi({args.windows.target.at(at), args.windows.source.at(at), args.params.bytes, other,
                        args.windows.arrived.at(ctx.agent() * words_apart), 1, SignalOp::add});
  }
};

}  // namespace gin::bench
