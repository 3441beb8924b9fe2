// First in, first out, in a ring that grows: what is queued and taken over and over costs no allocation.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace gin {

template <class T>
class Fifo {
 public:
  bool empty() const { return count_ == 0; }
  std::size_t size() const { return count_; }
  const T& front() const { return ring_[head_]; }
  T& front() { return ring_[head_]; }
  /// The one that `index` others are before.
  T& operator[](std::size_t index) { return ring_[(head_ + index) & (ring_.size() - 1)]; }
  const T& back() const { return ring_[(head_ + count_ - 1) & (ring_.size() - 1)]; }

  void push(const T& one) { behind() = one; }
  void push(T&& one) { behind() = std::move(one); }
  /// The last one, and nothing of it is wanted.
  void take_back() { --count_; }
  T pop() {
    T one = std::move(ring_[head_]);
    head_ = (head_ + 1) & (ring_.size() - 1);
    --count_;
    return one;
  }

 private:
  /// The place behind the last, which is now one further.
  T& behind() {
    if (count_ == ring_.size()) grow();
    return ring_[(head_ + count_++) & (ring_.size() - 1)];
  }
  void grow() {
    std::vector<T> larger(ring_.empty() ? 4 : ring_.size() * 2);
    for (std::size_t i = 0; i < count_; ++i) larger[i] = std::move(ring_[(head_ + i) & (ring_.size() - 1)]);
    ring_.swap(larger);
    head_ = 0;
  }

  std::vector<T> ring_;  // a power of two, or empty before first use
  std::size_t head_ = 0;
  std::size_t count_ = 0;
};

}  // namespace gin
