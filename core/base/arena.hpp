// Memory that is handed out piece by piece and given back all at once. A run of a thousand PEs touches hundreds of
// megabytes of small objects; in large regions the kernel can map them by huge pages instead of one fault each 4
// KiB. Regions outlive their arena: the next row of a sweep takes them over, for clearing pages took a quarter of a
// run.
#pragma once

#include <cstddef>
#include <vector>

namespace gin {

class Arena {
 public:
  Arena() = default;
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;
  ~Arena();

  /// `bytes` at a multiple of 64, contents undefined. Throws std::bad_alloc when there is no memory.
  std::byte* take(std::size_t bytes);

 private:
  struct Region {
    std::byte* begin;
    std::size_t bytes;
  };
  void add_region(std::size_t at_least);

  std::vector<Region> regions_;
  std::byte* next_ = nullptr;
  std::size_t left_ = 0;
};

}  // namespace gin
