// Queues that agents of a process write by themselves, over the device in software: what is asked of them is carried out, and
// what cannot be is a status or a sentence.
#include <gtest/gtest.h>

#include "tests/unit/queued_pes.hpp"
#include "tests/unit/refusal.hpp"

namespace gin::test {
namespace {

constexpr Deadline queued_long_enough{microseconds(60'000'000)};

class VerbsAgentQueues : public testing::TestWithParam<const char*> {
 protected:
  QueuedPes::Shape shape() const { return {.device = GetParam()}; }
  std::uint64_t& own(std::uint64_t index) { return pes_.word(queued_pe, queued_word(index)); }
  std::uint64_t& theirs(std::uint64_t index) { return pes_.word(queued_peer, queued_word(index)); }

  /// One request as it is, between the first words of both.
  void carry_out(const WorkRequest& asked) {
    SendQueue<WallEnv>& queue = pes_.queue(queued_pe, queued_peer);
    WorkRequest request = asked;
    request.bytes = 8;
    request.local = request.remote = queued_word(0).offset;
    request.signaled = true;
    const std::uint64_t end = ++queue.words().reserved;
    HostQueueFormat::write(queue.memory, end - 1, request);
    queue.announce(end);
    const Completed done = HostQueueFormat::look(queue.memory);
    EXPECT_EQ(done.end, end);
    EXPECT_EQ(done.next, CompletionStatus::ok);
  }
  void carry_out(Amo amo, std::uint64_t value, std::uint64_t compare, bool fetches) {
    WorkRequest request;
    request.verb = Verb::atomic;
    request.amo = amo;
    request.fetches = fetches;
    request.operand = {value, compare};
    carry_out(request);
  }
  QueuedPes pes_{shape()};
};

INSTANTIATE_TEST_SUITE_P(Over, VerbsAgentQueues, queued_formats, called_queued);

TEST_P(VerbsAgentQueues, CarryOutEachVerb) {
  WorkRequest request;
  own(0) = 5;
  request.verb = Verb::write;
  carry_out(request);
  EXPECT_EQ(theirs(0), 5u);
  request.verb = Verb::write_inline;
  request.words = {{6}};
  carry_out(request);
  EXPECT_EQ(theirs(0), 6u);
  request.verb = Verb::read;
  carry_out(request);
  EXPECT_EQ(own(0), 6u);
}

TEST_P(VerbsAgentQueues, CarryOutEachAtomicThatVerbsHas) {
  carry_out(Amo::set, 40, 0, false);
  carry_out(Amo::add, 2, 0, false);
  EXPECT_EQ(own(0), 0u) << "nobody asked for the old value";
  carry_out(Amo::add, 1, 0, true);
  EXPECT_EQ(own(0), 42u);
  carry_out(Amo::compare_swap, 50, 42, true);
  EXPECT_EQ(own(0), 43u);
  carry_out(Amo::compare_swap, 60, 43, false);
  carry_out(Amo::fetch, 99, 0, true);
  EXPECT_EQ(own(0), 60u);
  EXPECT_EQ(theirs(0), 60u);
}

TEST_P(VerbsAgentQueues, TheRequestThatIsRefusedIsARemoteAccessErrorAndThoseBehindItDoNothing) {
  QueuedPes::Shape refusing = shape();
  refusing.refused = 4;
  QueuedPes pes(refusing);
  QueuedAgent agent(pes);
  agent->p(queued_word(0), std::uint64_t{1}, queued_pe);  // the first of this PE, whatever queue it is in
  for (std::uint64_t i = 0; i < 5; ++i) agent->p(queued_word(i), i + 1, queued_peer);
  EXPECT_EQ(agent->quiet(queued_long_enough), Status::failed);
  EXPECT_EQ(agent->failure().status, CompletionStatus::remote_access);
  EXPECT_EQ(agent->failure().peer, queued_peer);
  for (std::uint64_t i = 0; i < 5; ++i) EXPECT_EQ(pes.word(queued_peer, queued_word(i)), i < 2 ? i + 1 : 0) << i;
  agent->p(queued_word(5), std::uint64_t{6}, queued_pe);
  EXPECT_EQ(pes.word(queued_pe, queued_word(5)), 6u) << "the queue to another peer has not failed";
}

// Half a second: an acknowledgement is missed eight times, after 67 ms each.
TEST_P(VerbsAgentQueues, APeerThatIsGoneIsAStatus) {
  QueuedAgent agent(pes_);
  agent->p(queued_word(0), std::uint64_t{1}, queued_peer);
  EXPECT_EQ(agent->quiet(queued_long_enough), Status::ok);
  pes_.end(queued_peer);
  agent->p(queued_word(1), std::uint64_t{2}, queued_peer);
  EXPECT_EQ(agent->quiet(queued_long_enough), Status::failed);
  EXPECT_EQ(agent->failure().status, CompletionStatus::retry_exceeded);
  EXPECT_EQ(theirs(1), 0u);
}

TEST_P(VerbsAgentQueues, RequestsThatAreIssuedTogetherShareADoorbell) {
  QueuedAgent agent(pes_);
  const auto put_sixteen = [&] {
    agent->each_lane(16, [&](std::uint64_t lane) { return agent->p_of(queued_word(lane), lane + 1, queued_peer); });
    EXPECT_EQ(agent->quiet(queued_long_enough), Status::ok);
  };
  put_sixteen();
  EXPECT_EQ(pes_.count(Count::doorbells), 1);
  EXPECT_EQ(pes_.watched(queued_pe, queued_peer).calls, 1u);
  for (std::uint64_t i = 0; i < 16; ++i) EXPECT_EQ(theirs(i), i + 1);
  for (int i = 1; i < 10; ++i) put_sixteen();
  EXPECT_EQ(pes_.count(Count::doorbells), 10);
  EXPECT_EQ(pes_.watched(queued_pe, queued_peer).calls, 10u);
  EXPECT_EQ(pes_.queue(queued_pe, queued_peer).words().reserved, 160u);
}

TEST_P(VerbsAgentQueues, GoOnAcrossTheWrapOfTheirIndex) {
  constexpr std::uint64_t together = 16, requests = 100'000;
  pes_.go_to_wrap();
  QueuedAgent agent(pes_);
  for (std::uint64_t before = 0; before < requests; before += together) {
    agent->each_lane(together, [&](std::uint64_t lane) {
      return agent->fetch_atomic_of({queued_word(0), Amo::add, 1, 0, queued_peer}, queued_word(lane));
    });
    ASSERT_EQ(agent->quiet(queued_long_enough), Status::ok) << before;
    for (std::uint64_t i = 0; i < together; ++i) ASSERT_EQ(own(i), before + i);
  }
  EXPECT_EQ(theirs(0), requests);
}

class VerbsAgentQueuesRefused : public testing::Test {
 protected:
  static constexpr std::uint64_t heap_bytes = 4096;
  verbs::AgentQueues made(const verbs::QueueJob& job, std::uint64_t bytes = heap_bytes) {
    return {verbs::Choice{.device = "soft"}, std::span(heap_.of(0), bytes), job};
  }
  SymmetricHeaps heap_{{1, 2 * heap_bytes, true}};
};

TEST_F(VerbsAgentQueuesRefused, WithTheAddressesOfAnotherJob) {
  const auto refused = [](verbs::AgentQueues& queues, const std::vector<std::string>& addresses) {
    return refusal([&] { queues.connect(addresses, queued_pe); });
  };
  verbs::AgentQueues own = made({.n_pes = 2, .depth = 64});
  const verbs::AgentQueues of_three = made({.n_pes = 3, .depth = 64});
  const verbs::AgentQueues of_larger_heaps = made({.n_pes = 2, .depth = 64}, 2 * heap_bytes);
  EXPECT_EQ(refused(own, {own.address(), of_three.address()}),
            "address of PE 1: expected 96 bytes for 2 queue pairs, came 100; do all PEs run the same ginlab?");
  EXPECT_EQ(
      refused(own, {own.address(), of_larger_heaps.address()}),
      "address of PE 1: expected a heap of bytes 4096 as at PE 0, came 8192; run all PEs with the same settings"
      " on the same kind of network");
  EXPECT_EQ(refused(own, {of_three.address(), own.address()}),
            "PE 0: expected its own address among those of all PEs, came 2 without; were they gathered in the order"
            " of the PEs?");
}

TEST_F(VerbsAgentQueuesRefused, WhereTheDeviceHasNotSoManyOrNotSoDeep) {
  EXPECT_EQ(refusal([&] { made({.n_pes = 1 << 16, .depth = 64}); }),
            "queues on soft0: expected 65536 queue pairs of 64 requests, each with a completion queue, came 65535"
            " queue pairs, 64 requests, 65535 completion queues of 4194304; use fewer PEs, contexts or"
            " stack.queues.per_peer");
  EXPECT_NE(
      refusal([&] { made({.n_pes = 1, .depth = 63}); })
          .find("expected 1 queue pairs of 64 requests, each with a completion queue, came 65535 queue pairs, 32"
                " requests"),
      std::string::npos);
}

}  // namespace
}  // namespace gin::test
