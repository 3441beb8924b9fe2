// What a reliable connection moves.
#include "tests/softverbs/connection.hpp"

namespace softverbs {
namespace {

void fill(End& end, std::size_t offset, std::size_t bytes, unsigned char first) {
  for (std::size_t i = 0; i < bytes; ++i) end.memory[offset + i] = static_cast<unsigned char>(first + i);
}

TEST(SoftPair, AWriteBringsItsBytesAndOneCompletion) {
  Connection c;
  for (const std::uint32_t bytes : {1u, 7u, 8u, 100u, 1024u, 1025u, 30000u}) {
    fill(c.a, 3, bytes, static_cast<unsigned char>(bytes));
    ASSERT_EQ(c.a.post(request_to(c.b, 5, IBV_WR_RDMA_WRITE, bytes), {c.a.piece(3, bytes)}), 0);
    const auto done = c.a.wait();
    ASSERT_TRUE(done);
    EXPECT_EQ(done->wr_id, bytes);
    EXPECT_EQ(done->status, IBV_WC_SUCCESS);
    EXPECT_EQ(done->opcode, IBV_WC_RDMA_WRITE);
    EXPECT_EQ(done->qp_num, c.a.pair->qp_num);
    EXPECT_EQ(std::memcmp(&c.b.memory[5], &c.a.memory[3], bytes), 0);
    EXPECT_EQ(c.b.memory[5 + bytes], 0);
  }
  EXPECT_TRUE(c.a.is_idle());
  EXPECT_TRUE(c.b.is_idle());
}

TEST(SoftPair, PiecesAreGatheredInTheirOrder) {
  Connection c;
  fill(c.a, 0, 3000, 1);
  ASSERT_EQ(c.a.post(request_to(c.b, 0, IBV_WR_RDMA_WRITE),
                     {c.a.piece(2000, 5), c.a.piece(0, 0), c.a.piece(100, 1000), c.a.piece(50, 1)}),
            0);
  ASSERT_EQ(c.a.wait_status(), IBV_WC_SUCCESS);
  EXPECT_EQ(std::memcmp(&c.b.memory[0], &c.a.memory[2000], 5), 0);
  EXPECT_EQ(std::memcmp(&c.b.memory[5], &c.a.memory[100], 1000), 0);
  EXPECT_EQ(c.b.memory[1005], c.a.memory[50]);
}

TEST(SoftPair, InlineBytesAreTakenWhenTheyArePosted) {
  Connection c;
  std::vector<unsigned char> source(128);
  for (std::size_t bytes : {1u, 32u, 33u, 97u, 128u}) {
    for (std::size_t i = 0; i < bytes; ++i) source[i] = static_cast<unsigned char>(bytes + i);
    const std::vector<unsigned char> before = source;
    // No key: inline bytes need not be registered.
    ASSERT_EQ(c.a.post(request_to(c.b, 0, IBV_WR_RDMA_WRITE, 1, IBV_SEND_SIGNALED | IBV_SEND_INLINE),
                       {{reinterpret_cast<std::uint64_t>(source.data()), static_cast<std::uint32_t>(bytes), 0}}),
              0);
    std::fill(source.begin(), source.end(), 0xee);
    ASSERT_EQ(c.a.wait_status(), IBV_WC_SUCCESS);
    EXPECT_EQ(std::memcmp(c.b.memory.data(), before.data(), bytes), 0);
    source = before;
  }
}

TEST(SoftPair, AReadBringsThePeersBytes) {
  Connection c;
  fill(c.b, 10, 5000, 9);
  ASSERT_EQ(c.a.post(request_to(c.b, 10, IBV_WR_RDMA_READ), {c.a.piece(1, 2500), c.a.piece(4000, 2500)}), 0);
  const auto done = c.a.wait();
  ASSERT_TRUE(done && done->status == IBV_WC_SUCCESS);
  EXPECT_EQ(done->opcode, IBV_WC_RDMA_READ);
  EXPECT_EQ(std::memcmp(&c.a.memory[1], &c.b.memory[10], 2500), 0);
  EXPECT_EQ(std::memcmp(&c.a.memory[4000], &c.b.memory[2510], 2500), 0);
}

TEST(SoftPair, ASendFillsTheOldestReceive) {
  Connection c;
  ASSERT_EQ(c.b.receive(70, {c.b.piece(0, 10), c.b.piece(100, 50)}), 0);
  ASSERT_EQ(c.b.receive(71, {c.b.piece(200, 50)}), 0);
  fill(c.a, 0, 60, 1);
  ibv_send_wr request = request_to(c.b, 0, IBV_WR_SEND_WITH_IMM, 5);
  request.imm_data = 0x01020304;
  ASSERT_EQ(c.a.post(request, {c.a.piece(0, 13)}), 0);
  EXPECT_EQ(c.a.wait_status(), IBV_WC_SUCCESS);
  const auto arrived = c.b.wait();
  ASSERT_TRUE(arrived);
  EXPECT_EQ(arrived->wr_id, 70u);
  EXPECT_EQ(arrived->opcode, IBV_WC_RECV);
  EXPECT_EQ(arrived->byte_len, 13u);
  EXPECT_NE(arrived->wc_flags & IBV_WC_WITH_IMM, 0u);
  EXPECT_EQ(arrived->imm_data, 0x01020304u);
  EXPECT_EQ(std::memcmp(&c.b.memory[0], &c.a.memory[0], 10), 0);
  EXPECT_EQ(std::memcmp(&c.b.memory[100], &c.a.memory[10], 3), 0);
  EXPECT_TRUE(c.b.is_idle());
}

TEST(SoftPair, AnImmediateComesAfterItsBytes) {
  Connection c;
  ASSERT_EQ(c.b.receive(9, {}), 0);
  fill(c.a, 0, 4000, 3);
  ibv_send_wr request = request_to(c.b, 8, IBV_WR_RDMA_WRITE_WITH_IMM);
  request.imm_data = 77;
  ASSERT_EQ(c.a.post(request, {c.a.piece(0, 4000)}), 0);
  const auto arrived = c.b.wait();
  ASSERT_TRUE(arrived);
  EXPECT_EQ(arrived->opcode, IBV_WC_RECV_RDMA_WITH_IMM);
  EXPECT_EQ(arrived->wr_id, 9u);
  EXPECT_EQ(arrived->imm_data, 77u);
  EXPECT_EQ(arrived->byte_len, 4000u);
  EXPECT_EQ(std::memcmp(&c.b.memory[8], &c.a.memory[0], 4000), 0);
  EXPECT_EQ(c.a.wait_status(), IBV_WC_SUCCESS);
}

TEST(SoftPair, NoBytesAreAMessageToo) {
  Connection c;
  ASSERT_EQ(c.b.receive(1, {}), 0);
  ASSERT_EQ(c.b.receive(2, {}), 0);
  ibv_send_wr write = request_to(c.b, 0, IBV_WR_RDMA_WRITE_WITH_IMM);
  write.wr.rdma.rkey = 0xdead;  // not looked at where there are no bytes
  ASSERT_EQ(c.a.post(write, {}), 0);
  ASSERT_EQ(c.a.post(request_to(c.b, 0, IBV_WR_SEND), {}), 0);
  EXPECT_EQ(c.a.wait_status(), IBV_WC_SUCCESS);
  EXPECT_EQ(c.a.wait_status(), IBV_WC_SUCCESS);
  EXPECT_EQ(c.b.wait()->wr_id, 1u);
  EXPECT_EQ(c.b.wait()->wr_id, 2u);
}

TEST(SoftPair, TheNewInterfaceDoesTheSame) {
  Connection c;
  fill(c.a, 0, 64, 5);
  ASSERT_EQ(c.b.receive(3, {c.b.piece(500, 64)}), 0);
  ibv_qp_ex* pair = ibv_qp_to_qp_ex(c.a.pair);
  ibv_wr_start(pair);
  pair->wr_id = 10;
  pair->wr_flags = 0;
  ibv_wr_rdma_write(pair, c.b.region->rkey, c.b.at(0));
  ibv_wr_set_sge(pair, c.a.region->lkey, c.a.at(0), 64);
  pair->wr_id = 11;
  pair->wr_flags = IBV_SEND_SIGNALED;
  ibv_wr_send_imm(pair, 42);
  ibv_wr_set_inline_data(pair, c.a.memory.data(), 20);
  ASSERT_EQ(ibv_wr_complete(pair), 0);
  EXPECT_EQ(c.a.wait()->wr_id, 11u);
  EXPECT_EQ(std::memcmp(&c.b.memory[0], &c.a.memory[0], 64), 0);
  const auto arrived = c.b.wait();
  EXPECT_EQ(arrived->imm_data, 42u);
  EXPECT_EQ(arrived->byte_len, 20u);
}

TEST(SoftPair, ABatchThatIsAbortedLeavesNothing) {
  Connection c;
  ibv_qp_ex* pair = ibv_qp_to_qp_ex(c.a.pair);
  ibv_wr_start(pair);
  pair->wr_flags = IBV_SEND_SIGNALED;
  ibv_wr_rdma_write(pair, c.b.region->rkey, c.b.at(0));
  ibv_wr_set_inline_data(pair, c.a.memory.data(), 8);
  ibv_wr_abort(pair);
  ASSERT_EQ(c.a.post(request_to(c.b, 0, IBV_WR_RDMA_WRITE, 4), {c.a.piece(0, 8)}), 0);
  EXPECT_EQ(c.a.wait()->wr_id, 4u);
  EXPECT_TRUE(c.a.is_idle());
}

}  // namespace
}  // namespace softverbs
