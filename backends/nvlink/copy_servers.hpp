// The CPU threads that have copy engines carry out what a PE's agents ask for by other paths than pointer: proxies that serve its rings
// (path proxy), or one that is the NIC of its queues (path gpu).
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "backends/nvlink/copy_fabric.hpp"
#include "backends/nvlink/copy_nic.hpp"
#include "core/cuda/copy_engine.hpp"
#include "core/cuda/queues.hpp"
#include "core/process/kernel_rings.hpp"
#include "core/process/process_plan.hpp"
#include "core/proxy/proxy.hpp"

namespace gin::nvlink {

class CopyServers {
 public:
  struct Place {
    Pe me;
    std::uint32_t streams = 1;  ///< that all of them may have
  };
  /// On the GPU that the calling thread has chosen. `heaps`: of all PEs, as that GPU reaches them. Throws Error(failed).
  CopyServers(const ProcessPlan& plan, const Place& place, WallWorld& world,
              const std::vector<unsigned char*>& heaps);

  /// Rings and queues, to agents whose contexts are known.
  void give_to(gpu::AgentsOf& agents) const;
  /// By thread `index`, which has chosen the GPU, over and over. Returns whether there was anything to do.
  bool round(std::uint32_t index);
  /// Once agents are at their last line: whether nothing of theirs is under way any more.
  bool are_complete() const;
  /// Why agents may have ended, or "".
  std::string what_failed() const;

 private:
  using Fabric = CopyFabric<gpu::CopyEngine>;
  using Nic = CopyNic<gpu::CopyEngine, PinnedQueueFormat>;
  struct Served {
    Served(const CopyServers& all, WallWorld& world, const std::vector<unsigned char*>& heaps,
           std::uint32_t streams)
        : env(world, WallEnv::Identity{all.me_}), engine(all.me_, heaps, streams) {}
    WallEnv env;
    gpu::CopyEngine engine;
    std::deque<WallEnv::Gate> pushed;  ///< by ring
    std::optional<Fabric> fabric;
    std::optional<Proxy<WallEnv, Fabric>> proxy;
    std::optional<Nic> nic;
  };
  void serve_rings(Served& served, std::uint32_t index);

  const ProcessPlan& plan_;
  const Pe me_;
  WallEnv::Gate told_;
  std::optional<KernelRings> rings_;
  std::optional<gpu::Queues> queues_;
  std::deque<Served> served_;
};

}  // namespace gin::nvlink
