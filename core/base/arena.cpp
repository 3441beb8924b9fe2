#include "core/base/arena.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <limits>
#include <map>
#include <mutex>
#include <new>

namespace gin {
namespace {
constexpr std::size_t alignment = 64;
constexpr std::size_t first_region = std::size_t{64} << 10;
constexpr std::size_t huge_page = std::size_t{2} << 20;
constexpr std::size_t largest_region = std::size_t{32} << 20;
constexpr std::size_t most = std::numeric_limits<std::size_t>::max() / 2;  // rounding it up does not wrap

std::size_t rounded_up(std::size_t number, std::size_t to) {
  return (number + to - 1) / to * to;
}

/// Regions that no arena uses, for arenas of all threads.
class Spare {
 public:
  void give(std::byte* begin, std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    by_size_[bytes].push_back(begin);
  }
  std::byte* take(std::size_t bytes) {
    const std::lock_guard lock(mutex_);
    std::vector<std::byte*>& regions = by_size_[bytes];
    if (regions.empty()) return nullptr;
    std::byte* region = regions.back();
    regions.pop_back();
    return region;
  }
  ~Spare() {
    for (const auto& [bytes, regions] : by_size_)
      for (std::byte* region : regions) munmap(region, bytes);
  }

 private:
  std::mutex mutex_;
  std::map<std::size_t, std::vector<std::byte*>> by_size_;
};

Spare& spare() {
  static Spare regions;
  return regions;
}

std::byte* new_region(std::size_t bytes) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  // A hint: without huge pages everything works, in more time.
  if (bytes >= huge_page) static_cast<void>(madvise(memory, bytes, MADV_HUGEPAGE));
  return static_cast<std::byte*>(memory);
}
}  // namespace

Arena::~Arena() {
  for (const Region& region : regions_) spare().give(region.begin, region.bytes);
}

std::byte* Arena::take(std::size_t bytes) {
  if (bytes > most) throw std::bad_alloc();
  bytes = rounded_up(bytes, alignment);
  if (bytes > left_) add_region(bytes);
  std::byte* piece = next_;
  next_ += bytes;
  left_ -= bytes;
  return piece;
}

/// Each region is twice as large as the last: a small run stays small.
void Arena::add_region(std::size_t at_least) {
  const std::size_t usual = regions_.empty() ? first_region : std::min(regions_.back().bytes * 2, largest_region);
  const std::size_t bytes = rounded_up(std::max(usual, at_least), first_region);
  std::byte* begin = spare().take(bytes);
  if (!begin) begin = new_region(bytes);  // may throw; then this arena is as it was
  regions_.push_back({begin, bytes});
  next_ = begin;
  left_ = bytes;
}

}  // namespace gin
