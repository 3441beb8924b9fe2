#include "core/env/kept_lines.hpp"

#include <algorithm>

namespace gin {

std::uint64_t KeptLines::load(const LineRange& range) {
  const std::uint64_t found = take_out(range);
  if (range.bytes > room_) {
    forget();
    return found;
  }
  if (range.bytes > 0) keep({range.peer.value, range.offset}, {range.offset + range.bytes, ++loads_});
  make_room();
  return found;
}

void KeptLines::forget() {
  places_.clear();
  by_age_.clear();
  held_ = 0;
}

void KeptLines::keep(const Begin& begin, const Kept& kept) {
  places_.emplace(begin, kept);
  by_age_.emplace(kept.loaded, begin);
  held_ += kept.end - begin.second;
}

KeptLines::Places::iterator KeptLines::drop(Places::iterator at) {
  by_age_.erase({at->second.loaded, at->first});
  held_ -= at->second.end - at->first.second;
  return places_.erase(at);
}

/// What lies outside of the range stays as old as it is.
std::uint64_t KeptLines::take_out(const LineRange& range) {
  const std::uint32_t peer = range.peer.value;
  const std::uint64_t begin = range.offset, end = range.offset + range.bytes;
  auto at = places_.upper_bound({peer, begin});
  if (at != places_.begin() && std::prev(at)->first.first == peer && std::prev(at)->second.end > begin) --at;
  std::uint64_t found = 0;
  while (at != places_.end() && at->first.first == peer && at->first.second < end) {
    const std::uint64_t first = at->first.second;
    const Kept old = at->second;
    at = drop(at);
    found += std::min(end, old.end) - std::max(begin, first);
    if (first < begin) keep({peer, first}, {begin, old.loaded});
    if (old.end > end) keep({peer, end}, old);
  }
  return found;
}

void KeptLines::make_room() {
  while (held_ > room_) {
    const auto oldest = places_.find(by_age_.begin()->second);
    const Begin begin = oldest->first;
    const Kept kept = oldest->second;
    const std::uint64_t too_much = held_ - room_;
    drop(oldest);
    if (kept.end - begin.second > too_much) keep({begin.first, begin.second + too_much}, kept);
  }
}

}  // namespace gin
