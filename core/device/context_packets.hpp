// Context: packets, which say of themselves that they are there.
#pragma once

#include "core/device/context.hpp"

namespace gin {

template <class Env>
GIN_DEVICE void Context<Env>::put_packets(const PutPackets& put) {
  const Place to = put.to.at(put.to_first), from = put.from.at(put.from_first);
  check(view_, PlaceUse{put.peer, to, put.count * sizeof(Packet), "put_packets: target"});
  check(view_, PlaceUse{view_.me, from, put.count * 8, "put_packets: source"});
  GIN_ON_HOST(if (way_to(put.peer) != Path::pointer) refuse_index({put.peer, nullptr, 0, put.to_first}));
  charge(env_, Cost::call);
  env_.copy({.kind = Copy::Kind::packets,
             .peer = put.peer,
             .remote = to.offset,
             .local = from.offset,
             .bytes = put.count * 8,
             .flag = put.flag});
  if (env_.lane() == 0) issue_.stored = true;
  touches();
  env_.sync();
}

/// Each lane waits for its own, some of them at a time; one that plays all lanes waits for all. Packets are looked at as they come, so that
/// no more is to be done behind the last than to look at it.
template <class Env>
GIN_DEVICE Status Context<Env>::take_own_packets(const TakePackets& take, Limit limit) {
  const Place from = take.from.at(take.from_first), to = take.to.at(take.to_first);
  check(view_, PlaceUse{view_.me, from, take.count * sizeof(Packet), "take_packets: source"});
  check(view_, PlaceUse{view_.me, to, take.count * 8, "take_packets: target"});
  touches();
  Packet* const packets = &word<Packet>(from.offset);
  const View<std::uint64_t> taken(&word<std::uint64_t>(to.offset), take.count, view_.me, take.to.is_phantom);
  std::uint64_t next = env_.lane();
  const auto all_here = [&](Waiting& why) {
    const std::uint64_t step = env_.lanes();
    for (; next < take.count; next += loads_ahead * step) {
      Packet seen[loads_ahead];
      for (std::uint64_t k = 0; k < loads_ahead; ++k)
        if (next + k * step < take.count) seen[k] = read_pair(packets[next + k * step]);
      for (std::uint64_t k = 0; k < loads_ahead && next + k * step < take.count; ++k) {
        const std::uint64_t at = next + k * step;
        if (seen[k].high == take.flag) {
          taken.data()[at] = seen[k].low;
          continue;
        }
        why.at = from.offset + at * sizeof(Packet) + 8;
        why.seen = seen[k].high;
        return false;
      }
    }
    return true;
  };
  const Waiting why{"take_packets", "flag", Waiting::Of::word, from.offset + 8, 0, take.flag, Compare::eq};
  const Status own = gin::wait(env_, Cost::word_poll, *view_.word_gate, limit, why, all_here);
  charge(env_, Cost::wait_return);
  touch(env_, writes(taken), take.count);
  return own;
}

}  // namespace gin
