// A doorbell never goes back, whenever agents meet: a NIC takes the last value that is written for the truth.
#include <gtest/gtest.h>

#include <functional>
#include <utility>
#include <vector>

#include "core/device/gpu_submission.hpp"

namespace gin {
namespace {

/// What a submission asks of an environment. While a doorbell is on its way to memory, `meanwhile` happens.
struct MeetingEnv {
  struct Gate {};
  using Limit = int;
  using Paths = PathTable;
  using Queues = QueueTable<MeetingEnv>;
  std::uint64_t observe(Gate&) const { return 0; }
  bool idle(Gate&, std::uint64_t, const Waiting&, Limit) const { return true; }
  void notify(Gate&) {}
  Limit limit(Deadline) const { return 0; }
  void post(SendQueue<MeetingEnv>& queue, std::uint64_t index) {
    if (const auto others = std::exchange(meanwhile, nullptr)) others();
    queue.announce(index);
    doorbells.push_back(queue.memory.host->announced);
  }
  std::function<void()> meanwhile;
  std::vector<std::uint64_t> doorbells;  ///< as they are in memory, one after the other
};

class Agents : public testing::Test {
 protected:
  Agents() { queue_.memory = {slots_, &gpu_, &host_, 8, 8}; }
  void put() {
    Operation operation;
    operation.bytes = 64;
    GpuSubmission<MeetingEnv>(env_, view_).post({queue_}, OneLaneBatch(&operation, 1), {});
  }
  MeetingEnv env_;
  SendQueue<MeetingEnv> queue_;

 private:
  AgentView<MeetingEnv> view_;
  WorkRequest slots_[8];
  QueueGpuWords gpu_ = words_from(0);
  QueueHostWords host_;
};

TEST_F(Agents, WhoComesWhileAnotherRingsLeavesItsDoorbellToThatOne) {
  env_.meanwhile = [this] { put(), put(); };
  put();
  EXPECT_EQ(env_.doorbells, (std::vector<std::uint64_t>{1, 3}));
}

TEST_F(Agents, TheDutyIsOverWithTheLastDoorbell) {
  env_.meanwhile = [this] { put(); };
  put();
  put();
  EXPECT_EQ(env_.doorbells, (std::vector<std::uint64_t>{1, 2, 3}));
  EXPECT_EQ(queue_.words().ringing, 0u);
}

}  // namespace
}  // namespace gin
