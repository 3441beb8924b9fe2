// Two PEs of one process on EFA devices that count, and what an agent of the first does to the second.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/device/context.hpp"
#include "core/env/wall_env.hpp"
#include "core/fabric/heap.hpp"
#include "core/run/agent_memory.hpp"
#include "core/verbs/efa_queues.hpp"
#include "tests/efa/traffic.hpp"

namespace gin::test {

using verbs::EfaQueues;

inline constexpr std::uint64_t queued_heap_bytes = 1 << 16;
inline constexpr std::uint64_t first_word = 4096, data_place = 8192;
inline const SoftSettings counting_devices = {{"SOFTVERBS_EFA", "95"}};

/// Two PEs of one process, and the queue of the first to the second.
struct CountingPair {
  explicit CountingPair(std::uint32_t depth = 64, std::uint64_t words = 8) : heaps({2, queued_heap_bytes, true}) {
    std::vector<std::string> addresses;
    for (std::uint32_t pe = 0; pe < 2; ++pe) {
      made.push_back(std::make_unique<EfaQueues>(
          "auto", verbs::HeapMemory({heaps.of(pe), queued_heap_bytes}),
          verbs::QueueJob{.n_pes = 2, .depth = depth, .words = {{first_word, words, 0}}}));
      addresses.push_back(made.back()->address());
    }
    for (std::uint32_t pe = 0; pe < 2; ++pe) made[pe]->connect(addresses, Pe{pe});
  }

  DeviceQueue& queue() { return made[0]->queue(Pe{1}, 0); }
  std::uint64_t& word(std::uint32_t pe, std::uint64_t offset) {
    return *reinterpret_cast<std::uint64_t*>(heaps.of(pe) + offset);
  }
  void post(const WorkRequest& request) {
    queue().write(posted, request);
    VerbsQueueFormat::ring(queue().memory, ++posted);
    queue().wake();
  }
  Completed until(std::uint64_t end) {
    Completed found;
    do {
      found = VerbsQueueFormat::look(queue().memory);
    } while (found.end < end && found.next == CompletionStatus::ok);
    return found;
  }

  SymmetricHeaps heaps;
  std::vector<std::unique_ptr<EfaQueues>> made;
  std::uint64_t posted = 0;
};

/// Values from agents' calls, several times as many as there are places for them, where some requests are late and others pass them; what came wrong, or
/// "". `before` is called in the process that does it.
inline std::string values_on_slow_devices(const std::function<void()>& before = [] {}) {
  return on_devices({{"SOFTVERBS_EFA", "95"}, {"SOFTVERBS_DELAY_US", "300"}}, [&before]() -> std::string {
    before();
    constexpr std::uint64_t count = 2000;
    CountingPair pes;
    WallWorld world;
    world.heaps = {pes.heaps.of(0), pes.heaps.of(1)};
    const std::vector<Path> paths(2, Path::gpu);
    unsigned char* const pointers[2] = {};
    SendQueue<WallEnv> queues[2];
    for (std::uint32_t peer = 0; peer < 2; ++peer) {
      queues[peer].memory = HostQueueFormat::memory_of(pes.made[0]->queue(Pe{peer}, 0), nullptr);
      queues[peer].peer = Pe{peer};
    }
    WallEnv env(world, {.pe = Pe{0}});
    AgentMemory<WallEnv> memory({.contexts = 1, .connections = 2, .rings = 1});
    QueueRules rules;
    rules.post.counted = true;
    rules.post.message_max = pes.made[0]->limits().message_max;
    AgentView<WallEnv> view = memory.view({.n_pes = 2, .agents = 1}, rules);
    view.heap = pes.heaps.of(0);
    view.peers = pointers;
    view.paths = {paths.data()};
    view.queues = {queues, 1};
    Context<WallEnv> agent(env, view);
    try {
      for (std::uint64_t i = 0; i < count; ++i) agent.p(Place{data_place + 8 * i, 8}, i + 1, Pe{1});
      agent.quiet();
    } catch (const Undone& undone) {
      return std::string(undone.call) + ": " + name(undone.failure.status);
    }
    for (std::uint64_t i = 0; i < count; ++i)
      if (pes.word(1, data_place + 8 * i) != i + 1)
        return "value " + std::to_string(i) + " is " + std::to_string(pes.word(1, data_place + 8 * i));
    return "";
  });
}

}  // namespace gin::test
