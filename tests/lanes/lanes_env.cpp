#include "tests/lanes/lanes_env.hpp"

#include <algorithm>

#include "core/base/assert.hpp"

namespace gin::lanes {

std::uint32_t LaneGroup::lane() const {
  return static_cast<std::uint32_t>(std::find(members_.begin(), members_.end(), me_) - members_.begin());
}

Scan LaneGroup::scan(std::uint64_t value) {
  const std::vector<std::uint64_t> given = crew_->meet(me_, members_, Call::scan, value);
  Scan scan;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (members_[i] < me_) scan.before += given[i];
    scan.total += given[i];
  }
  return scan;
}

LaneGroup LaneGroup::match(std::uint32_t key) const {
  const Members& warp = crew_->first_warp();
  const std::vector<std::uint64_t> keys = crew_->meet(me_, warp, Call::match, key);
  Members alike;
  for (std::size_t i = 0; i < warp.size(); ++i)
    if (keys[i] == key) alike.push_back(warp[i]);
  return {*crew_, me_, std::move(alike)};
}

void LanesEnv::copy(const Copy& copy) {
  go_on();
  unsigned char* mine = place_.heaps[place_.me.value] + copy.local;
  unsigned char* theirs = place_.heaps[copy.peer.value] + copy.remote;
  if (copy.kind == Copy::Kind::packets) return store_packets(theirs, mine, copy.bytes, copy.flag, lane(), lanes());
  const bool store = copy.kind == Copy::Kind::store;
  unsigned char* to = store ? theirs : mine;
  const unsigned char* from = store ? mine : theirs;
  constexpr std::uint64_t piece = 16;
  for (std::uint64_t at = lane() * piece; at < copy.bytes; at += lanes() * piece)
    store_bytes(to + at, from + at, std::min(piece, copy.bytes - at));
}

void* LanesEnv::scratch(std::uint64_t bytes) {
  void* begin = place_.scratch.data() + scratch_used_;
  scratch_used_ += (bytes + 15) / 16 * 16;
  GIN_ASSERT(scratch_used_ <= place_.scratch.size());
  return begin;
}

}  // namespace gin::lanes
