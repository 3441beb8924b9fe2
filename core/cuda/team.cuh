// The lanes of an agent on a GPU: a thread by itself, a warp, or a block; and those of a warp that have the same key.
// Compiled by nvcc only.
#pragma once

#include <cstdint>

#include "core/device/team.hpp"

namespace gin {

/// Some lanes of a warp, which all of them know.
class CudaGroup {
 public:
  GIN_DEVICE explicit CudaGroup(std::uint32_t mask) : mask_(mask), me_(threadIdx.x % 32) {}

  GIN_DEVICE std::uint32_t lane() const { return __popc(mask_ & ((1u << me_) - 1)); }
  GIN_DEVICE std::uint32_t lanes() const { return __popc(mask_); }
  GIN_DEVICE void sync() const { __syncwarp(mask_); }
  GIN_DEVICE std::uint64_t broadcast(std::uint64_t value) const { return of(value, __ffs(mask_) - 1); }
  GIN_DEVICE Scan scan(std::uint64_t value) const {
    Scan scan;
    for (std::uint32_t left = mask_; left != 0; left &= left - 1) {
      const auto lane = static_cast<std::uint32_t>(__ffs(left) - 1);
      const std::uint64_t other = of(value, lane);
      if (lane < me_) scan.before += other;
      scan.total += other;
    }
    return scan;
  }

 private:
  GIN_DEVICE std::uint64_t of(std::uint64_t value, std::uint32_t lane) const {
    return __shfl_sync(mask_, static_cast<unsigned long long>(value), static_cast<int>(lane));
  }

  std::uint32_t mask_;
  std::uint32_t me_;
};

/// All lanes of an agent.
class CudaTeam {
 public:
  GIN_DEVICE CudaTeam(std::uint32_t lane, std::uint32_t lanes, std::uint64_t* shared)
      : lane_(lane), lanes_(lanes), shared_(shared) {}

  GIN_DEVICE std::uint32_t lane() const { return lane_; }
  GIN_DEVICE std::uint32_t lanes() const { return lanes_; }
  GIN_DEVICE void sync() const {
    if (lanes_ > 32)
      __syncthreads();
    else if (lanes_ > 1)
      __syncwarp();
  }
  GIN_DEVICE std::uint64_t broadcast(std::uint64_t value) const {
    if (lanes_ == 1) return value;
    if (lanes_ == 32) return CudaGroup(whole_warp).broadcast(value);
    if (lane_ == 0) shared_[0] = value;
    __syncthreads();
    const std::uint64_t told = shared_[0];
    __syncthreads();  // every lane has read it before it is written again
    return told;
  }
  GIN_DEVICE Scan scan(std::uint64_t value) const {
    if (lanes_ == 1) return {0, value};
    Scan own = CudaGroup(whole_warp).scan(value);
    if (lanes_ == 32) return own;
    if (lane_ % 32 == 0) shared_[lane_ / 32] = own.total;
    __syncthreads();
    own.total = 0;
    for (std::uint32_t warp = 0; warp < lanes_ / 32; ++warp) {
      if (warp < lane_ / 32) own.before += shared_[warp];
      own.total += shared_[warp];
    }
    __syncthreads();  // as in broadcast
    return own;
  }
  GIN_DEVICE CudaGroup match(std::uint32_t key) const {
    if (lanes_ == 1) return CudaGroup(1u << threadIdx.x % 32);
    return CudaGroup(__match_any_sync(whole_warp, key));
  }

 private:
  static constexpr std::uint32_t whole_warp = 0xffffffff;

  std::uint32_t lane_;
  std::uint32_t lanes_;
  std::uint64_t* shared_;
};

}  // namespace gin
