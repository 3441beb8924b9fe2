// From state to state.
#include "tests/softverbs/connection.hpp"

namespace softverbs {
namespace {

TEST(SoftState, TheWayUpNeedsEveryStep) {
  Opened device;
  End end(device, {});
  EXPECT_EQ(end.state(), IBV_QPS_RESET);
  EXPECT_EQ(end.send(), EINVAL);
  EXPECT_EQ(end.receive_from(end.lid, end.pair->qp_num), EINVAL);
  ASSERT_EQ(end.initialise(), 0);
  EXPECT_EQ(end.send(), EINVAL);
  ASSERT_EQ(end.receive_from(end.lid, end.pair->qp_num), 0);
  EXPECT_EQ(end.initialise(), EINVAL);
  ASSERT_EQ(end.send(), 0);
  EXPECT_EQ(end.pair->state, IBV_QPS_RTS);
}

TEST(SoftState, AStepWithoutWhatItNeedsOrWithMoreIsRefused) {
  Opened device;
  End end(device, {});
  ibv_qp_attr attr{};
  attr.qp_state = IBV_QPS_INIT;
  attr.port_num = 1;
  EXPECT_EQ(ibv_modify_qp(end.pair, &attr, IBV_QP_STATE | IBV_QP_PORT), EINVAL);
  EXPECT_EQ(ibv_modify_qp(end.pair, &attr,
                          IBV_QP_STATE | IBV_QP_PORT | IBV_QP_PKEY_INDEX | IBV_QP_ACCESS_FLAGS | IBV_QP_SQ_PSN),
            EINVAL);
  attr.port_num = 2;
  EXPECT_EQ(ibv_modify_qp(end.pair, &attr, IBV_QP_STATE | IBV_QP_PORT | IBV_QP_PKEY_INDEX | IBV_QP_ACCESS_FLAGS),
            EINVAL);
  EXPECT_EQ(end.state(), IBV_QPS_RESET);
}

TEST(SoftState, RequestsAreTakenOnlyFromReadyToSendOn) {
  Opened device;
  End end(device, {});
  const auto post = [&] { return end.post(request_to(end, 0, IBV_WR_RDMA_WRITE), {end.piece(0, 8)}); };
  EXPECT_EQ(end.receive(1, {}), EINVAL);
  EXPECT_EQ(post(), EINVAL);
  ASSERT_EQ(end.initialise(), 0);
  EXPECT_EQ(end.receive(1, {}), 0);
  EXPECT_EQ(post(), EINVAL);
  ASSERT_EQ(end.receive_from(end.lid, end.pair->qp_num), 0);
  EXPECT_EQ(post(), EINVAL);
  ASSERT_EQ(end.send(), 0);
  EXPECT_EQ(post(), 0);
  EXPECT_EQ(end.wait_status(), IBV_WC_SUCCESS);  // to itself
}

TEST(SoftState, ADrainedQueueKeepsItsRequestsUntilItGoesOn) {
  Connection c;
  ASSERT_EQ(c.a.move_to(IBV_QPS_SQD), 0);
  ASSERT_EQ(c.a.post(request_to(c.b, 0, IBV_WR_RDMA_WRITE), {c.a.piece(0, 8)}), 0);
  EXPECT_TRUE(c.a.is_idle());
  ASSERT_EQ(c.a.move_to(IBV_QPS_RTS), 0);
  EXPECT_EQ(c.a.wait_status(), IBV_WC_SUCCESS);
}

TEST(SoftState, OnlyReliableConnectionsAreThere) {
  Opened device;
  End end(device, {});
  for (const ibv_qp_type type : {IBV_QPT_UC, IBV_QPT_UD, IBV_QPT_RAW_PACKET}) {
    ibv_qp_init_attr attr{};
    attr.send_cq = attr.recv_cq = end.queue;
    attr.cap = {1, 1, 1, 1, 0};
    attr.qp_type = type;
    errno = 0;
    EXPECT_EQ(ibv_create_qp(device.domain, &attr), nullptr);
    EXPECT_EQ(errno, EOPNOTSUPP);
  }
}

}  // namespace
}  // namespace softverbs
