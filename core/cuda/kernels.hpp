// A program's kernels as the host sees them: what they need, and how they are started. The one source of a program that nvcc
// compiles defines them (kernel.cuh); a program without is one that was built where no nvcc is.
#pragma once

#include <cstdint>

#include "core/cuda/control.hpp"
#include "core/device/path.hpp"
#include "core/device/program.hpp"

namespace gin::gpu {

/// The paths that kernels are compiled for, within a node and to other nodes (cmake/Environment.cmake).
enum class Ways : std::uint8_t { pointer_pointer, pointer_gpu, pointer_proxy };

/// Calls f(PathsByClass<...>{}) with the type that has that name.
template <class F>
decltype(auto) with_paths(Ways ways, F f) {
  switch (ways) {
    case Ways::pointer_gpu:
      return f(PathsByClass<Path::pointer, Path::gpu>{});
    case Ways::pointer_proxy:
      return f(PathsByClass<Path::pointer, Path::proxy>{});
    default:
      return f(PathsByClass<Path::pointer, Path::pointer>{});
  }
}

/// How agents become threads.
struct Grid {
  std::uint32_t blocks = 1;
  std::uint32_t agents_per_block = 1;
  std::uint32_t lanes = 1;  ///< of an agent: 1, 32 or those of a block
};

/// Shared memory that a program may ask for (Context::scratch), of each agent: thirteen of them fit into the 227 KiB of an SM.
inline constexpr std::uint32_t scratch_bytes = 16 << 10;
/// PEs of a job whose heaps an agent keeps at hand.
inline constexpr std::uint32_t pes_max = 64;
/// Ordering domains of an agent (Plan::contexts).
inline constexpr std::uint32_t contexts_max = 8;

/// What is left of a GPU for such a kernel.
struct Room {
  std::uint32_t lanes_max = 0;       ///< threads of a block
  std::uint32_t blocks_at_once = 0;  ///< of a multiprocessor
  std::uint32_t registers = 0;       ///< of a thread
};

/// One PE's agents, ready in the GPU's memory.
struct Start {
  Grid grid;
  const void* views = nullptr;  ///< of AgentView<CudaEnv<...>>, by agent
  Control control;
  std::uint64_t iterations = 1;
  void* stream = nullptr;  ///< a cudaStream_t
};

/// What an instance of a program is too, where nvcc compiled it. Of the GPU that the calling thread has chosen. Throws Error(failed).
class Kernels {
 public:
  virtual ~Kernels() = default;
  virtual Room room(Ways ways, const Grid& grid) const = 0;
  /// Returns at once; the kernel ends when its agents have passed the last line.
  virtual void start(Ways ways, const Start& start) const = 0;
};

/// The kernel of program `P` for `Paths`; the program's own source defines it (GIN_KERNEL).
template <class P, class Paths>
struct Kernel {
  static Room room(const Grid& grid);
  static void start(const Start& start, const Args<P>& args);
};

}  // namespace gin::gpu
