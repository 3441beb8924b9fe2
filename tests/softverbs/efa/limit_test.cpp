// What an EFA device has and has not: limits, capabilities, states. What it has not is refused before anything happens.
#include "tests/softverbs/efa/datagrams.hpp"

namespace softverbs::efa {
namespace {

TEST(DatagramLimit, PiecesAndInlineBytesAreTwoAndThirtyTwo) {
  Couple two;
  for (std::uint64_t i = 0; i < 2; ++i) ASSERT_EQ(two.b.receive(i, {two.b.piece(0, 64)}), 0);
  std::vector<ibv_sge> pieces = {two.a.piece(0, 1), two.a.piece(9, 1), two.a.piece(20, 1)};
  const auto in_pieces = [&](std::size_t count) {
    return two.way.post(1, [&](ibv_qp_ex* pair) {
      ibv_wr_send(pair);
      ibv_wr_set_sge_list(pair, count, pieces.data());
    });
  };
  EXPECT_EQ(in_pieces(3), EINVAL);
  EXPECT_EQ(in_pieces(2), 0);
  EXPECT_EQ(two.a.wait_ending(), 0u);
  const auto inlined = [&](std::size_t bytes) {
    return two.way.post(1, [&](ibv_qp_ex* pair) {
      ibv_wr_send(pair);
      ibv_wr_set_inline_data(pair, two.a.memory.data(), bytes);
    });
  };
  EXPECT_EQ(inlined(33), EINVAL);
  EXPECT_EQ(inlined(32), 0);
  EXPECT_EQ(two.a.wait_ending(), 0u);
}

TEST(DatagramLimit, AWriteHasOnePieceAndNoInlineBytes) {
  Couple two;
  const std::vector<ibv_sge> pieces = {two.a.piece(0, 1), two.a.piece(9, 1)};
  const auto wrong = [&](auto with_what) {
    return two.way.post(1, [&](ibv_qp_ex* pair) {
      ibv_wr_rdma_write(pair, two.b.region->rkey, two.b.at(0));
      with_what(pair);
    });
  };
  EXPECT_EQ(wrong([&](ibv_qp_ex* pair) { ibv_wr_set_sge_list(pair, 2, pieces.data()); }), EINVAL);
  EXPECT_EQ(wrong([&](ibv_qp_ex* pair) { ibv_wr_set_inline_data(pair, two.a.memory.data(), 8); }), EINVAL);
}

TEST(DatagramLimit, OneWrongRequestTakesItsBatchWithIt) {
  Couple two;
  ibv_qp_ex* const pair = ibv_qp_to_qp_ex(two.a.pair);
  ibv_wr_start(pair);
  ibv_wr_rdma_write(pair, two.b.region->rkey, two.b.at(0));
  ibv_wr_set_ud_addr(pair, two.way.handle, two.way.number, queue_key);
  ibv_wr_set_sge(pair, two.a.region->lkey, two.a.at(0), 8);
  ibv_wr_rdma_write(pair, two.b.region->rkey, two.b.at(8));
  ibv_wr_set_inline_data(pair, two.a.memory.data(), 8);
  EXPECT_EQ(ibv_wr_complete(pair), EINVAL);
  ASSERT_EQ(two.way.write(7, two.a.piece(0, 1), two.b.piece(0, 1)), 0);
  EXPECT_EQ(two.a.wait()->wr_id, 7u);
}

TEST(DatagramLimit, TheOldCallSendsAndDoesNothingElse) {
  Couple two;
  ASSERT_EQ(two.b.receive(1, {two.b.piece(0, 64)}), 0);
  ibv_sge piece = two.a.piece(0, 8);
  ibv_send_wr request{};
  request.wr_id = 5;
  request.sg_list = &piece;
  request.num_sge = 1;
  request.opcode = IBV_WR_SEND_WITH_IMM;
  request.imm_data = 42;
  request.wr.ud = {two.way.handle, two.way.number, queue_key};
  ibv_send_wr* bad = nullptr;
  ASSERT_EQ(ibv_post_send(two.a.pair, &request, &bad), 0);
  EXPECT_EQ(two.a.wait_ending(), 0u);
  EXPECT_EQ(two.b.wait()->imm_data, 42u);
  request.opcode = IBV_WR_RDMA_WRITE;
  EXPECT_EQ(ibv_post_send(two.a.pair, &request, &bad), EINVAL);
  EXPECT_EQ(bad, &request);
}

TEST(DatagramLimit, StatesAreThoseOfItsTable) {
  Opened device;
  Party one(device);
  const auto modify = [&](ibv_qp_state state, int mask) {
    ibv_qp_attr attr{};
    attr.qp_state = state;
    attr.port_num = 1;
    return ibv_modify_qp(one.pair, &attr, IBV_QP_STATE | mask);
  };
  EXPECT_EQ(modify(IBV_QPS_RESET, 0), 0);
  EXPECT_EQ(modify(IBV_QPS_INIT, IBV_QP_PKEY_INDEX | IBV_QP_PORT), EINVAL);  // without its key
  EXPECT_EQ(modify(IBV_QPS_INIT, IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_QKEY), 0);
  EXPECT_EQ(modify(IBV_QPS_RTS, IBV_QP_SQ_PSN), EINVAL);  // not at once
  EXPECT_EQ(modify(IBV_QPS_RTR, IBV_QP_AV), EINVAL);      // it has no peer
  EXPECT_EQ(modify(IBV_QPS_RTR, 0), 0);
  Way way(one, one);
  EXPECT_EQ(way.send(1, one.piece(0, 8)), EINVAL);  // it may receive only
  EXPECT_EQ(modify(IBV_QPS_RTS, IBV_QP_SQ_PSN), 0);
}

TEST(DatagramLimit, WhatTheDeviceCannotDoIsRefusedWhereItIsAskedFor) {
  Opened device;
  const std::uint32_t can = capabilities(device.context);
  ibv_cq* const queue = ibv_create_cq(device.context, 16, nullptr, nullptr, 0);
  const auto makes = [&](const Asked& asked, std::uint64_t operations) {
    errno = 0;
    ibv_qp* const pair = make_pair(device, queue, asked, operations);
    if (pair) ibv_destroy_qp(pair);
    return pair ? 0 : errno;
  };
  EXPECT_EQ(makes({}, IBV_QP_EX_WITH_RDMA_WRITE_WITH_IMM), can & can_write ? 0 : EOPNOTSUPP);
  EXPECT_EQ(makes({.unsolicited = true}, 0), can & can_take_unsolicited ? 0 : EOPNOTSUPP);
  EXPECT_EQ(makes({}, IBV_QP_EX_WITH_ATOMIC_FETCH_AND_ADD), EOPNOTSUPP);
  EXPECT_EQ(makes({.sends = 4097}, 0), EINVAL);
  std::uint64_t word = 0;
  ibv_mr* const region = ibv_reg_mr(device.domain, &word, 8, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE);
  EXPECT_EQ(region != nullptr, (can & can_write) != 0);
  if (region) ibv_dereg_mr(region);
  EXPECT_EQ(ibv_reg_mr(device.domain, &word, 8, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_ATOMIC), nullptr);
  ibv_destroy_cq(queue);
}

TEST(DatagramLimit, ThereAreNoConnectionsAndNoLids) {
  Opened device;
  ibv_cq* const queue = ibv_create_cq(device.context, 16, nullptr, nullptr, 0);
  ibv_qp_init_attr attr{};
  attr.send_cq = attr.recv_cq = queue;
  attr.cap = {1, 1, 1, 1, 0};
  attr.qp_type = IBV_QPT_RC;
  EXPECT_EQ(ibv_create_qp(device.domain, &attr), nullptr);
  EXPECT_EQ(errno, EOPNOTSUPP);
  ibv_ah_attr by_lid{};
  by_lid.dlid = 1;
  by_lid.port_num = 1;
  ibv_query_gid(device.context, 1, 0, &by_lid.grh.dgid);  // not asked for: it says that it is not global
  EXPECT_EQ(ibv_create_ah(device.domain, &by_lid), nullptr);
  ibv_destroy_cq(queue);
}

}  // namespace
}  // namespace softverbs::efa
