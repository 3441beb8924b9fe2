// Queues that others write: the same slots as ibv_post_send makes, a doorbell, completions read where they lie.
#include "core/softverbs/softverbs.h"
#include "tests/softverbs/connection.hpp"

namespace softverbs {
namespace {

struct ByHand {
  explicit ByHand(Connection& c) {
    EXPECT_EQ(softverbs_map_send_queue(c.a.pair, &queue), 0);
    EXPECT_EQ(softverbs_map_completion_queue(c.a.queue, &completions), 0);
  }
  softverbs_request& slot(std::uint64_t index) const {
    return static_cast<softverbs_request*>(queue.slots)[index & (queue.slot_count - 1)];
  }
  /// A write of eight bytes.
  softverbs_request write(const Connection& c, std::uint64_t id) const {
    softverbs_request request{};
    request.opcode = IBV_WR_RDMA_WRITE;
    request.flags = IBV_SEND_SIGNALED;
    request.pieces = 1;
    request.slots = 1;
    request.wr_id = id;
    request.remote_address = c.b.at(8);
    request.remote_key = c.b.region->rkey;
    request.piece[0] = c.a.piece(0, 8);
    return request;
  }
  const softverbs_completion* next() {
    auto* entry = static_cast<softverbs_completion*>(completions.entries) + (read & (completions.entry_count - 1));
    const std::uint8_t turn = (read / completions.entry_count & 1) ^ 1;
    return __atomic_load_n(&entry->turn, __ATOMIC_ACQUIRE) == turn ? entry : nullptr;
  }
  softverbs_completion wait() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!next() && std::chrono::steady_clock::now() < end) {
    }
    EXPECT_TRUE(next()) << "no completion came";
    const softverbs_completion one = next() ? *next() : softverbs_completion{};
    __atomic_store_n(completions.consumed, ++read, __ATOMIC_RELEASE);
    return one;
  }
  softverbs_send_queue queue{};
  softverbs_completion_queue completions{};
  std::uint32_t read = 0;
};

TEST(SoftQueue, ARequestIsTakenAtTheDoorbellAndNotBefore) {
  Connection c;
  ByHand by_hand(c);
  c.a.word(0) = 4;
  by_hand.slot(0) = by_hand.write(c, 30);
  *by_hand.queue.doorbell = 1;
  EXPECT_EQ(by_hand.next(), nullptr);
  EXPECT_EQ(c.b.word(8), 0u);
  ASSERT_EQ(softverbs_ring(c.a.pair), 0);
  const softverbs_completion done = by_hand.wait();
  EXPECT_EQ(done.wc.wr_id, 30u);
  EXPECT_EQ(done.wc.status, IBV_WC_SUCCESS);
  EXPECT_EQ(done.slot, 1u);
  EXPECT_EQ(c.b.word(8), 4u);
}

TEST(SoftQueue, ManyLapsOneDoorbellForMany) {
  Connection c;
  ByHand by_hand(c);
  std::uint64_t index = 0;
  for (int lap = 0; lap < 50; ++lap) {
    for (int i = 0; i < 16; ++i, ++index) {
      by_hand.slot(index) = by_hand.write(c, index);
      by_hand.slot(index).flags = i == 15 ? IBV_SEND_SIGNALED : 0;
    }
    *by_hand.queue.doorbell = index;
    ASSERT_EQ(softverbs_ring(c.a.pair), 0);
    const softverbs_completion done = by_hand.wait();
    ASSERT_EQ(done.wc.wr_id, index - 1);
    ASSERT_EQ(done.slot, static_cast<std::uint32_t>(index));
  }
}

TEST(SoftQueue, TheSlotsOfARequestAreThoseOfIbvPostSend) {
  Connection c;
  ByHand by_hand(c);
  ASSERT_EQ(c.a.post(request_to(c.b, 8, IBV_WR_RDMA_WRITE, 30), {c.a.piece(0, 8)}), 0);
  const softverbs_request wanted = by_hand.write(c, 30);
  EXPECT_EQ(std::memcmp(&by_hand.slot(0), &wanted, sizeof wanted), 0);
}

TEST(SoftQueue, ADoorbellThatAnnouncesMoreThanTheQueueHoldsIsAnError) {
  Connection c;
  ByHand by_hand(c);
  *by_hand.queue.doorbell = by_hand.queue.slot_count + 1;
  EXPECT_EQ(softverbs_ring(c.a.pair), ENOMEM);
  EXPECT_EQ(c.a.state(), IBV_QPS_ERR);
}

TEST(SoftQueue, ADoorbellThatGoesBackIsAnError) {
  Connection c;
  ByHand by_hand(c);
  by_hand.slot(0) = by_hand.write(c, 1);
  by_hand.slot(1) = by_hand.write(c, 2);
  *by_hand.queue.doorbell = 2;
  ASSERT_EQ(softverbs_ring(c.a.pair), 0);
  *by_hand.queue.doorbell = 1;
  EXPECT_EQ(softverbs_ring(c.a.pair), ENOMEM);
  EXPECT_EQ(c.a.state(), IBV_QPS_ERR);
}

TEST(SoftQueue, WhatIsNoRequestEndsAsALocalError) {
  Connection c;
  ByHand by_hand(c);
  std::memset(&by_hand.slot(0), 0xff, sizeof(softverbs_request));
  by_hand.slot(0).slots = 1;
  *by_hand.queue.doorbell = 1;
  ASSERT_EQ(softverbs_ring(c.a.pair), 0);
  EXPECT_EQ(by_hand.wait().wc.status, IBV_WC_LOC_QP_OP_ERR);
}

}  // namespace
}  // namespace softverbs
