#include "backends/shm-emulated/translations.hpp"

namespace gin::emulated {

Translations::Translations(std::uint32_t entries) : entries_(entries) {
  while ((std::uint64_t{1} << (64 - shift_)) < entries) --shift_;
  if (entries > 0) buckets_.assign(std::size_t{1} << (64 - shift_), none);
}

const Instant* Translations::find(std::uint64_t page) {
  std::uint32_t index = bucket(page);
  while (index != none && entries_[index].page != page) index = entries_[index].next;
  if (index == none) return nullptr;
  take_out(index);
  put_in_front(index);
  return &entries_[index].known;
}

void Translations::insert(std::uint64_t page, Instant known) {
  std::uint32_t index = used_;
  if (used_ < entries_.size()) {
    ++used_;
  } else {
    index = oldest_;
    take_out(index);
    leave_bucket(index);
  }
  std::uint32_t& head = bucket(page);
  entries_[index] = {.page = page, .known = known, .next = head};
  head = index;
  put_in_front(index);
}

void Translations::put_in_front(std::uint32_t index) {
  Entry& entry = entries_[index];
  entry.newer = none;
  entry.older = newest_;
  (newest_ == none ? oldest_ : entries_[newest_].newer) = index;
  newest_ = index;
}

void Translations::take_out(std::uint32_t index) {
  const Entry& entry = entries_[index];
  (entry.newer == none ? newest_ : entries_[entry.newer].older) = entry.older;
  (entry.older == none ? oldest_ : entries_[entry.older].newer) = entry.newer;
}

void Translations::leave_bucket(std::uint32_t index) {
  std::uint32_t* at = &bucket(entries_[index].page);
  while (*at != index) at = &entries_[*at].next;
  *at = entries_[index].next;
}

}  // namespace gin::emulated
