#include "nic/recently_used.hpp"

namespace gin::emulated {

RecentlyUsed::RecentlyUsed(std::uint32_t most) : most_(most) {
  while ((std::uint64_t{1} << (64 - shift_)) < most) --shift_;
  if (most > 0) buckets_.assign(std::size_t{1} << (64 - shift_), none);
}

const Instant* RecentlyUsed::find(std::uint64_t key) {
  std::uint32_t index = bucket(key);
  while (index != none && entries_[index].key != key) index = entries_[index].next;
  if (index == none) return nullptr;
  take_out(index);
  put_in_front(index);
  return &entries_[index].moment;
}

void RecentlyUsed::insert(std::uint64_t key, Instant moment) {
  auto index = static_cast<std::uint32_t>(entries_.size());
  if (index < most_) {
    entries_.emplace_back();
  } else {
    index = oldest_;
    take_out(index);
    leave_bucket(index);
  }
  std::uint32_t& head = bucket(key);
  entries_[index] = {.key = key, .moment = moment, .next = head};
  head = index;
  put_in_front(index);
}

void RecentlyUsed::put_in_front(std::uint32_t index) {
  Remembered& entry = entries_[index];
  entry.newer = none;
  entry.older = newest_;
  (newest_ == none ? oldest_ : entries_[newest_].newer) = index;
  newest_ = index;
}

void RecentlyUsed::take_out(std::uint32_t index) {
  const Remembered& entry = entries_[index];
  (entry.newer == none ? newest_ : entries_[entry.newer].older) = entry.older;
  (entry.older == none ? oldest_ : entries_[entry.older].newer) = entry.newer;
}

void RecentlyUsed::leave_bucket(std::uint32_t index) {
  std::uint32_t* at = &bucket(entries_[index].key);
  while (*at != index) at = &entries_[*at].next;
  *at = entries_[index].next;
}

}  // namespace gin::emulated
