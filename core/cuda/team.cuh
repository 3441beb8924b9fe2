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
    if (mask_ ==
        0xffffffff) {  // in five steps: each is a meeting, and lanes that come from different ways stay apart for all of them
      std::uint64_t sum = value;
#pragma unroll
      for (std::uint32_t distance = 1; distance < 32; distance *= 2) {
        const std::uint64_t other = __shfl_up_sync(mask_, static_cast<unsigned long long>(sum), distance);
        if (me_ >= distance) sum += other;
      }
      scan.before = sum - value;
      scan.total = of(sum, 31);
      return scan;
    }
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
  /// Shared memory of a block: a word for each of its warps, twice, so that what all read is not written again before all have come to the
  /// next barrier: one is enough for each call.
  static constexpr std::uint32_t words = 2 * 32;

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
  GIN_DEVICE std::uint64_t broadcast(std::uint64_t value) {
    if (lanes_ == 1) return value;
    if (lanes_ == 32) return CudaGroup(whole_warp).broadcast(value);
    std::uint64_t* const told = turn();
    if (lane_ == 0) told[0] = value;
    __syncthreads();
    return told[0];
  }
  GIN_DEVICE Scan scan(std::uint64_t value) {
    if (lanes_ == 1) return {0, value};
    Scan own = CudaGroup(whole_warp).scan(value);
    if (lanes_ == 32) return own;
    std::uint64_t* const totals = turn();
    if (lane_ % 32 == 0) totals[lane_ / 32] = own.total;
    __syncthreads();
    own.total = 0;
    for (std::uint32_t warp = 0; warp < lanes_ / 32; ++warp) {
      if (warp < lane_ / 32) own.before += totals[warp];
      own.total += totals[warp];
    }
    return own;
  }
  GIN_DEVICE CudaGroup match(std::uint32_t key) const {
    if (lanes_ == 1) return CudaGroup(1u << threadIdx.x % 32);
    return CudaGroup(__match_any_sync(whole_warp, key));
  }

 private:
  static constexpr std::uint32_t whole_warp = 0xffffffff;

  GIN_DEVICE std::uint64_t* turn() {
    second_ = !second_;
    return shared_ + (second_ ? words / 2 : 0);
  }

  std::uint32_t lane_;
  std::uint32_t lanes_;
  std::uint64_t* shared_;
  bool second_ = false;
};

}  // namespace gin
