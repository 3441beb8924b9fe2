// The two queues of a queue pair, over a device that only notes what it is handed: who shares a doorbell and a completion,
// who is told what of a failure, and when buffers go back.
#include <gtest/gtest.h>

#include "core/verbs/receives.hpp"
#include "core/verbs/sends.hpp"

namespace gin::verbs {
namespace {

/// verbs.h reaches a device through its context's operations, so this is one.
class NotingDevice {
 public:
  NotingDevice() {
    context_.ops.post_send = [](ibv_qp* its_pair, ibv_send_wr* work, ibv_send_wr**) {
      auto& calls = static_cast<NotingDevice*>(its_pair->qp_context)->sent;
      calls.emplace_back();
      for (; work; work = work->next) calls.back().push_back(*work);
      return 0;
    };
    context_.ops.post_recv = [](ibv_qp* its_pair, ibv_recv_wr* work, ibv_recv_wr**) {
      auto& calls = static_cast<NotingDevice*>(its_pair->qp_context)->received;
      calls.emplace_back();
      for (; work; work = work->next) calls.back().push_back(work->wr_id);
      return 0;
    };
    pair.context = &context_;
    pair.qp_context = this;
  }
  NotingDevice(const NotingDevice&) = delete;

  ibv_qp pair{};
  std::vector<std::vector<ibv_send_wr>> sent;  ///< by call
  std::vector<std::vector<std::uint64_t>> received;

 private:
  ibv_context context_{};
};

class VerbsSends : public testing::Test {
 protected:
  static constexpr std::uint32_t depth = 32;

  void add(std::uint64_t token) { sends.add(token); }
  /// What a completion of it says.
  std::uint32_t position_of(const ibv_send_wr& work) const { return static_cast<std::uint32_t>(work.wr_id); }
  std::vector<std::pair<std::uint64_t, CompletionStatus>> told() {
    std::vector<std::pair<std::uint64_t, CompletionStatus>> all;
    while (!done.empty()) {
      const Done one = done.pop();
      all.emplace_back(one.token, one.status);
    }
    return all;
  }

  NotingDevice device;
  std::vector<unsigned char> staging = std::vector<unsigned char>(depth * Sends::staged_bytes);
  Sends sends{&device.pair, staging, 5};
  Fifo<Done> done;
};

using Told = std::vector<std::pair<std::uint64_t, CompletionStatus>>;
constexpr CompletionStatus is_ok = CompletionStatus::ok;

TEST_F(VerbsSends, OfAChainTheLastIsSignaledAndTellsOfAll) {
  for (std::uint64_t token : {70, 71, 72}) add(token);
  EXPECT_TRUE(device.sent.empty()) << "before the doorbell";
  sends.ring();
  ASSERT_EQ(device.sent.size(), 1u);
  ASSERT_EQ(device.sent[0].size(), 3u);
  for (int i : {0, 1, 2}) EXPECT_EQ((device.sent[0][i].send_flags & IBV_SEND_SIGNALED) != 0, i == 2) << i;
  EXPECT_EQ(device.sent[0][2].wr_id >> 32, 5u);
  sends.tell(position_of(device.sent[0][2]), CompletionStatus::ok, done);
  EXPECT_EQ(told(), (Told{{70, is_ok}, {71, is_ok}, {72, is_ok}}));
}

TEST_F(VerbsSends, AFullChainRingsByItself) {
  for (std::uint32_t i = 0; i <= Sends::chain_max; ++i) add(i);
  ASSERT_EQ(device.sent.size(), 1u);
  EXPECT_EQ(device.sent[0].size(), Sends::chain_max);
  EXPECT_TRUE(sends.wants_doorbell()) << "the one behind it";
}

TEST_F(VerbsSends, IsFullUntilSomethingIsToldAndGoesRoundItsPositions) {
  std::uint64_t next = 0;
  for (int round = 0; round < 5; ++round) {
    while (!sends.is_full()) {
      Sends::Request& request = sends.add(next);
      EXPECT_EQ(request.staged, &staging[next % depth * Sends::staged_bytes]);
      ++next;
    }
    if (sends.wants_doorbell()) sends.ring();
    EXPECT_EQ(next, (round + 1) * depth);
    sends.tell(position_of(device.sent.back().back()), CompletionStatus::ok, done);
    EXPECT_EQ(told().size(), depth);
  }
}

TEST_F(VerbsSends, TheFirstFailureHasItsWordAndThoseBehindItAreFlushed) {
  for (std::uint64_t token : {1, 2, 3, 4}) add(token);
  sends.ring();
  sends.tell(position_of(device.sent[0][1]), CompletionStatus::remote_access, done);
  EXPECT_EQ(told(), (Told{{1, is_ok}, {2, CompletionStatus::remote_access}}));
  EXPECT_TRUE(sends.is_broken());
  sends.tell(position_of(device.sent[0][3]), CompletionStatus::flushed, done);
  EXPECT_EQ(told(), (Told{{3, CompletionStatus::flushed}, {4, CompletionStatus::flushed}}));
}

TEST(VerbsReceives, AreAllPostedAndGoBackAQuarterAtATime) {
  NotingDevice device;
  std::vector<unsigned char> buffers(16 * 64);
  const std::uint64_t of_peer = std::uint64_t{3} << 32;
  Receives receives(&device.pair, buffers, 16, 99, of_peer);
  std::vector<int> posted(16);
  for (const auto& call : device.received)
    for (const std::uint64_t id : call) ++posted.at(id - of_peer);
  EXPECT_EQ(posted, std::vector<int>(16, 1));
  EXPECT_EQ(receives.buffer(2), &buffers[2 * 64]);
  device.received.clear();
  for (std::uint32_t index : {5, 9, 1}) receives.give_back(index);
  EXPECT_TRUE(device.received.empty());
  receives.give_back(8);
  ASSERT_EQ(device.received.size(), 1u);
  EXPECT_EQ(device.received[0], (std::vector<std::uint64_t>{of_peer + 8, of_peer + 1, of_peer + 9, of_peer + 5}));
}

}  // namespace
}  // namespace gin::verbs
