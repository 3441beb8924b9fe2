// What GPUs of this machine do, measured: each call measures once. Of GPU 0, and where another's memory is meant of GPU 1's.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace gin::calibrate {

/// Whose memory a kernel on GPU 0 looks at.
enum class Memory : std::uint8_t { own, peer, host };

class GpuMeasurements {
 public:
  /// Takes up to a gibibyte of each GPU. Throws Error(failed).
  GpuMeasurements();
  ~GpuMeasurements();
  GpuMeasurements(const GpuMeasurements&) = delete;
  GpuMeasurements& operator=(const GpuMeasurements&) = delete;

  bool has_peer() const;
  /// "2 x NVIDIA H200, CUDA 13.0".
  std::string machine() const;
  std::uint64_t multiprocessors() const;
  std::uint64_t l2_bytes() const;

  // Nanoseconds for each, one depending on the other.
  /// Loads at random lines within so many bytes, past the L1.
  double load_ns(Memory memory, std::uint64_t bytes) const;
  /// Loads that find what they want in the L1.
  double l1_load_ns() const;
  double atomic_ns() const;
  /// A store to the own memory and a fence at the system's scope, or the GPU's.
  double fence_ns(bool system) const;
  /// A word that a thread of each GPU waits for, from here to the peer and back.
  double bounce_ns() const;
  /// Empty kernels behind each other, by the host's clock.
  double launch_ns() const;

  // Bytes a second of so many blocks of 1,024 threads.
  /// Four loads of 16 bytes of each thread under way, once over `bytes`.
  double read_rate(Memory memory, std::uint32_t blocks, std::uint64_t bytes) const;
  double write_rate(Memory memory, std::uint32_t blocks, std::uint64_t bytes) const;
  /// 256 KiB to the peer by one warp, 16 bytes a lane.
  double warp_write_rate() const;
  /// The loop of ginlab's own gets, by one block of 512 threads.
  double copy_rate(std::uint64_t bytes) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace gin::calibrate
