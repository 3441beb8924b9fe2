// A row on threads of this process: what the wall-clock backends have in common whose PEs all live here.
#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "core/fabric/heap.hpp"
#include "core/run/agent_memory.hpp"
#include "core/run/backend.hpp"
#include "core/run/heap_plan.hpp"
#include "core/run/ring_memory.hpp"
#include "core/run/stack_rules.hpp"
#include "core/run/wall_job.hpp"

namespace gin {

class InProcessRun : public OtherPes {
 public:
  trace::Row run(const Progress& progress);

  // There are no other PEs.
  void arrive(std::uint64_t) override {}
  bool are_there() override { return true; }
  bool are_through() override { return true; }
  void progressed() override {}
  std::uint64_t progress_heard() override { return 0; }

 protected:
  struct Shape {
    std::string backend;  ///< its name
    std::uint32_t workers = 0;
    std::chrono::seconds slower{0};  ///< what is added to launch.hang_after_s
  };
  /// One PE as its agents see it.
  struct PeState {
    std::vector<Path> paths;
    std::vector<unsigned char*> pointers;
    std::vector<SendQueue<WallEnv>> queues;  ///< by peer and queue of the peer
    std::uint32_t queues_per_peer = 0;
    std::vector<WorkRequest> slots;
    std::vector<QueueGpuWords> queue_words;
    std::vector<QueueHostWords> doorbells;
    std::deque<RingMemory> rings;
  };

  InProcessRun(const RunRequest& request, const Shape& shape, StackRules stack);

  [[noreturn]] void refuse(const std::string& expected, const std::string& got, const std::string& advice) const;
  void refuse_program(const Capabilities& has) const;
  void refuse_phantom() const;
  /// All that will run, the NIC's too: not too many, and whether each has a core decides how they wait.
  void count_threads(std::size_t threads);

  /// Fills the heaps; PEs come after it.
  void make_heaps();
  /// Its queues start at `first_index`.
  void make_pe(PeState& state, Pe pe, std::uint32_t queues_per_peer, std::uint64_t first_index);
  /// Rings that the stack wants, to be served by somebody.
  void make_rings(PeState& state);
  Ring<WallEnv> ring(PeState& state, std::uint32_t index) {
    return state.rings[index].ring<WallEnv>(gate_, gate_, gate_);
  }
  void make_agent(PeState& state, const WallEnv::Identity& who, PacedActor* paced);
  /// What stands between the program and the fabric.
  virtual std::vector<std::string> layers() const { return {}; }

  const RunRequest& request_;
  const Shape shape_;
  const scenario::Scenario& scenario_;
  const StackRules stack_;
  const Launch launch_;
  std::unique_ptr<ProgramInstance> program_;
  HeapPlan plan_;
  QueueRules rules_;  ///< the stack's, until a backend says otherwise
  SymmetricHeaps heaps_;
  WallWorld world_;
  WallEnv::Gate gate_;
  std::deque<WallEnv> envs_;
  std::deque<AgentMemory<WallEnv>> memory_;
  WallJob job_;
};

}  // namespace gin
