// One agent's part of a script, as calls of the device API.
#pragma once

#include "tests/fuzz/areas.hpp"

namespace gin::fuzz {

template <DeviceContext Ctx>
class Player {
 public:
  GIN_DEVICE Player(Ctx& ctx, const Areas& areas) : first_(ctx), second_(ctx.on(1)), areas_(areas) {}

  GIN_DEVICE void play(const Script& script) {
    const std::uint32_t me = first_.my_pe().value * first_.agents() + first_.agent();
    Script mine;
    for (const Instruction& it : script)
      if (it.agent == me || it.kind == Instruction::Kind::barrier) mine.push_back(it);
    for (std::size_t i = 0; i < mine.size();) {
      const Instruction& it = mine[i];
      Ctx& on = it.context == 0 ? first_ : second_;
      if (it.lanes > 1)
        on.each_lane(it.lanes, [&](std::uint64_t lane) { return operation(on, mine[i + lane]); });
      else
        one(on, it);
      i += it.lanes > 1 ? it.lanes : 1;
    }
  }

 private:
  Place result(const Instruction& it) const { return areas_.at({Area::results, it.result * 8}); }
  Transfer transfer(const Instruction& it) const {
    return {areas_.at(it.to), areas_.at(it.from), it.bytes, it.peer};
  }
  PutSignal put_signal(const Instruction& it) const {
    const Transfer bytes = transfer(it);
    const Place signal = areas_.at({Area::signals, it.agent * 8});
    return {bytes.to, bytes.from, bytes.bytes, bytes.peer, signal, it.signal_value, it.signal_op};
  }
  Atomic atomic(const Instruction& it) const { return {areas_.at(it.to), it.amo, it.value, it.compare, it.peer}; }

  /// For a lane of each_lane.
  GIN_DEVICE Operation operation(Ctx& ctx, const Instruction& it) {
    switch (it.kind) {
      case Instruction::Kind::put:
        return it.has_signal ? ctx.put_signal_of(put_signal(it)) : ctx.put_of(transfer(it));
      case Instruction::Kind::atomic:
        return ctx.atomic_of(atomic(it));
      case Instruction::Kind::fetch:
        return ctx.fetch_atomic_of(atomic(it), result(it));
      default:
        break;
    }
    switch (it.bytes) {
      case 1:
        return ctx.p_of(areas_.at(it.to), static_cast<std::uint8_t>(it.value), it.peer);
      case 2:
        return ctx.p_of(areas_.at(it.to), static_cast<std::uint16_t>(it.value), it.peer);
      case 4:
        return ctx.p_of(areas_.at(it.to), static_cast<std::uint32_t>(it.value), it.peer);
      default:
        return ctx.p_of(areas_.at(it.to), it.value, it.peer);
    }
  }

  GIN_DEVICE void one(Ctx& ctx, const Instruction& it) {
    switch (it.kind) {
      case Instruction::Kind::put:
        return put(ctx, it);
      case Instruction::Kind::get:
        return it.blocking ? ctx.get(transfer(it)) : ctx.get_nbi(transfer(it));
      case Instruction::Kind::value:
        return value(ctx, it);
      case Instruction::Kind::atomic:
        return ctx.atomic(atomic(it));
      case Instruction::Kind::fetch:
        return ctx.p(result(it), ctx.fetch_atomic(atomic(it)), ctx.my_pe());
      case Instruction::Kind::read_word:
        return ctx.p(result(it), ctx.template g<std::uint64_t>(areas_.at(it.from), it.peer), ctx.my_pe());
      case Instruction::Kind::look:
        return look(ctx, it);
      case Instruction::Kind::await:
        return ctx.signal_wait_until(areas_.at(it.to), Compare::ge, it.value);
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

  GIN_DEVICE void put(Ctx& ctx, const Instruction& it) {
    if (it.has_signal) return it.blocking ? ctx.put_signal(put_signal(it)) : ctx.put_signal_nbi(put_signal(it));
    return it.blocking ? ctx.put(transfer(it)) : ctx.put_nbi(transfer(it));
  }

  GIN_DEVICE void look(Ctx& ctx, const Instruction& it) {
    const auto from = ctx.local(areas_.of(it.from.area));
    const auto to = ctx.local(areas_.of(it.to.area));
    ctx.for_lanes(it.bytes, views(reads(from), writes(to)),
                  [&](std::uint64_t i) { to[it.to.offset + i] = from[it.from.offset + i]; });
  }

  GIN_DEVICE void value(Ctx& ctx, const Instruction& it) {
    switch (it.bytes) {
      case 1:
        return ctx.p(areas_.at(it.to), static_cast<std::uint8_t>(it.value), it.peer);
      case 2:
        return ctx.p(areas_.at(it.to), static_cast<std::uint16_t>(it.value), it.peer);
      case 4:
        return ctx.p(areas_.at(it.to), static_cast<std::uint32_t>(it.value), it.peer);
      default:
        return ctx.p(areas_.at(it.to), it.value, it.peer);
    }
  }

  Ctx& first_;
  Ctx second_;
  const Areas& areas_;
};

}  // namespace gin::fuzz
