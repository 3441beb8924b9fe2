// A kernel while it runs, as the host sees it: lines, whether it has ended or failed, and its end before its time.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/cuda/kernels.hpp"
#include "core/cuda/memory.hpp"

namespace gin::gpu {

/// Its words, streams and times; calls from the thread that made it, which has chosen its GPU.
class RunningKernel {
 public:
  static constexpr std::uint32_t streams = 2;

  struct Shape {
    std::uint32_t agents = 1;
    std::uint64_t iterations = 1;
    std::uint32_t n_pes = 1;
    Meeting meeting = {};
  };
  explicit RunningKernel(const Shape& shape);
  /// The kernel has ended, or else this process does: what it looks at must not go before it.
  ~RunningKernel();
  RunningKernel(const RunningKernel&) = delete;
  RunningKernel& operator=(const RunningKernel&) = delete;

  void start(const Kernels& kernels, Ways ways, const Grid& grid, const void* views);

  /// Lines that all agents of this GPU have reached.
  std::uint64_t reached() const;
  /// They go on from all lines before this one.
  void may_pass(std::uint64_t lines);
  /// Whether it has ended. Throws Error(failed) where the GPU says that it failed.
  bool has_ended() const;
  /// Tells all agents to end. The kernel does so as soon as each has looked, unless one waits for nothing.
  void stop();
  /// Of an agent, once the kernel has ended before its time: what it waited for; nothing where it ran.
  std::optional<Stand> stand(std::uint32_t agent) const;

  /// Between lines `from` and `to`, by the GPU's timer.
  std::chrono::nanoseconds between(std::uint64_t from, std::uint64_t to) const;
  /// What it has counted so far (Counters), as it runs; only zeroes where kernels do not count.
  std::vector<std::uint64_t> counted() const;

 private:
  Control control() const;

  Shape shape_;
  DeviceMemory words_;
  DeviceMemory counters_;
  PinnedMemory host_;
  PinnedMemory times_;
  PinnedMemory stands_;
  PinnedMemory stop_word_;
  void* stream_ = nullptr;  // cudaStream_t
  void* aside_ = nullptr;   // for what happens while the kernel runs
  bool started_ = false;
};

}  // namespace gin::gpu
