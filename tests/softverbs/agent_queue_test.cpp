// Queues of the device as ginlab's agents write and read them, in both formats that the device has.
#include <infiniband/mlx5dv.h>

#include <cstddef>
#include <string>

#include "core/device/verbs_queue_format.hpp"
#include "core/softverbs/settings.hpp"
#include "core/softverbs/softverbs.h"
#include "core/verbs/queue_map.hpp"
#include "tests/softverbs/connection.hpp"
#include "tests/unit/verbs_agent.hpp"

namespace softverbs {
namespace {

using gin::Amo;
using gin::CompletionStatus;
using gin::SoftVerbsCompletion;
using gin::SoftVerbsRequest;
using gin::Verb;
using gin::VerbsQueueFormat;
using gin::WorkRequest;
using gin::test::word_atomic;
using gin::test::word_request;

// Declared twice, since neither may include the other.
static_assert(sizeof(SoftVerbsRequest) == sizeof(softverbs_request) &&
              offsetof(SoftVerbsRequest, slots) == offsetof(softverbs_request, slots) &&
              offsetof(SoftVerbsRequest, immediate) == offsetof(softverbs_request, immediate) &&
              offsetof(SoftVerbsRequest, id) == offsetof(softverbs_request, wr_id) &&
              offsetof(SoftVerbsRequest, remote_address) == offsetof(softverbs_request, remote_address) &&
              offsetof(SoftVerbsRequest, remote_key) == offsetof(softverbs_request, remote_key) &&
              offsetof(SoftVerbsRequest, inline_bytes) == offsetof(softverbs_request, inline_bytes) &&
              offsetof(SoftVerbsRequest, piece) == offsetof(softverbs_request, piece) &&
              offsetof(SoftVerbsRequest, atomic.result) == offsetof(softverbs_request, atomic.result));
static_assert(sizeof(SoftVerbsCompletion) == sizeof(softverbs_completion) &&
              offsetof(SoftVerbsCompletion, id) == offsetof(softverbs_completion, wc.wr_id) &&
              offsetof(SoftVerbsCompletion, status) == offsetof(softverbs_completion, wc.status) &&
              offsetof(SoftVerbsCompletion, turn) == offsetof(softverbs_completion, turn));

int init_mlx5(const End& end, std::uint64_t what, mlx5dv_qp& queue, mlx5dv_cq& completions) {
  mlx5dv_obj object{};
  object.qp = {end.pair, &queue};
  object.cq = {end.queue, &completions};
  return mlx5dv_init_obj(&object, what);
}

gin::VerbsQueue::Memory mapped(const End& a, const End& b, gin::VerbsKind kind) {
  gin::VerbsQueue::Memory memory = gin::verbs::map_queue(kind, *gin::verbs::soft_library(), a.pair, a.queue);
  memory.depth = memory.capacity;
  memory.nic.local = {a.at(0), a.region->lkey};
  memory.nic.remote = {b.at(0), b.region->rkey};
  return memory;
}
void serve(ibv_qp* pair) {
  EXPECT_EQ(softverbs_ring(pair), 0);
}

/// The queue from `a` to `b`, whose heaps are the memory of the two.
struct Agent : gin::test::VerbsAgent {
  Agent(const End& a, const End& b, gin::VerbsKind kind = gin::VerbsKind::soft)
      : VerbsAgent(mapped(a, b, kind), a.pair, serve) {}
};

TEST(AgentSlots, AreThoseOfIbvPostSend) {
  Connection c;
  Agent agent(c.a, c.b);
  ibv_send_wr write = request_to(c.b, 8, IBV_WR_RDMA_WRITE_WITH_IMM, 0);
  write.imm_data = htobe32(0x12345678);
  ibv_send_wr swap = request_to(c.b, 8, IBV_WR_ATOMIC_CMP_AND_SWP, 3);
  swap.wr.atomic.compare_add = 6;
  swap.wr.atomic.swap = 7;
  ibv_send_wr add = request_to(c.b, 8, IBV_WR_ATOMIC_FETCH_AND_ADD, 4, 0);
  add.wr.atomic.compare_add = 5;
  const ibv_send_wr posted[] = {write,
                                request_to(c.b, 8, IBV_WR_RDMA_WRITE, 1, IBV_SEND_SIGNALED | IBV_SEND_INLINE),
                                request_to(c.b, 8, IBV_WR_RDMA_READ, 2), swap, add};
  WorkRequest by_hand[] = {word_request(Verb::write), word_request(Verb::write_inline), word_request(Verb::read),
                           word_atomic(Amo::compare_swap, 7, 6), word_atomic(Amo::add, 5)};
  by_hand[0].has_immediate = true;
  by_hand[0].immediate = 0x12345678;
  by_hand[4].signaled = false;
  c.a.word(0) = 0x1122334455667788;
  ASSERT_EQ(c.b.receive(1, {}), 0);
  for (std::size_t i = 0; i < std::size(posted); ++i) {
    ASSERT_EQ(c.a.post(posted[i], {c.a.piece(0, 8)}), 0);
    SoftVerbsRequest slot, theirs;
    std::memcpy(&theirs, reinterpret_cast<unsigned char*>(agent.memory.slots) + 64 * i, sizeof theirs);
    gin::VerbsQueue::Memory apart = agent.memory;
    apart.slots = reinterpret_cast<gin::VerbsQueue::Slot*>(&slot);
    apart.capacity = 1;
    VerbsQueueFormat::write(apart, i, by_hand[i]);
    EXPECT_EQ(std::memcmp(&slot, &theirs, sizeof slot), 0) << "request " << i;
  }
}

/// `a` sends to `b` by small queues, which agents write.
class AgentQueue : public testing::TestWithParam<gin::VerbsKind> {
 protected:
  AgentQueue()
      : b(device, {}),
        a(chosen(device),
          {.send_requests = 4, .pieces = 1, .inline_bytes = 28, .completions = 8, .receive_queue = b.queue}) {
    a.connect(b.lid, b.pair->qp_num);
    b.connect(a.lid, a.pair->qp_num);
  }
  static Opened& chosen(Opened& device) {
    if (GetParam() == gin::VerbsKind::mlx5) softverbs_use_mlx5(device.context);
    return device;
  }
  Opened device;
  End b, a;
};
INSTANTIATE_TEST_SUITE_P(Of, AgentQueue, testing::Values(gin::VerbsKind::mlx5, gin::VerbsKind::soft),
                         [](const auto& kind) {
                           return std::string(kind.param == gin::VerbsKind::mlx5 ? "Mlx5" : "Soft");
                         });

TEST_P(AgentQueue, EveryKindOfRequestIsCarriedOut) {
  Agent agent(a, b, GetParam());
  a.word(0) = 4;
  agent.carry_out(word_request(Verb::write));
  EXPECT_EQ(b.word(8), 4u);
  agent.carry_out(word_request(Verb::write_inline));
  EXPECT_EQ(b.word(8), 0x1122334455667788u);
  agent.carry_out(word_atomic(Amo::set, 40, 0, false));
  agent.carry_out(word_atomic(Amo::add, 2));
  EXPECT_EQ(a.word(0), 40u);
  agent.carry_out(word_atomic(Amo::compare_swap, 50, 42));
  EXPECT_EQ(a.word(0), 42u);
  agent.carry_out(word_atomic(Amo::add, 1, 0, false));
  EXPECT_EQ(a.word(0), 42u) << "nobody asked for the old value";
  agent.carry_out(word_request(Verb::read));
  EXPECT_EQ(a.word(0), 51u);
  agent.carry_out(word_atomic(Amo::fetch, 9));
  EXPECT_EQ(b.word(8), 51u);
}

TEST_P(AgentQueue, ManyLapsOneDoorbellForMany) {
  Agent agent(a, b, GetParam());
  // More than sixteen bits of requests; a bad network takes its time over each.
  const std::uint64_t batches = settings()->is_perfect() ? 20000 : 10;
  for (std::uint64_t i = 0; i < batches; ++i) {
    for (int k = 0; k < 4; ++k) {
      WorkRequest request = word_atomic(Amo::add, 1, 0, false);
      request.signaled = k % 2 == 1;
      agent.write(request);
    }
    agent.ring();
    ASSERT_EQ(agent.wait().end, agent.words.reserved);
  }
  EXPECT_EQ(b.word(8), 4 * batches);
}

TEST_P(AgentQueue, ARefusedRequestIsAStatusAndSoAreThoseBehindIt) {
  Agent agent(a, b, GetParam());
  agent.write(word_request(Verb::write));
  agent.memory.nic.remote.key ^= 0x80;
  agent.write(word_request(Verb::write));
  agent.write(word_request(Verb::write));
  agent.ring();
  const gin::Completed seen = agent.wait();
  EXPECT_EQ(seen.end, 1u);
  EXPECT_EQ(seen.next, CompletionStatus::remote_access);
  EXPECT_EQ(VerbsQueueFormat::status(agent.memory), CompletionStatus::remote_access);
}

TEST_P(AgentQueue, ACompletionQueueOfWhichTheDeviceHearsNoMoreRunsOver) {
  Agent agent(a, b, GetParam());
  const std::uint32_t entries = agent.memory.nic.entry_count;
  for (std::uint32_t i = 0; i < entries; ++i) agent.carry_out(word_request(Verb::write));
  std::uint32_t unheard = 0;
  agent.memory.nic.consumed = &unheard;  // the doorbell of the last one did not tell of its own completion yet
  for (std::uint32_t i = 1; i < entries; ++i) agent.carry_out(word_request(Verb::write));
  EXPECT_EQ(a.state(), IBV_QPS_RTS);
  agent.write(word_request(Verb::write));
  agent.ring();
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (a.state() == IBV_QPS_RTS && std::chrono::steady_clock::now() < end) {
  }
  EXPECT_EQ(a.state(), IBV_QPS_ERR);
}

class Mlx5AgentQueue : public AgentQueue {};
INSTANTIATE_TEST_SUITE_P(Of, Mlx5AgentQueue, testing::Values(gin::VerbsKind::mlx5));

TEST_P(Mlx5AgentQueue, IsNotForIbvPostSendNorIbvPollCq) {
  EXPECT_EQ(a.post(request_to(b, 8, IBV_WR_RDMA_WRITE), {a.piece(0, 8)}), EOPNOTSUPP);
  ibv_wc completion{};
  EXPECT_EQ(ibv_poll_cq(a.queue, 1, &completion), -EOPNOTSUPP);
}

TEST_P(Mlx5AgentQueue, IsMappedInItsOwnFormatAndOthersInTheirs) {
  mlx5dv_qp queue{};
  mlx5dv_cq completions{};
  softverbs_send_queue soft_queue{};
  softverbs_completion_queue soft_completions{};
  EXPECT_EQ(softverbs_map_send_queue(a.pair, &soft_queue), EOPNOTSUPP);
  EXPECT_EQ(softverbs_map_completion_queue(a.queue, &soft_completions), EOPNOTSUPP);
  EXPECT_EQ(init_mlx5(b, MLX5DV_OBJ_QP, queue, completions), EOPNOTSUPP);
  EXPECT_EQ(init_mlx5(b, MLX5DV_OBJ_CQ, queue, completions), EOPNOTSUPP);
  EXPECT_EQ(init_mlx5(a, MLX5DV_OBJ_QP, queue, completions), 0);
  EXPECT_EQ(completions.buf, nullptr) << "nobody asked for it";
  queue = {};
  EXPECT_EQ(init_mlx5(a, MLX5DV_OBJ_CQ, queue, completions), 0);
  EXPECT_NE(completions.buf, nullptr);
  EXPECT_EQ(queue.sq.buf, nullptr) << "nobody asked for it";
}

TEST_P(Mlx5AgentQueue, WhatThisDeviceHasNotIsNotMapped) {
  mlx5dv_qp queue{};
  mlx5dv_cq completions{};
  EXPECT_EQ(init_mlx5(a, 0, queue, completions), EINVAL);
  EXPECT_EQ(init_mlx5(a, MLX5DV_OBJ_QP | MLX5DV_OBJ_PD, queue, completions), EOPNOTSUPP);
  EXPECT_EQ(queue.sq.buf, nullptr);
}

TEST_P(Mlx5AgentQueue, TakesNoReceivesInItsFormat) {
  ibv_qp_init_attr attr{};
  attr.send_cq = attr.recv_cq = a.queue;
  attr.cap = {4, 4, 1, 1, 0};
  attr.qp_type = IBV_QPT_RC;
  EXPECT_EQ(ibv_create_qp(device.domain, &attr), nullptr);
  EXPECT_EQ(errno, EINVAL);
}

TEST_P(Mlx5AgentQueue, ARequestOfAnotherLapIsNone) {
  Agent agent(a, b, GetParam());
  agent.write(word_request(Verb::write));
  VerbsQueueFormat::write(agent.memory, agent.memory.capacity, word_request(Verb::write));  // over it
  agent.ring();
  EXPECT_EQ(agent.wait().next, CompletionStatus::other);
  EXPECT_EQ(b.word(8), 0u);
}

TEST_P(Mlx5AgentQueue, ARequestOfAnotherQueuePairIsNone) {
  Agent agent(a, b, GetParam());
  agent.memory.nic.pair = b.pair->qp_num;
  agent.write(word_request(Verb::write));
  agent.ring();
  EXPECT_EQ(agent.wait().next, CompletionStatus::other);
}

TEST_P(Mlx5AgentQueue, ADoorbellThatAnnouncesMoreThanTheQueueHoldsIsAnError) {
  Agent agent(a, b, GetParam());
  VerbsQueueFormat::ring(agent.memory, agent.memory.capacity + 1);
  EXPECT_EQ(softverbs_ring(a.pair), ENOMEM);
  EXPECT_EQ(a.state(), IBV_QPS_ERR);
}

}  // namespace
}  // namespace softverbs
