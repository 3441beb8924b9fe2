// Moving bytes between this process and a place that may be in another.
//
// Where the place is mapped here, its words of eight and four bytes are written one by one and whole, first to last: who waits
// on a word of it sees the old value or the new, and what lies before it in the message is there with it. Where it is not
// mapped the kernel copies (process_vm_writev), and promises neither: that is for memory that nobody polls.
#pragma once

#include <sys/uio.h>

#include <cstddef>
#include <cstdint>

#include "core/softverbs/process_memory.hpp"

namespace softverbs {

struct Place {
  unsigned char* here = nullptr;  ///< in this process; null: not mapped
  std::uint64_t there = 0;        ///< in its own
  ProcessName process = 0;
};

/// One after the other; `bytes` is their sum.
struct Pieces {
  const iovec* of = nullptr;
  std::size_t count = 0;
  std::uint64_t bytes = 0;
};

/// At most so many of a request, or of a receive.
constexpr std::uint32_t pieces_max = 30;

/// `bytes` of them, the first being byte `from` of all; written to `into`, which has room for as many.
Pieces part_of(const Pieces& all, std::uint64_t from, std::uint64_t bytes, iovec* into);

/// False: the process is gone, or the kernel does not let us.
bool copy_to(const Place& to, const Pieces& from);
bool copy_from(const Place& from, const Pieces& to);

/// From memory of one place to memory of this process and back, as the last steps of both.
void copy_words(unsigned char* to, const unsigned char* from, std::size_t bytes);

}  // namespace softverbs
