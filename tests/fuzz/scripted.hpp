// The device program that does what a script says. The script is drawn anew from its seed wherever it is needed, so
// that nothing but numbers goes through the parameters.
#pragma once

#include "core/device/program.hpp"
#include "tests/fuzz/draft.hpp"
#include "tests/fuzz/model.hpp"

namespace gin::fuzz {

struct Scripted {
  static constexpr const char* name = "scripted";
  static constexpr const char* summary = "does what a script drawn from a seed says";
  static constexpr Bracket bracket = Bracket::visible;

  struct Params {
    std::uint64_t script;
    std::uint64_t barriers;
    std::uint64_t steps;
  };
  static constexpr Param<Params> params[] = {
      {&Params::script, "script", "", 0, INT64_MAX, 1, "Seed of the script."},
      {&Params::barriers, "barriers", "count", 1, 16, 2, "Barriers of the script, the last one at its end."},
      {&Params::steps, "steps", "count", 0, 1024, 32, "Instructions tried before each barrier."},
  };

  using Byte = std::uint8_t;
  struct Windows {
    Window<Byte> area[area_count];
  };

  static Shape shape(const Launch& launch) { return {.n_pes = launch.n_pes, .agents = launch.agents}; }
  static Script script(const Launch& launch, const Params& chosen) {
    return Draft(shape(launch), chosen.script).draw({.barriers = chosen.barriers, .steps = chosen.steps});
  }

  static void plan(Plan& plan, const Params&, Windows& windows) {
    plan.contexts(contexts);
    for (std::uint32_t i = 0; i < area_count; ++i) {
      const std::uint64_t bytes = shape(plan.launch()).bytes(static_cast<Area>(i));
      const bool bulk = static_cast<Area>(i) <= Area::landing;
      windows.area[i] = bulk ? plan.window<Byte>(area_names[i], bytes) : plan.words<Byte>(area_names[i], bytes);
    }
  }

  static void fill(const Args<Scripted>& args, const Memory& memory) {
    for (std::uint32_t i = 0; i < area_count; ++i)
      for (std::uint64_t offset = 0; offset < args.windows.area[i].count; ++offset)
        memory.of(args.windows.area[i])[offset] = initial(static_cast<Area>(i), memory.pe.value, offset);
  }

  template <DeviceContext Ctx>
  static GIN_DEVICE void run(Ctx& ctx, const Args<Scripted>& args) {
    Ctx second = ctx.on(1);
    const std::uint32_t me = ctx.my_pe().value * ctx.agents() + ctx.agent();
    Script mine;
    for (const Instruction& it : script(args.launch, args.params))
      if (it.agent == me || it.kind == Instruction::Kind::barrier) mine.push_back(it);
    for (std::size_t i = 0; i < mine.size();) {
      const Instruction& it = mine[i];
      Ctx& on = it.context == 0 ? ctx : second;
      if (it.lanes > 1)
        on.each_lane(it.lanes, [&](std::uint64_t lane) { return operation(on, args, mine[i + lane]); });
      else
        one(on, args, it);
      i += it.lanes > 1 ? it.lanes : 1;
    }
  }

  static Mismatch verify(const Args<Scripted>& args, const Memory& memory) {
    Model model(shape(args.launch));
    model.run(script(args.launch, args.params));
    for (std::uint32_t i = 0; i < area_count; ++i) {
      const std::vector<Byte>& wanted = model.bytes(memory.pe.value, static_cast<Area>(i));
      for (std::uint64_t offset = 0; offset < wanted.size(); ++offset) {
        const Byte got = memory.of(args.windows.area[i])[offset];
        if (got != wanted[offset]) return {true, area_names[i], offset, wanted[offset], got};
      }
    }
    return {};
  }

