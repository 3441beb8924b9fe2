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
  env_.sync();
}

/// Each lane waits for its own, one after the other; one that plays all lanes waits for all.
template <class Env>
GIN_DEVICE Status Context<Env>::take_own_packets(const TakePackets& take, Limit limit) {
  const Place from = take.from.at(take.from_first), to = take.to.at(take.to_first);
  check(view_, PlaceUse{view_.me, from, take.count * sizeof(Packet), "take_packets: source"});
  check(view_, PlaceUse{view_.me, to, take.count * 8, "take_packets: target"});
  Packet* const packets = &word<Packet>(from.offset);
  const View<std::uint64_t> taken(&word<std::uint64_t>(to.offset), take.count, view_.me, take.to.is_phantom);
  std::uint64_t next = env_.lane();
  const auto all_here = [&](Waiting& why) {
    for (; next < take.count; next += env_.lanes()) {
      const Packet packet = read_pair(packets[next]);
      if (packet.high == take.flag) {
        taken.data()[next] = packet.low;
        continue;
      }
      why.at = from.offset + next * sizeof(Packet) + 8;
      why.seen = packet.high;
      return false;
    }
    return true;
  };
  const Waiting why{"take_packets", "flag", Waiting::Of::word, from.offset + 8, 0, take.flag, Compare::eq};
  const Status own = gin::wait(env_, Cost::word_poll, *view_.word_gate, limit, why, all_here);
  touch(env_, writes(taken), take.count);
  return own;
}

}  // namespace gin
