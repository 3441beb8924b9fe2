// Receives that are not there, too small, or not memory.
#include "tests/softverbs/connection.hpp"

namespace softverbs {
namespace {

TEST(SoftReceive, ASourceWaitsUntilOneIsPosted) {
  Connection c;
  c.a.word(0) = 11;
  ASSERT_EQ(c.a.post(request_to(c.b, 0, IBV_WR_SEND), {c.a.piece(0, 8)}), 0);
  // What comes behind it waits with it.
  ASSERT_EQ(c.a.post(request_to(c.b, 64, IBV_WR_RDMA_WRITE, 2), {c.a.piece(0, 8)}), 0);
  EXPECT_TRUE(c.a.is_idle());
  EXPECT_EQ(c.b.word(64), 0u);
  ASSERT_EQ(c.b.receive(3, {c.b.piece(0, 8)}), 0);
  EXPECT_EQ(c.a.wait()->wr_id, 1u);
  EXPECT_EQ(c.a.wait()->wr_id, 2u);
  EXPECT_EQ(c.b.wait()->wr_id, 3u);
  EXPECT_EQ(c.b.word(0), 11u);
  EXPECT_EQ(c.b.word(64), 11u);
}

TEST(SoftReceive, AWriteWithAnImmediateTakesNothingToMemoryBeforeThereIsOne) {
  Connection c;
  c.a.word(0) = 12;
  ASSERT_EQ(c.a.post(request_to(c.b, 0, IBV_WR_RDMA_WRITE_WITH_IMM), {c.a.piece(0, 8)}), 0);
  EXPECT_EQ(c.b.word(0), 0u);
  ASSERT_EQ(c.b.receive(3, {}), 0);
  EXPECT_EQ(c.a.wait_status(), IBV_WC_SUCCESS);
  EXPECT_EQ(c.b.word(0), 12u);
}

TEST(SoftReceive, ASourceThatMayNotWaitFails) {
  Wishes impatient;
  impatient.rnr_retry = 2;
  Connection c(impatient, {});
  ASSERT_EQ(c.a.post(request_to(c.b, 0, IBV_WR_SEND), {c.a.piece(0, 8)}), 0);
  const ibv_wc_status status = c.a.wait_status();
  EXPECT_EQ(status, IBV_WC_RNR_RETRY_EXC_ERR);
  EXPECT_EQ(c.a.state(), IBV_QPS_ERR);
  EXPECT_EQ(c.b.state(), IBV_QPS_RTS);  // it has done nothing wrong
}

TEST(SoftReceive, OneThatIsTooSmallIsAnErrorAtBothEnds) {
  Connection c;
  ASSERT_EQ(c.b.receive(3, {c.b.piece(0, 7)}), 0);
  ASSERT_EQ(c.a.post(request_to(c.b, 0, IBV_WR_SEND), {c.a.piece(0, 8)}), 0);
  EXPECT_EQ(c.a.wait_status(), IBV_WC_REM_INV_REQ_ERR);
  EXPECT_EQ(c.b.wait_status(), IBV_WC_LOC_LEN_ERR);
  EXPECT_EQ(c.b.state(), IBV_QPS_ERR);
}

TEST(SoftReceive, OneIntoMemoryThatIsNotRegisteredIsAnErrorAtBothEnds) {
  Connection c;
  ASSERT_EQ(c.b.receive(3, {{c.b.at(0), 8, 0x777}}), 0);
  ASSERT_EQ(c.a.post(request_to(c.b, 0, IBV_WR_SEND), {c.a.piece(0, 8)}), 0);
  EXPECT_EQ(c.a.wait_status(), IBV_WC_REM_OP_ERR);
  EXPECT_EQ(c.b.wait_status(), IBV_WC_LOC_PROT_ERR);
}

TEST(SoftReceive, AFullQueueSaysSoAndLosesNothing) {
  Wishes few;
  few.receives = 4;
  Connection c({}, few);
  for (std::uint64_t i = 0; i < 4; ++i) ASSERT_EQ(c.b.receive(i, {}), 0);
  EXPECT_EQ(c.b.receive(4, {}), ENOMEM);
  ASSERT_EQ(c.a.post(request_to(c.b, 0, IBV_WR_SEND), {}), 0);
  EXPECT_EQ(c.a.wait_status(), IBV_WC_SUCCESS);
  EXPECT_EQ(c.b.wait()->wr_id, 0u);
  EXPECT_EQ(c.b.receive(4, {}), 0);
}

TEST(SoftReceive, MoreThanItsPiecesIsRefused) {
  Connection c;
  const ibv_sge piece = c.b.piece(0, 1);
  EXPECT_EQ(c.b.receive(1, {piece, piece, piece, piece, piece}), EINVAL);
}

}  // namespace
}  // namespace softverbs
