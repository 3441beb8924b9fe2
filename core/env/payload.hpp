// The bytes that a message carries. Those of small ones lie in the message itself.
#pragma once

#include <cstring>

#include "core/base/block_pool.hpp"

namespace gin {

class Payload {
 public:
  void assign(BlockPool& pool, const unsigned char* from, std::size_t bytes) {
    release(pool);
    bytes_ = bytes;
    std::byte* to = inline_;
    if (bytes > inline_bytes) to = block_ = pool.take(bytes);
    if (bytes > 0) std::memcpy(to, from, bytes);
  }
  void release(BlockPool& pool) {
    if (block_) pool.give_back(block_, bytes_);
    block_ = nullptr;
  }
  const unsigned char* bytes() const { return reinterpret_cast<const unsigned char*>(block_ ? block_ : inline_); }

 private:
  static constexpr std::size_t inline_bytes = 64;

  std::byte inline_[inline_bytes];
  std::byte* block_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace gin
