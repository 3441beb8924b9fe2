#include "core/env/late_stores.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/base/planted.hpp"

namespace gin {
namespace {

/// What is there now and was not before.
LateStores::Piece differing(unsigned char* now, const std::vector<unsigned char>& before) {
  LateStores::Piece piece;
  for (std::uint64_t begin = 0, end = 0; begin < before.size(); begin = end) {
    while (begin < before.size() && now[begin] == before[begin]) ++begin;
    for (end = begin; end < before.size() && now[end] != before[end];) ++end;
    if (begin < end) piece.add(now + begin, now + begin, end - begin);
  }
  return piece;
}

}  // namespace

Instant LateStores::arrival(const Store& store, Instant earliest, Piece what) {
  forget_arrived();
  Instant at = earliest;
  if (by_contract_) {
    Way& way = way_of(store);
    at = std::max(at, way.fenced);
    if (store.is_signal && store.number == payload_number_ && !planted(Fault::promise_of_signal_broken))
      at = std::max(at, payload_there_);
    way.latest = std::max(way.latest, at);
  }
  if (keeps_place(store) && !planted(Fault::one_place_overtaken))
    for (const UnderWay& other : under_way_)
      if (other.overlaps(store.at, store.bytes)) at = std::max(at, other.arrival);
  if (!store.is_signal) {
    payload_there_ = store.number == payload_number_ ? std::max(payload_there_, at) : at;
    payload_number_ = store.number;
  }
  under_way_.push_back({store.at, store.bytes, at, std::move(what)});
  return at;
}

void LateStores::fence(std::uint32_t context) {
  if (context >= ways_.size() || planted(Fault::promise_of_fence_broken)) return;
  for (Way& way : ways_[context]) way.fenced = way.latest;
}

Instant LateStores::all_there(std::uint32_t context) const {
  Instant all;
  if (context >= ways_.size()) return all;
  for (const Way& way : ways_[context]) all = std::max(all, way.latest);
  return all;
}

Instant LateStores::before_load(const Store& from) {
  forget_arrived();
  Instant at = simulation_.now();
  if (by_contract_) at = std::max(at, way_of(from).fenced);
  if (keeps_place(from))
    for (const UnderWay& own : under_way_)
      if (own.overlaps(from.at, from.bytes)) at = std::max(at, own.arrival);
  return at;
}

LateStores::Way& LateStores::way_of(const Store& store) {
  if (ways_.size() <= store.context) ways_.resize(store.context + 1);
  std::vector<Way>& ways = ways_[store.context];
  if (ways.size() <= store.peer.value) ways.resize(store.peer.value + 1);
  return ways[store.peer.value];
}

void LateStores::forget_arrived() {
  std::erase_if(under_way_, [&](const UnderWay& one) { return one.arrival < simulation_.now(); });
}

std::vector<LateStores::Piece> LateStores::Piece::cut(std::uint64_t begin, std::uint64_t bytes) const {
  const std::uint64_t ends[] = {begin, begin + bytes, data.size()};
  std::vector<Piece> pieces;
  std::uint64_t at = 0, passed = 0, part = 0;  // of the bytes: taken, before this run; and which piece they go to
  pieces.emplace_back();
  for (const Run& run : runs) {
    while (at < passed + run.bytes) {
      for (; at == ends[part]; ++part)
        if (!pieces.back().runs.empty()) pieces.emplace_back();
      const std::uint64_t some = std::min(passed + run.bytes, ends[part]) - at;
      pieces.back().add(run.at + (at - passed), data.data() + at, some);
      at += some;
    }
    passed += run.bytes;
  }
  return pieces;
}

void LateStores::Piece::store(unsigned char* first, std::uint64_t count) const {
  const unsigned char* from = data.data();
  for (const Run& run : runs) {
    unsigned char* const begin = std::max(run.at, first);
    unsigned char* const end = std::min(run.at + run.bytes, first + count);
    if (begin < end) std::memcpy(begin, from + (begin - run.at), static_cast<std::size_t>(end - begin));
    from += run.bytes;
  }
}

/// The lanes find their agent's own stores in memory, and leave theirs there: both are taken out again.
void LateStores::begin(const Access* first, const Access* last) {
  seen_.clear();
  forget_arrived();
  for (; first != last; ++first) {
    if (first->pe == me_ || first->data == nullptr || first->is_phantom) continue;
    auto* const at = static_cast<unsigned char*>(const_cast<void*>(first->data));
    const auto is_under_way = [&](const UnderWay& one) { return one.overlaps(at, first->footprint_bytes); };
    if (!first->writes && std::ranges::none_of(under_way_, is_under_way)) continue;
    seen_.push_back({*first, at, {at, at + first->footprint_bytes}, {}, {}});
  }
  for (const Seen& view : seen_)
    for (const UnderWay& one : under_way_) one.what.store(view.at, view.there.size());
  for (Seen& view : seen_)
    if (view.access.writes) view.own.assign(view.at, view.at + view.there.size());
}

void LateStores::end(std::uint32_t context) {
  context_ = context;
  for (Seen& view : seen_)
    if (view.access.writes) view.stored = differing(view.at, view.own);
  for (const Seen& view : seen_) std::ranges::copy(view.there, view.at);
}

LateStores::Piece LateStores::stored(const Access& access) {
  for (Seen& view : seen_)
    if (view.access.writes && view.access.data == access.data) return std::exchange(view.stored, {});
  return {};
}

}  // namespace gin
