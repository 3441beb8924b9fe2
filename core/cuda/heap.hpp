// A PE's symmetric heap in the memory of its GPU, and those of others as this GPU reaches them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace gin::gpu {

/// Of the GPU that the calling thread has chosen; zero at the start.
class Heap {
 public:
  /// Throws Error(failed) where there is no room.
  explicit Heap(std::uint64_t bytes);
  ~Heap();
  Heap(const Heap&) = delete;
  Heap& operator=(const Heap&) = delete;

  unsigned char* data() const;
  /// Whole heaps, from the host's memory and to it. Throw Error(failed).
  void write(const unsigned char* from, std::uint64_t bytes) const;
  void read(unsigned char* to, std::uint64_t bytes) const;
  /// What others have to know to reach it; any bytes, valid while this heap lives.
  std::string address() const;
  /// From the addresses of all PEs in their order; `me` is this one. Null where this GPU cannot reach the other's memory by
  /// load and store. Throws Error(failed).
  std::vector<unsigned char*> reach(const std::vector<std::string>& addresses, std::uint32_t me);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gin::gpu
