// What the agents of one PE start with, made ready in the GPU's memory.
#pragma once

#include <cstdint>
#include <vector>

#include "core/cuda/control.hpp"
#include "core/cuda/kernels.hpp"
#include "core/cuda/memory.hpp"
#include "core/cuda/queues.hpp"
#include "core/cuda/ring.hpp"
#include "core/device/agent_view.hpp"

namespace gin::gpu {

struct AgentsOf {
  Pe me;
  Launch launch;
  std::uint32_t contexts = 1;
  QueueRules rules;
  unsigned char* heap = nullptr;           ///< where the GPU reaches it
  std::vector<unsigned char*> peers = {};  ///< by PE, as this GPU reaches them; null where it does not
  std::uint32_t near_begin = 0;            ///< PEs that the first of the two paths leads to
  std::uint32_t near_count = 0;
  std::uint64_t meeting_at = 0;  ///< in heaps: a Greeting of each PE, where GPUs meet at lines; 0: they do not
  std::uint32_t rings_per_context = 0;
  std::vector<const CommandRing*> rings = {};  ///< by agent, context and number
  std::uint32_t queues_per_peer = 0;
  std::vector<Queues::Memory> queues = {};  ///< by peer, then queue of the peer
};

/// Views of all agents and everything they point to; as long as the kernel runs. Throws Error(failed).
class Agents {
 public:
  Agents(Ways ways, const AgentsOf& of);
  const void* views() const { return memory_.data(); }
  const Meeting& meeting() const { return meeting_; }

 private:
  DeviceMemory memory_;
  DeviceMemory greetings_;
  Meeting meeting_;
};

}  // namespace gin::gpu
