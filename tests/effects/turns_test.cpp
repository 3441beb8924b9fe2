// Queues take turns at a NIC's port and at PCIe.
#include "tests/effects/laboratory.hpp"

namespace gin {
namespace {

using laboratory::percent;

trace::Row beside(std::int64_t bytes, std::int64_t rounds, std::int64_t turn, const std::string& queues = "2") {
  return laboratory::run("tests/effects/beside.json", {{"params.bytes", std::to_string(bytes)},
                                                       {"params.rounds", std::to_string(rounds)},
                                                       {"override.profile.nic.turn_bytes", std::to_string(turn)},
                                                       {"override.stack.queues.per_peer", queues},
                                                       {"override.stack.queues.map", "by_agent"}})
      .rows.at(0);
}

/// How much longer the same order for all takes than one that is rotated.
std::int64_t same_over_rotated(std::int64_t turn) {
  const trace::Result result =
      laboratory::run("scenarios/library/alltoall_order.json",
                      {{"cluster.nodes", "8"}, {"override.profile.nic.turn_bytes", std::to_string(turn)}});
  return percent(laboratory::row(result, {"same", "1048576"}), laboratory::row(result, {"rotated", "1048576"}));
}

TEST(Turns, RoundTripsOfAWordDoNotWaitForABlockOfAnotherQueue) {
  constexpr std::int64_t large = 1 << 26;
  const std::int64_t block = beside(large, 1, 4096).p50_ps();
  const std::int64_t trips = beside(8, 100, 4096).p50_ps();
  ASSERT_LT(trips, block);
  EXPECT_LE(beside(large, 100, 4096).p50_ps() * 100, block * 102);
  // Where whole messages take turns, the first trip waits for the block.
  EXPECT_GE(beside(large, 100, 0).p50_ps(), block + trips * 9 / 10);
  // In the queue of the block they come behind it.
  EXPECT_GE(beside(large, 100, 4096, "1").p50_ps(), block + trips * 9 / 10);
}

TEST(Turns, WhoAllSendToTheSamePeerFirstReachWhatTheyReachInTurn) {
  EXPECT_LE(same_over_rotated(4096), 105);
  EXPECT_GE(same_over_rotated(0), 180);  // whole messages in turn: half of what there is
}

TEST(Turns, NothingIsDonePerQuantum) {
  const auto events = [](const char* bytes) {
    return laboratory::timeline("tests/effects/beside.json", {{"params.bytes", bytes}, {"params.rounds", "1"}})
        .size();
  };
  EXPECT_EQ(events("65536"), events("67108864"));
}

}  // namespace
}  // namespace gin
