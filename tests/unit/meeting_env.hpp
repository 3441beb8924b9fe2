// Agents that meet at a queue where a test says so: while one of them is about to ring, others come.
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "core/device/gpu_submission.hpp"
#include "core/device/host_queue_format.hpp"

namespace gin {

namespace test {
struct MeetingEnv;
}
/// A device may stand behind the queue, or nobody.
template <>
struct FormatsOf<test::MeetingEnv> {
  using Queue = HostQueueFormat;
  using Commands = SixteenByteCommands;
};

namespace test {

/// What a submission asks of an environment. While a doorbell is on its way to memory, `meanwhile` happens.
struct MeetingEnv {
  struct Gate {};
  using Limit = int;
  using Paths = PathTable;
  using Queues = QueueTable<MeetingEnv>;
  std::uint64_t observe(Gate&) const { return 0; }
  bool idle(Gate&, std::uint64_t, const Waiting&, Limit) {
    if (while_waiting) while_waiting();
    return true;
  }
  void notify(Gate&) {}
  // A clock that nobody reads, for what only virtual time has.
  void charge(Cost, std::uint32_t) {}
  void settle(Scope) {}
  bool touch(const Access&, std::uint64_t) { return false; }
  Limit limit(Deadline) const { return 0; }
  void post(SendQueue<MeetingEnv>& queue, std::uint64_t index) {
    if (const auto others = std::exchange(meanwhile, nullptr)) others();
    queue.announce(index);
    doorbells.push_back(index);
  }
  std::function<void()> meanwhile;
  std::function<void()> while_waiting;   ///< what others do while an agent waits for them
  std::vector<std::uint64_t> doorbells;  ///< as they came to memory, one after the other
};

/// One queue, and what agents put into it.
class MeetingAgents {
 public:
  explicit MeetingAgents(const HostQueueFormat::Memory& memory) { queue_.memory = memory; }
  /// In memory of its own, where nobody looks.
  MeetingAgents() : MeetingAgents(HostQueueFormat::Memory{{slots_, &gpu_, &host_, 8, 8}, nullptr}) {}
  MeetingAgents(const MeetingAgents&) = delete;

  void put() {
    Operation operation;
    operation.bytes = 64;
    GpuSubmission<MeetingEnv>(env, view_).post({queue_}, OneLaneBatch(&operation, 1), {});
  }
  QueueGpuWords& words() { return queue_.words(); }
  QueueRules& rules() { return view_.rules; }

  MeetingEnv env;

 private:
  SendQueue<MeetingEnv> queue_;
  AgentView<MeetingEnv> view_;
  WorkRequest slots_[8];
  QueueGpuWords gpu_ = words_from(0);
  QueueHostWords host_;
};

}  // namespace test
}  // namespace gin
