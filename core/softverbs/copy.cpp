#include "core/softverbs/copy.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace softverbs {
namespace {

// Longer ones are copied by memcpy up to here from their end.
constexpr std::size_t by_words_max = 256;

bool is_aligned(const unsigned char* at, std::size_t bytes) {
  return reinterpret_cast<std::uintptr_t>(at) % bytes == 0;
}

// One of them, whole; returns its size. What an adapter reads somebody may be writing: what is aligned there comes whole, too.
template <class Word>
std::size_t copy_word(unsigned char* to, const unsigned char* from) {
  Word word;
  if (is_aligned(from, sizeof word))
    word = std::atomic_ref<Word>(*reinterpret_cast<Word*>(const_cast<unsigned char*>(from)))
               .load(std::memory_order_relaxed);
  else
    std::memcpy(&word, from, sizeof word);
  // Release: whoever acquires this word sees the bytes before it.
  std::atomic_ref<Word>(*reinterpret_cast<Word*>(to)).store(word, std::memory_order_release);
  return sizeof word;
}

using Transfer = ssize_t (*)(pid_t, const iovec*, unsigned long, const iovec*, unsigned long, unsigned long);

// One call moves all of a request but the largest.
bool by_kernel(Transfer transfer, const Place& place, const Pieces& here) {
  iovec local[pieces_max];
  for (std::uint64_t done = 0; done < here.bytes;) {
    const Pieces rest = part_of(here, done, here.bytes - done, local);
    const iovec remote{reinterpret_cast<void*>(place.there + done), rest.bytes};
    const ssize_t moved = transfer(pid_of(place.process), rest.of, rest.count, &remote, 1, 0);
    if (moved <= 0) return false;
    done += static_cast<std::uint64_t>(moved);
  }
  return true;
}

}  // namespace

Pieces part_of(const Pieces& all, std::uint64_t from, std::uint64_t bytes, iovec* into) {
  Pieces part{into, 0, bytes};
  for (const iovec* piece = all.of; bytes > 0; ++piece) {
    if (from >= piece->iov_len) {
      from -= piece->iov_len;
      continue;
    }
    const std::size_t some = std::min<std::uint64_t>(piece->iov_len - from, bytes);
    into[part.count++] = {static_cast<char*>(piece->iov_base) + from, some};
    bytes -= some;
    from = 0;
  }
  return part;
}

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
    if (left >= 8 && is_aligned(to + at, 8))
      at += copy_word<std::uint64_t>(to + at, from + at);
    else if (left >= 4 && is_aligned(to + at, 4))
      at += copy_word<std::uint32_t>(to + at, from + at);
    else
      at += copy_word<unsigned char>(to + at, from + at);
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
