// How an operation reaches its peer. Chosen per class of peer when the run starts; programs never see it.
#pragma once

#include <cstdint>

#include "core/base/ids.hpp"

namespace gin {

enum class Path : std::uint8_t {
  pointer,           ///< loads and stores, over NVLink or shared memory
  gpu,               ///< the agent builds the work request and rings the doorbell
  gpu_cpu_doorbell,  ///< the agent builds it, a CPU thread rings
  proxy,             ///< the agent pushes a command, a CPU thread posts it
  host,              ///< the program runs on the CPU: agents are streams, loops are kernels, calls are enqueued
};
inline constexpr std::uint32_t path_count = 5;

constexpr const char* name(Path path) {
  constexpr const char* names[path_count] = {"pointer", "gpu", "gpu-cpu-doorbell", "proxy", "host"};
  return names[static_cast<std::uint32_t>(path)];
}

/// Which path leads to each peer, known when the run starts.
struct PathTable {
  const Path* by_peer = nullptr;

  Path operator()(Pe peer) const { return by_peer[peer.value]; }
  static constexpr bool may_be(Path) { return true; }
};

/// The same for a kernel, which is compiled for a path within the node and one to other nodes: it has no code of others.
template <Path same_node, Path other_node>
struct PathsByClass {
  std::uint32_t first_of_node = 0;
  std::uint32_t pes_per_node = 1;

  constexpr Path operator()(Pe peer) const {
    if constexpr (same_node == other_node) return same_node;
    return peer.value - first_of_node < pes_per_node ? same_node : other_node;
  }
  static constexpr bool may_be(Path path) { return path == same_node || path == other_node; }
};

}  // namespace gin
