// The order that a reliable connection keeps, also where its numbers wrap.
#include <random>

#include "tests/softverbs/connection.hpp"

namespace softverbs {
namespace {

/// The last of them is what stays.
TEST(SoftOrder, WritesToOnePlaceStayInOrder) {
  Connection c;
  for (std::uint64_t i = 0; i < 500; ++i) {
    c.a.word(8 * (i % 16)) = i;
    ASSERT_EQ(c.a.post(request_to(c.b, 0, IBV_WR_RDMA_WRITE, i, IBV_SEND_SIGNALED | IBV_SEND_INLINE),
                       {c.a.piece(8 * (i % 16), 8)}),
              0);
    if (i % 16 != 15) continue;
    for (int k = 0; k < 16; ++k) {
      ASSERT_EQ(c.a.wait_status(), IBV_WC_SUCCESS);
    }
    ASSERT_EQ(c.b.word(0), i);
  }
}

TEST(SoftOrder, MessagesArriveOnceEachInTheOrderInWhichTheyWereSent) {
  Connection c;
  std::uint64_t sent = 0, received = 0, posted = 0;
  constexpr std::uint64_t all = 400;
  while (received < all) {
    for (; posted < all && posted - received < 20; ++posted) {
      ASSERT_EQ(c.b.receive(posted, {c.b.piece(8 * (posted % 32), 8)}), 0);
    }
    while (sent < all && sent < received + 10) {
      ibv_send_wr request = request_to(c.b, 0, IBV_WR_SEND_WITH_IMM, sent, IBV_SEND_SIGNALED | IBV_SEND_INLINE);
      request.imm_data = static_cast<std::uint32_t>(sent);
      c.a.word(0) = sent * 3;
      ASSERT_EQ(c.a.post(request, {c.a.piece(0, 8)}), 0);
      ++sent;
    }
    const auto arrived = c.b.wait();
    ASSERT_TRUE(arrived && arrived->status == IBV_WC_SUCCESS);
    ASSERT_EQ(arrived->wr_id, received);
    ASSERT_EQ(arrived->imm_data, received);
    ASSERT_EQ(c.b.word(8 * (received % 32)), received * 3);
    ASSERT_EQ(c.a.wait()->wr_id, received);
    ++received;
  }
  EXPECT_TRUE(c.b.is_idle());
}

TEST(SoftOrder, PacketNumbersWrapAt24Bits) {
  for (const std::uint32_t first : {0xffffffu, 0xfffff0u, 0x7ffff8u, 0x800000u}) {
    Wishes wishes;
    wishes.first_packet = first;
    wishes.mtu = IBV_MTU_256;
    Connection c(wishes);
    for (std::uint64_t i = 0; i < 40; ++i) {
      ibv_send_wr request = request_to(c.b, 8, IBV_WR_ATOMIC_FETCH_AND_ADD, i);
      request.wr.atomic.compare_add = 1;
      ASSERT_EQ(c.a.post(request, {c.a.piece(0, 8)}), 0);
      ASSERT_EQ(c.a.post(request_to(c.b, 1024, IBV_WR_RDMA_WRITE, i), {c.a.piece(1024, 1000)}), 0);  // four packets
      ASSERT_EQ(c.a.wait_status(), IBV_WC_SUCCESS);
      ASSERT_EQ(c.a.wait_status(), IBV_WC_SUCCESS);
      ASSERT_EQ(c.a.word(0), i);
    }
    EXPECT_EQ(c.b.word(8), 40u);
  }
}

/// Random traffic both ways against a model: each end's memory is what the operations in their order make of it.
TEST(SoftOrder, RandomTrafficLeavesWhatItShould) {
  std::mt19937_64 random(5);
  Connection c;
  std::vector<unsigned char> a(4096), b(4096);
  for (std::size_t i = 0; i < a.size(); ++i) c.a.memory[i] = a[i] = static_cast<unsigned char>(random());
  for (std::size_t i = 0; i < b.size(); ++i) c.b.memory[i] = b[i] = static_cast<unsigned char>(random());
  for (int step = 0; step < 600; ++step) {
    const auto bytes = static_cast<std::uint32_t>(random() % 700);
    const std::size_t here = random() % (4096 - bytes), there = random() % (4096 - bytes);
    switch (random() % 3) {
      case 0:
        ASSERT_EQ(c.a.post(request_to(c.b, there, IBV_WR_RDMA_WRITE), {c.a.piece(here, bytes)}), 0);
        std::memcpy(&b[there], &a[here], bytes);
        break;
      case 1:
        ASSERT_EQ(c.a.post(request_to(c.b, there, IBV_WR_RDMA_READ), {c.a.piece(here, bytes)}), 0);
        std::memcpy(&a[here], &b[there], bytes);
        break;
      default: {
        ibv_send_wr request = request_to(c.b, there / 8 * 8, IBV_WR_ATOMIC_FETCH_AND_ADD);
        request.wr.atomic.compare_add = random();
        ASSERT_EQ(c.a.post(request, {c.a.piece(here / 8 * 8, 8)}), 0);
        std::uint64_t was = 0;
        std::memcpy(&was, &b[there / 8 * 8], 8);
        std::memcpy(&a[here / 8 * 8], &was, 8);
        was += request.wr.atomic.compare_add;
        std::memcpy(&b[there / 8 * 8], &was, 8);
      }
    }
    // A read lands when it is complete; what follows may use its bytes then.
    ASSERT_EQ(c.a.wait_status(), IBV_WC_SUCCESS);
  }
  EXPECT_EQ(std::memcmp(c.a.memory.data(), a.data(), a.size()), 0);
  EXPECT_EQ(std::memcmp(c.b.memory.data(), b.data(), b.size()), 0);
}

}  // namespace
}  // namespace softverbs