 private:
  static Place place(const Args<Scripted>& args, const Spot& spot) {
    return args.windows.area[static_cast<std::uint32_t>(spot.area)].at(spot.offset);
  }
  static Place result(const Args<Scripted>& args, const Instruction& it) {
    return place(args, {Area::results, it.result * 8});
  }
  static Transfer transfer(const Args<Scripted>& args, const Instruction& it) {
    return {place(args, it.to), place(args, it.from), it.bytes, it.peer};
  }
  static PutSignal put_signal(const Args<Scripted>& args, const Instruction& it) {
    const Transfer bytes = transfer(args, it);
    const Place signal = place(args, {Area::signals, it.agent * 8});
    return {bytes.to, bytes.from, bytes.bytes, bytes.peer, signal, it.signal_value, it.signal_op};
  }
  static Atomic atomic(const Args<Scripted>& args, const Instruction& it) {
    return {place(args, it.to), it.amo, it.value, it.compare, it.peer};
  }

  /// For a lane of each_lane.
  template <DeviceContext Ctx>
  static GIN_DEVICE Operation operation(Ctx& ctx, const Args<Scripted>& args, const Instruction& it) {
    switch (it.kind) {
      case Instruction::Kind::put:
        return it.has_signal ? ctx.put_signal_of(put_signal(args, it)) : ctx.put_of(transfer(args, it));
      case Instruction::Kind::atomic:
        return ctx.atomic_of(atomic(args, it));
      case Instruction::Kind::fetch:
        return ctx.fetch_atomic_of(atomic(args, it), result(args, it));
      default:
        break;
    }
    switch (it.bytes) {
      case 1:
        return ctx.p_of(place(args, it.to), static_cast<std::uint8_t>(it.value), it.peer);
      case 2:
        return ctx.p_of(place(args, it.to), static_cast<std::uint16_t>(it.value), it.peer);
      case 4:
        return ctx.p_of(place(args, it.to), static_cast<std::uint32_t>(it.value), it.peer);
      default:
        return ctx.p_of(place(args, it.to), it.value, it.peer);
    }
  }

  template <DeviceContext Ctx>
  static GIN_DEVICE void one(Ctx& ctx, const Args<Scripted>& args, const Instruction& it) {
    switch (it.kind) {
      case Instruction::Kind::put:
        return put(ctx, args, it);
      case Instruction::Kind::get:
        return it.blocking ? ctx.get(transfer(args, it)) : ctx.get_nbi(transfer(args, it));
      case Instruction::Kind::value:
        return value(ctx, args, it);
      case Instruction::Kind::atomic:
        return ctx.atomic(atomic(args, it));
      case Instruction::Kind::fetch:
        return ctx.p(result(args, it), ctx.fetch_atomic(atomic(args, it)), ctx.my_pe());
      case Instruction::Kind::read_word:
        return ctx.p(result(args, it), ctx.template g<std::uint64_t>(place(args, it.from), it.peer), ctx.my_pe());
      case Instruction::Kind::await:
        return ctx.signal_wait_until(place(args, it.to), Compare::ge, it.value);
      case Instruction::Kind::fence:
        return ctx.fence();
      case Instruction::Kind::quiet:
        return ctx.quiet();
      case Instruction::Kind::flush:
        return ctx.flush();
      case Instruction::Kind::barrier:
        return ctx.barrier_all();
    }
  }

  template <DeviceContext Ctx>
  static GIN_DEVICE void put(Ctx& ctx, const Args<Scripted>& args, const Instruction& it) {
    if (it.has_signal)
      return it.blocking ? ctx.put_signal(put_signal(args, it)) : ctx.put_signal_nbi(put_signal(args, it));
    return it.blocking ? ctx.put(transfer(args, it)) : ctx.put_nbi(transfer(args, it));
  }

  template <DeviceContext Ctx>
  static GIN_DEVICE void value(Ctx& ctx, const Args<Scripted>& args, const Instruction& it) {
    switch (it.bytes) {
      case 1:
        return ctx.p(place(args, it.to), static_cast<std::uint8_t>(it.value), it.peer);
      case 2:
        return ctx.p(place(args, it.to), static_cast<std::uint16_t>(it.value), it.peer);
      case 4:
        return ctx.p(place(args, it.to), static_cast<std::uint32_t>(it.value), it.peer);
      default:
        return ctx.p(place(args, it.to), it.value, it.peer);
    }
  }
};

}  // namespace gin::fuzz
