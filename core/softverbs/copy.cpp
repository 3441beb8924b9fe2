#include "core/softverbs/copy.hpp"

#include <atomic>
#include <cstring>

namespace softverbs {
namespace {

// Longer ones are copied by memcpy up to here from their end.
constexpr std::size_t by_words_max = 256;

bool is_aligned(const unsigned char* at, std::size_t bytes) {
  return reinterpret_cast<std::uintptr_t>(at) % bytes == 0;
}

// One of them, whole. What an adapter reads somebody may be writing: what is aligned there comes whole, too.
template <class Word>
void copy_word(unsigned char* to, const unsigned char* from) {
  Word word;
  if (is_aligned(from, sizeof word))
    word = std::atomic_ref<Word>(*reinterpret_cast<Word*>(const_cast<unsigned char*>(from)))
               .load(std::memory_order_relaxed);
  else
    std::memcpy(&word, from, sizeof word);
  // Release: whoever acquires this word sees the bytes before it.
  std::atomic_ref<Word>(*reinterpret_cast<Word*>(to)).store(word, std::memory_order_release);
}

using Transfer = ssize_t (*)(pid_t, const iovec*, unsigned long, const iovec*, unsigned long, unsigned long);

bool by_kernel(Transfer transfer, const Place& place, const Pieces& here) {
  std::uint64_t done = 0;
  iovec local[64];
  std::size_t next = 0, taken = 0;  // the piece that comes next, and what of it went before
  while (done < here.bytes) {
    std::size_t count = 0, bytes = 0;
    for (std::size_t i = next; i < here.count && count < std::size(local); ++i, ++count) {
      const std::size_t skip = i == next ? taken : 0;
      local[count] = {static_cast<char*>(here.of[i].iov_base) + skip, here.of[i].iov_len - skip};
      bytes += local[count].iov_len;
    }
    const iovec remote{reinterpret_cast<void*>(place.there + done), bytes};
    const ssize_t moved = transfer(pid_of(place.process), local, count, &remote, 1, 0);
    if (moved <= 0) return false;
    done += static_cast<std::uint64_t>(moved);
    for (taken += static_cast<std::size_t>(moved); next < here.count && taken >= here.of[next].iov_len; ++next)
      taken -= here.of[next].iov_len;
  }
  return true;
}

}  // namespace

void copy_words(unsigned char* to, const unsigned char* from, std::size_t bytes) {
  if (bytes > by_words_max) {
    const std::size_t front = bytes - by_words_max;
    std::memcpy(to, from, front);
    to += front;
    from += front;
    bytes = by_words_max;
  }
  for (std::size_t at = 0; at < bytes;) {
    const std::size_t left = bytes - at;
    if (left >= 8 && is_aligned(to + at, 8)) {
      copy_word<std::uint64_t>(to + at, from + at);
      at += 8;
    } else if (left >= 4 && is_aligned(to + at, 4)) {
      copy_word<std::uint32_t>(to + at, from + at);
      at += 4;
    } else {
      copy_word<unsigned char>(to + at, from + at);
      ++at;
    }
  }
}

bool copy_to(const Place& to, const Pieces& from) {
  if (!to.here) return by_kernel(&::process_vm_writev, to, from);
  unsigned char* at = to.here;
  for (std::size_t i = 0; i < from.count; at += from.of[i].iov_len, ++i)
    copy_words(at, static_cast<const unsigned char*>(from.of[i].iov_base), from.of[i].iov_len);
  return true;
}

bool copy_from(const Place& from, const Pieces& to) {
  if (!from.here) return by_kernel(&::process_vm_readv, from, to);
  const unsigned char* at = from.here;
  for (std::size_t i = 0; i < to.count; at += to.of[i].iov_len, ++i)
    copy_words(static_cast<unsigned char*>(to.of[i].iov_base), at, to.of[i].iov_len);
  return true;
}

}  // namespace softverbs
