// Completion queues: what is told, and what happens when nobody reads it.
#include "tests/softverbs/connection.hpp"

namespace softverbs {
namespace {

TEST(SoftCompletion, OnlySignaledRequestsAreTold) {
  Connection c;
  for (std::uint64_t i = 0; i < 10; ++i)
    ASSERT_EQ(c.a.post(request_to(c.b, 0, IBV_WR_RDMA_WRITE, i, i == 9 ? IBV_SEND_SIGNALED : 0), {c.a.piece(0, 8)}),
              0);
  EXPECT_EQ(c.a.wait()->wr_id, 9u);
  EXPECT_TRUE(c.a.is_idle());
}

TEST(SoftCompletion, AllAreToldWhereTheQueuePairSaysSo) {
  Wishes all;
  all.signals_all = true;
  Connection c(all, {});
  for (std::uint64_t i = 0; i < 10; ++i)
    ASSERT_EQ(c.a.post(request_to(c.b, 0, IBV_WR_RDMA_WRITE, i, 0), {c.a.piece(0, 8)}), 0);
  for (std::uint64_t i = 0; i < 10; ++i) EXPECT_EQ(c.a.wait()->wr_id, i);
}

TEST(SoftCompletion, ManyLapsInOrder) {
  Wishes small;
  small.completions = 4;
  Connection c(small, {});
  for (std::uint64_t i = 0; i < 1000; ++i) {
    ASSERT_EQ(c.a.post(request_to(c.b, 0, IBV_WR_RDMA_WRITE, i), {c.a.piece(0, 8)}), 0);
    EXPECT_EQ(c.a.wait()->wr_id, i);
  }
}

TEST(SoftCompletion, AQueueThatNobodyReadsRunsOverAndTakesItsQueuePairWithIt) {
  Wishes small;
  small.completions = 2;
  Connection c(small, {});
  for (std::uint64_t i = 0; i < 3; ++i) c.a.post(request_to(c.b, 0, IBV_WR_RDMA_WRITE, i), {c.a.piece(0, 8)});
  ibv_async_event event{};
  ASSERT_EQ(ibv_get_async_event(c.device.context, &event), 0);
  EXPECT_EQ(event.event_type, IBV_EVENT_CQ_ERR);
  EXPECT_EQ(event.element.cq, c.a.queue);
  EXPECT_EQ(c.a.state(), IBV_QPS_ERR);
  EXPECT_EQ(c.a.wait()->wr_id, 0u);
  EXPECT_EQ(c.a.wait()->wr_id, 1u);
}

TEST(SoftCompletion, ASendQueueIsFullUntilItsCompletionsAreRead) {
  Wishes small;
  small.send_requests = 8;
  small.pieces = 2;
  small.inline_bytes = 32;
  Connection c(small, {});
  int posted = 0;
  while (posted < 100 && c.a.post(request_to(c.b, 0, IBV_WR_RDMA_WRITE, posted), {c.a.piece(0, 8)}) == 0) ++posted;
  EXPECT_EQ(posted, 8);
  for (int i = 0; i < 8; ++i) EXPECT_EQ(c.a.wait_status(), IBV_WC_SUCCESS);
  EXPECT_EQ(c.a.post(request_to(c.b, 0, IBV_WR_RDMA_WRITE), {c.a.piece(0, 8)}), 0);
}

TEST(SoftCompletion, OneSignaledRequestFreesAllBeforeIt) {
  Wishes small;
  small.send_requests = 8;
  small.pieces = 2;
  small.inline_bytes = 32;
  Connection c(small, {});
  for (int lap = 0; lap < 100; ++lap) {
    for (int i = 0; i < 8; ++i)
      ASSERT_EQ(
          c.a.post(request_to(c.b, 0, IBV_WR_RDMA_WRITE, 1, i == 7 ? IBV_SEND_SIGNALED : 0), {c.a.piece(0, 8)}), 0);
    EXPECT_EQ(c.a.wait_status(), IBV_WC_SUCCESS);
  }
}

TEST(SoftCompletion, TheNewInterfaceReadsTheSame) {
  Connection c;
  ibv_cq_init_attr_ex attr{};
  attr.cqe = 8;
  attr.wc_flags = IBV_WC_STANDARD_FLAGS;
  ibv_cq_ex* queue = ibv_create_cq_ex(c.device.context, &attr);
  ASSERT_NE(queue, nullptr);
  ibv_poll_cq_attr poll{};
  EXPECT_EQ(ibv_start_poll(queue, &poll), ENOENT);
  ibv_destroy_cq(ibv_cq_ex_to_cq(queue));

  auto* same = reinterpret_cast<ibv_cq_ex*>(c.a.queue);
  for (std::uint64_t i = 5; i < 7; ++i)
    ASSERT_EQ(c.a.post(request_to(c.b, 0, IBV_WR_RDMA_WRITE, i), {c.a.piece(0, 8)}), 0);
  while (ibv_start_poll(same, &poll) != 0) {
  }
  EXPECT_EQ(same->wr_id, 5u);
  EXPECT_EQ(same->status, IBV_WC_SUCCESS);
  EXPECT_EQ(ibv_wc_read_opcode(same), IBV_WC_RDMA_WRITE);
  EXPECT_EQ(ibv_wc_read_qp_num(same), c.a.pair->qp_num);
  while (ibv_next_poll(same) != 0) {
  }
  EXPECT_EQ(same->wr_id, 6u);
  ibv_end_poll(same);
}

}  // namespace
}  // namespace softverbs
