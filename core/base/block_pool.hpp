// Memory of any size that is taken and given back over and over: blocks by powers of two, kept for the next taker.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <new>
#include <vector>

namespace gin {

class BlockPool {
 public:
  static constexpr std::size_t alignment = 64;

  BlockPool() = default;
  BlockPool(const BlockPool&) = delete;
  BlockPool& operator=(const BlockPool&) = delete;
  ~BlockPool() {
    for (std::byte* block : all_) ::operator delete (block, std::align_val_t{alignment});
  }

  /// At least `bytes` of memory, its contents undefined; the last block of this size that was given back.
  std::byte* take(std::size_t bytes) {
    std::vector<std::byte*>& free = free_of(bytes);
    if (free.empty()) return make(bytes);
    std::byte* block = free.back();
    free.pop_back();
    return block;
  }
  /// `bytes` as it was taken.
  void give_back(std::byte* block, std::size_t bytes) { free_of(bytes).push_back(block); }

 private:
  static std::size_t size_class(std::size_t bytes) {
    return static_cast<std::size_t>(std::bit_width(std::max(bytes, alignment) - 1));
  }
  std::vector<std::byte*>& free_of(std::size_t bytes) { return free_[size_class(bytes)]; }
  std::byte* make(std::size_t bytes) {
    const std::size_t size = std::size_t{1} << size_class(bytes);
    all_.push_back(static_cast<std::byte*>(::operator new (size, std::align_val_t{alignment})));
    return all_.back();
  }

  std::array<std::vector<std::byte*>, 65> free_;
  std::vector<std::byte*> all_;
};

}  // namespace gin
