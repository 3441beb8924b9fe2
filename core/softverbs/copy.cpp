#include "core/softverbs/copy.hpp"

#include <atomic>
#include <cstring>

namespace softverbs {
namespace {

// Longer ones are copied by memcpy up to here from their end.
constexpr std::size_t by_words_max = 256;

// What an adapter reads somebody may be writing: aligned words come whole.
std::uint64_t load_word(const unsigned char* from) {
  if (reinterpret_cast<std::uintptr_t>(from) % 8 == 0)
    return std::atomic_ref<std::uint64_t>(*reinterpret_cast<std::uint64_t*>(const_cast<unsigned char*>(from)))
        .load(std::memory_order_relaxed);
  std::uint64_t word = 0;
  std::memcpy(&word, from, sizeof word);
  return word;
}

// Release: whoever acquires this word sees the bytes before it.
void store_word(unsigned char* to, std::uint64_t word) {
  std::atomic_ref<std::uint64_t>(*reinterpret_cast<std::uint64_t*>(to)).store(word, std::memory_order_release);
}

void copy_bytes(unsigned char* to, const unsigned char* from, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes; ++i) {
    const std::atomic_ref<unsigned char> byte(const_cast<unsigned char&>(from[i]));
    std::atomic_ref<unsigned char>(to[i]).store(byte.load(std::memory_order_relaxed), std::memory_order_release);
  }
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
  const std::size_t odd = -reinterpret_cast<std::uintptr_t>(to) % 8;
  const std::size_t head = odd < bytes ? odd : bytes;
  copy_bytes(to, from, head);
  std::size_t at = head;
  for (; at + 8 <= bytes; at += 8) store_word(to + at, load_word(from + at));
  copy_bytes(to + at, from + at, bytes - at);
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
