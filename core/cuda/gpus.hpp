// The GPUs of this machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gin::gpu {

struct Gpu {
  std::string name;  ///< "NVIDIA H200"
  std::uint32_t multiprocessors = 0;
  std::string address;  ///< on PCI: "0000:53:00.0"
};

/// By number; empty where there is none. Starts CUDA in this process, which must not fork afterwards. Throws Error(failed)
/// where there is a driver that says why it does not answer.
std::vector<Gpu> gpus();

/// What a GPU can do in the memory of another, by their numbers. Throws Error(failed).
struct Reach {
  bool loads_and_stores = false;
  bool atomics = false;
};
Reach reach(std::uint32_t from, std::uint32_t to);

/// Streams of a process that run side by side: what is in one more may wait for a kernel that waits for it.
inline constexpr std::uint32_t streams_max = 32;
/// `count` of them will be wanted, by this process and those that it forks. Before CUDA starts there, while this one has a single thread.
void ask_for_streams(std::uint32_t count);

/// The calling thread works with that one from now on. Throws Error(failed).
void choose(std::uint32_t gpu);

}  // namespace gin::gpu
