// What comes after an error: the queue pair is in error, and all that it holds is flushed (IBTA Vol. 1, 10.3.1).
#include <map>

#include "tests/softverbs/connection.hpp"

namespace softverbs {
namespace {

TEST(SoftError, WhatIsBehindAFailedRequestIsFlushedInOrderSignaledOrNot) {
  Connection c;
  ASSERT_EQ(c.a.receive(90, {c.a.piece(0, 8)}), 0);
  ibv_send_wr good = request_to(c.b, 0, IBV_WR_RDMA_WRITE, 1, 0);
  ibv_send_wr bad = request_to(c.b, 0, IBV_WR_RDMA_WRITE, 2, 0);
  bad.wr.rdma.rkey = 0x12345;
  ibv_send_wr quiet = request_to(c.b, 64, IBV_WR_RDMA_WRITE, 3, 0);
  ibv_send_wr loud = request_to(c.b, 64, IBV_WR_RDMA_WRITE, 4);
  ibv_sge piece = c.a.piece(0, 8);
  c.a.word(0) = 6;
  ibv_send_wr* chain[] = {&good, &bad, &quiet, &loud};
  for (int i = 0; i < 4; ++i) {
    chain[i]->sg_list = &piece;
    chain[i]->num_sge = 1;
    chain[i]->next = i < 3 ? chain[i + 1] : nullptr;
  }
  ibv_send_wr* refused = nullptr;
  ASSERT_EQ(ibv_post_send(c.a.pair, &good, &refused), 0);
  std::map<std::uint64_t, ibv_wc_status> ended;
  for (int i = 0; i < 4; ++i) {
    const auto one = c.a.wait();
    ASSERT_TRUE(one);
    ended[one->wr_id] = one->status;
  }
  const std::map<std::uint64_t, ibv_wc_status> wanted = {
      {2, IBV_WC_REM_ACCESS_ERR}, {3, IBV_WC_WR_FLUSH_ERR}, {4, IBV_WC_WR_FLUSH_ERR}, {90, IBV_WC_WR_FLUSH_ERR}};
  EXPECT_EQ(ended, wanted);
  EXPECT_TRUE(c.a.is_idle());
  EXPECT_EQ(c.b.word(0), 6u);
  EXPECT_EQ(c.b.word(64), 0u);
}

TEST(SoftError, TheTargetsReceivesAreFlushed) {
  Connection c;
  ASSERT_EQ(c.b.receive(7, {c.b.piece(0, 8)}), 0);
  ibv_send_wr bad = request_to(c.b, 0, IBV_WR_RDMA_WRITE);
  bad.wr.rdma.rkey = 0x12345;
  ASSERT_EQ(c.a.post(bad, {c.a.piece(0, 8)}), 0);
  EXPECT_EQ(c.a.wait_status(), IBV_WC_REM_ACCESS_ERR);
  const auto flushed = c.b.wait();
  ASSERT_TRUE(flushed);
  EXPECT_EQ(flushed->wr_id, 7u);
  EXPECT_EQ(flushed->status, IBV_WC_WR_FLUSH_ERR);
}

TEST(SoftError, TheTargetsProgramIsTold) {
  Connection c;
  ibv_send_wr bad = request_to(c.b, 0, IBV_WR_RDMA_WRITE);
  bad.wr.rdma.rkey = 0x12345;
  ASSERT_EQ(c.a.post(bad, {c.a.piece(0, 8)}), 0);
  EXPECT_EQ(c.a.wait_status(), IBV_WC_REM_ACCESS_ERR);
  ibv_async_event event{};
  ASSERT_EQ(ibv_get_async_event(c.device.context, &event), 0);
  EXPECT_EQ(event.event_type, IBV_EVENT_QP_ACCESS_ERR);
  EXPECT_EQ(event.element.qp, c.b.pair);
  ibv_ack_async_event(&event);
}

TEST(SoftError, WhatIsPostedToAQueuePairInErrorIsFlushed) {
  Connection c;
  ASSERT_EQ(c.a.move_to(IBV_QPS_ERR), 0);
  for (const std::uint64_t id : {5, 6}) {
    ASSERT_EQ(c.a.post(request_to(c.b, 0, IBV_WR_RDMA_WRITE, id), {c.a.piece(0, 8)}), 0);
    const auto one = c.a.wait();
    ASSERT_TRUE(one);
    EXPECT_EQ(one->wr_id, id);
    EXPECT_EQ(one->status, IBV_WC_WR_FLUSH_ERR);
  }
}

TEST(SoftError, AReceiveThatIsPostedToAQueuePairInErrorIsFlushed) {
  Connection c;
  ASSERT_EQ(c.a.move_to(IBV_QPS_ERR), 0);
  ASSERT_EQ(c.a.receive(6, {}), 0);
  const auto one = c.a.wait();
  ASSERT_TRUE(one);
  EXPECT_EQ(one->wr_id, 6u);
  EXPECT_EQ(one->status, IBV_WC_WR_FLUSH_ERR);
}

TEST(SoftError, NobodyAnswersWhereAQueuePairIsInErrorOrGone) {
  Wishes hasty;
  hasty.timeout = 1;
  hasty.retries = 2;
  {
    Connection c(hasty, {});
    ASSERT_EQ(c.b.move_to(IBV_QPS_ERR), 0);
    ASSERT_EQ(c.a.post(request_to(c.b, 0, IBV_WR_RDMA_WRITE), {c.a.piece(0, 8)}), 0);
    EXPECT_EQ(c.a.wait_status(), IBV_WC_RETRY_EXC_ERR);
  }
  {
    Connection c(hasty, {});
    ibv_destroy_qp(c.b.pair);
    c.b.pair = nullptr;
    ASSERT_EQ(c.a.post(request_to(c.b, 0, IBV_WR_RDMA_WRITE), {c.a.piece(0, 8)}), 0);
    EXPECT_EQ(c.a.wait_status(), IBV_WC_RETRY_EXC_ERR);
    EXPECT_EQ(c.a.state(), IBV_QPS_ERR);
  }
}

TEST(SoftError, SevenRetriesAreSevenAndNotForEver) {
  Wishes hasty;
  hasty.timeout = 1;
  hasty.retries = 7;
  Connection c(hasty, {});
  ASSERT_EQ(c.b.move_to(IBV_QPS_ERR), 0);
  ASSERT_EQ(c.a.post(request_to(c.b, 0, IBV_WR_RDMA_WRITE), {c.a.piece(0, 8)}), 0);
  EXPECT_EQ(c.a.wait_status(), IBV_WC_RETRY_EXC_ERR);
}

TEST(SoftError, AQueuePairThatIsConnectedElsewhereDoesNotAnswer) {
  Wishes hasty;
  hasty.timeout = 1;
  hasty.retries = 1;
  Connection c;
  End stranger(c.device, hasty);
  stranger.connect(c.b.lid, c.b.pair->qp_num);
  ASSERT_EQ(stranger.post(request_to(c.b, 0, IBV_WR_RDMA_WRITE), {stranger.piece(0, 8)}), 0);
  EXPECT_EQ(stranger.wait_status(), IBV_WC_RETRY_EXC_ERR);
  EXPECT_EQ(c.b.state(), IBV_QPS_RTS);
}

TEST(SoftError, PacketNumbersThatDoNotAgreeEndTheConnection) {
  Wishes ahead;
  ahead.first_packet = 1000;
  ahead.timeout = 1;
  ahead.retries = 1;
  Connection c(ahead, {});
  ASSERT_EQ(c.a.post(request_to(c.b, 0, IBV_WR_RDMA_WRITE), {c.a.piece(0, 8)}), 0);
  EXPECT_EQ(c.a.wait_status(), IBV_WC_RETRY_EXC_ERR);
}

TEST(SoftError, AQueuePairComesBackByReset) {
  Connection c;
  for (End* end : {&c.a, &c.b}) {
    ASSERT_EQ(end->move_to(IBV_QPS_ERR), 0);
    ASSERT_EQ(end->move_to(IBV_QPS_RESET), 0);
  }
  c.a.connect(c.b.lid, c.b.pair->qp_num);
  c.b.connect(c.a.lid, c.a.pair->qp_num);
  ASSERT_EQ(c.a.post(request_to(c.b, 0, IBV_WR_RDMA_WRITE), {c.a.piece(0, 8)}), 0);
  EXPECT_EQ(c.a.wait_status(), IBV_WC_SUCCESS);
}

}  // namespace
}  // namespace softverbs
