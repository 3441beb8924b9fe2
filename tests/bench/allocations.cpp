#include "tests/bench/allocations.hpp"

#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdlib>

namespace {
std::atomic<std::uint64_t> counted{0};
void count() {
  counted.fetch_add(1, std::memory_order_relaxed);
}
}  // namespace

namespace gin::bench {
std::uint64_t allocations() {
  return counted.load(std::memory_order_relaxed);
}
bool allocations_are_counted() {
  return true;
}
}  // namespace gin::bench

// The program's own definitions come before the library's, whose work these pass on to it.
extern "C" {
void* __libc_malloc(std::size_t bytes);
void* __libc_calloc(std::size_t number, std::size_t bytes);
void* __libc_realloc(void* before, std::size_t bytes);
void* __libc_memalign(std::size_t alignment, std::size_t bytes);

void* malloc(std::size_t bytes) noexcept {
  count();
  return __libc_malloc(bytes);
}
void* calloc(std::size_t number, std::size_t bytes) noexcept {
  count();
  return __libc_calloc(number, bytes);
}
void* realloc(void* before, std::size_t bytes) noexcept {
  count();
  return __libc_realloc(before, bytes);
}
void* aligned_alloc(std::size_t alignment, std::size_t bytes) noexcept {
  count();
  return __libc_memalign(alignment, bytes);
}
void* memalign(std::size_t alignment, std::size_t bytes) noexcept {
  return aligned_alloc(alignment, bytes);
}
int posix_memalign(void** out, std::size_t alignment, std::size_t bytes) noexcept {
  *out = aligned_alloc(alignment, bytes);
  return *out ? 0 : ENOMEM;
}
void* mmap(void* at, std::size_t bytes, int protection, int flags, int file, off_t offset) noexcept {
  count();
  return reinterpret_cast<void*>(syscall(SYS_mmap, at, bytes, protection, flags, file, offset));
}
}
