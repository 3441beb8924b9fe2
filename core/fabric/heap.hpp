// The symmetric heaps of all PEs of this process and its children: one reservation, touched as it is used, zero at
// the start. It has no name, so nothing is left of it when processes are killed.
#pragma once

#include <cstdint>

namespace gin {

class SymmetricHeaps {
 public:
  struct Size {
    std::uint32_t pes = 1;
    std::uint64_t bytes = 0;  ///< per PE
    bool shared = false;      ///< with processes that are forked afterwards
  };
  /// Throws Error(failed) with a sentence when the memory cannot be reserved.
  explicit SymmetricHeaps(Size size);
  ~SymmetricHeaps();
  SymmetricHeaps(const SymmetricHeaps&) = delete;
  SymmetricHeaps& operator=(const SymmetricHeaps&) = delete;

  unsigned char* of(std::uint32_t pe) const { return base_ + pe * stride_; }
  std::uint64_t bytes() const { return bytes_; }

 private:
  std::uint64_t bytes_;
  std::uint64_t stride_;
  std::uint64_t total_;
  unsigned char* base_ = nullptr;
};

}  // namespace gin
