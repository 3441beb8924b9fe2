// The mistakes of core/base/fault.hpp that agents could make who write a NIC's queues by themselves: over the device in
// software, in both of its formats.
#include <gtest/gtest.h>

#include <string>

#include "core/base/planted.hpp"
#include "tests/unit/meeting_env.hpp"
#include "tests/unit/queued_pes.hpp"
#include "tests/unit/refusal.hpp"

namespace gin {
namespace {

using test::MeetingAgents;
using test::queued_pe;
using test::queued_peer;
using test::queued_word;
using test::QueuedAgent;
using test::QueuedPes;

// The device in software has done everything before a doorbell returns, so that whoever is right need not wait at all.
constexpr Deadline soon{microseconds(50'000)};

class PlantedOnQueues : public testing::TestWithParam<const char*> {
 protected:
  static constexpr std::uint32_t depth = 64;

  void TearDown() override { planted_now = Fault::none; }

  bool is_mlx5() const { return GetParam() == std::string("soft-mlx5"); }
  QueuedPes::Shape shape() const { return {.device = GetParam(), .depth = depth}; }
  /// Puts index + 1 into each of the peer's words from `first` on, and waits.
  static Status put(QueuedAgent& agent, std::uint64_t first, std::uint64_t count) {
    for (std::uint64_t i = first; i < first + count; ++i) agent->p(queued_word(i), i + 1, queued_peer);
    return agent->quiet(soon);
  }
  /// How many of the peer's first words have come.
  static std::uint64_t there(QueuedPes& pes) {
    std::uint64_t count = 0;
    while (pes.word(queued_peer, queued_word(count)) == count + 1) ++count;
    return count;
  }
  /// What the device says when one agent is about to ring and another rings meanwhile.
  std::string met() const {
    QueuedPes pes(shape());
    MeetingAgents agents(HostQueueFormat::memory_of(pes.watched(queued_pe, queued_peer), nullptr));
    agents.env.meanwhile = [&] { agents.put(); };
    return test::refusal([&] { agents.put(); });
  }
};

INSTANTIATE_TEST_SUITE_P(Over, PlantedOnQueues, test::queued_formats, test::called_queued);

TEST_P(PlantedOnQueues, PublishedBeforeWrittenIsWhatTheSlotHeldALapBefore) {
  for (const Fault fault : {Fault::none, Fault::published_before_written}) {
    QueuedPes pes(shape());
    QueuedAgent agent(pes);
    ASSERT_EQ(put(agent, 0, depth), Status::ok);
    pes.word(queued_peer, queued_word(0)) = 0;
    planted_now = fault;
    const Status status = put(agent, depth, 1);
    if (fault == Fault::none) {
      EXPECT_EQ(status, Status::ok);
      EXPECT_EQ(pes.word(queued_peer, queued_word(depth)), depth + 1);
      continue;
    }
    EXPECT_EQ(pes.word(queued_peer, queued_word(depth)), 0u);
    // A slot of mlx5's says of which lap it is.
    EXPECT_EQ(status, is_mlx5() ? Status::failed : Status::timed_out);
    EXPECT_EQ(agent->failure().status, is_mlx5() ? CompletionStatus::other : CompletionStatus::ok);
    EXPECT_EQ(pes.word(queued_peer, queued_word(0)), is_mlx5() ? 0u : 1u);
  }
}

TEST_P(PlantedOnQueues, DoorbellLeftBehindIsAWaitUntilSomebodyRingsAgain) {
  for (const Fault fault : {Fault::none, Fault::doorbell_left_behind}) {
    planted_now = fault;
    QueuedPes pes(shape());
    QueuedAgent rings(pes, queued_pe, 0), comes_meanwhile(pes, queued_pe, 1);
    pes.watched(queued_pe, queued_peer).meanwhile = [&] {
      comes_meanwhile->p(queued_word(1), std::uint64_t{2}, queued_peer);
    };
    EXPECT_EQ(put(rings, 0, 1), Status::ok);
    EXPECT_EQ(comes_meanwhile->quiet(soon), fault == Fault::none ? Status::ok : Status::timed_out);
    EXPECT_EQ(there(pes), fault == Fault::none ? 2u : 1u);
    EXPECT_EQ(put(rings, 2, 1), Status::ok);
    EXPECT_EQ(comes_meanwhile->quiet(soon), Status::ok);
    EXPECT_EQ(there(pes), 3u);
  }
}

TEST_P(PlantedOnQueues, DoorbellThatGoesBackIsAnErrorOfTheDevice) {
  EXPECT_EQ(met(), "accepted");
  planted_now = Fault::doorbell_goes_back;
  EXPECT_TRUE(met().starts_with("softverbs_ring: ")) << met();
}

TEST_P(PlantedOnQueues, CounterWrapIgnoredIsAWaitWithoutEndThoughAllIsThere) {
  for (const Fault fault : {Fault::none, Fault::counter_wrap_ignored}) {
    planted_now = fault;
    QueuedPes pes(shape());
    pes.go_to_wrap();
    QueuedAgent agent(pes);
    EXPECT_EQ(put(agent, 0, 10), Status::ok);
    EXPECT_EQ(put(agent, 10, 30), fault == Fault::none ? Status::ok : Status::timed_out);
    EXPECT_EQ(there(pes), 40u);
  }
}

TEST_P(PlantedOnQueues, FailureCountedAsDoneIsSeenByWhoeverExpectsTheFailure) {
  for (const Fault fault : {Fault::none, Fault::failure_counted_as_done}) {
    planted_now = fault;
    QueuedPes::Shape refusing = shape();
    refusing.refused = 2;
    QueuedPes pes(refusing);
    QueuedAgent agent(pes);
    EXPECT_EQ(put(agent, 0, 3), fault == Fault::none ? Status::failed : Status::ok);
    EXPECT_EQ(there(pes), 1u);
  }
}

struct PlantedOnMlx5Queues : PlantedOnQueues {};
INSTANTIATE_TEST_SUITE_P(Over, PlantedOnMlx5Queues, testing::Values("soft-mlx5"), test::called_queued);

TEST_P(PlantedOnMlx5Queues, OwnerBitNotFlippedIsAWaitWithoutEndOnTheSecondLap) {
  for (const Fault fault : {Fault::none, Fault::owner_bit_not_flipped}) {
    planted_now = fault;
    QueuedPes pes(shape());
    QueuedAgent agent(pes);
    // Never as far as the end of a lap: whoever looks there takes the whole lap for new, again and again.
    constexpr std::uint64_t together = 10, times = depth / together;
    for (std::uint64_t i = 0; i < times; ++i) EXPECT_EQ(put(agent, i * together, together), Status::ok);
    EXPECT_EQ(put(agent, times * together, together), fault == Fault::none ? Status::ok : Status::timed_out);
    EXPECT_EQ(there(pes), (times + 1) * together);
  }
}

TEST(PlantedOnMeetingAgents, DoorbellsAreWrittenInAnotherOrderOrNotAtAll) {
  const auto doorbells = [](Fault fault) {
    planted_now = fault;
    MeetingAgents agents;
    agents.env.meanwhile = [&] { agents.put(), agents.put(); };
    agents.put();
    planted_now = Fault::none;
    return agents.env.doorbells;
  };
  using Values = std::vector<std::uint64_t>;
  EXPECT_EQ(doorbells(Fault::none), (Values{1, 3}));
  EXPECT_EQ(doorbells(Fault::doorbell_left_behind), (Values{1}));
  EXPECT_EQ(doorbells(Fault::doorbell_goes_back), (Values{2, 3, 1}));
}

}  // namespace
}  // namespace gin
