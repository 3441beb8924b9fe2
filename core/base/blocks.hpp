// A list that grows without moving what is in it, and keeps its memory when it is cleared. For millions of small
// objects: growing copies nothing, and no object has an allocation of its own.
#pragma once

#include <new>
#include <type_traits>
#include <vector>

#include "core/base/arena.hpp"

namespace gin {

/// Room for `per_block` objects, a power of two, is made at a time.
template <class T, std::size_t per_block>
class Blocks {
  static_assert((per_block & (per_block - 1)) == 0);
  static_assert(std::is_trivially_destructible_v<T>, "the arena forgets its objects");

 public:
  /// Several lists may share an arena, which must outlive them.
  explicit Blocks(Arena& arena) : arena_(arena) {}

  std::size_t size() const { return size_; }
  T& operator[](std::size_t index) { return blocks_[index / per_block][index % per_block]; }
  const T& operator[](std::size_t index) const { return blocks_[index / per_block][index % per_block]; }

  /// One more, as it was made or as it was when the list was cleared.
  T& add() {
    if (size_ == blocks_.size() * per_block)
      blocks_.push_back(reinterpret_cast<T*>(arena_.take(per_block * sizeof(T))));
    T& one = (*this)[size_++];
    // Not before it is used, or all of them would be fetched into the caches twice.
    if (size_ > made_) ++made_, new (&one) T;
    return one;
  }
  void clear() { size_ = 0; }

 private:
  Arena& arena_;
  std::vector<T*> blocks_;
  std::size_t size_ = 0;
  std::size_t made_ = 0;
};

}  // namespace gin
