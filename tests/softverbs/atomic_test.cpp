// Atomics: once each, whatever gets lost.
#include <thread>

#include "tests/softverbs/connection.hpp"

namespace softverbs {
namespace {

ibv_send_wr add(const End& target, std::size_t offset, std::uint64_t value) {
  ibv_send_wr request = request_to(target, offset, IBV_WR_ATOMIC_FETCH_AND_ADD);
  request.wr.atomic.compare_add = value;
  return request;
}

TEST(SoftAtomic, AddsAndBringsWhatWasThere) {
  Connection c;
  c.b.word(8) = ~0ull;
  ASSERT_EQ(c.a.post(add(c.b, 8, 3), {c.a.piece(16, 8)}), 0);
  const auto done = c.a.wait();
  ASSERT_TRUE(done && done->status == IBV_WC_SUCCESS);
  EXPECT_EQ(done->opcode, IBV_WC_FETCH_ADD);
  EXPECT_EQ(c.a.word(16), ~0ull);
  EXPECT_EQ(c.b.word(8), 2u);
}

TEST(SoftAtomic, SwapsIfItIsEqual) {
  Connection c;
  c.b.word(8) = 5;
  ibv_send_wr request = request_to(c.b, 8, IBV_WR_ATOMIC_CMP_AND_SWP);
  request.wr.atomic.compare_add = 4;
  request.wr.atomic.swap = 9;
  ASSERT_EQ(c.a.post(request, {c.a.piece(0, 8)}), 0);
  EXPECT_EQ(c.a.wait()->opcode, IBV_WC_COMP_SWAP);
  EXPECT_EQ(c.b.word(8), 5u);
  request.wr.atomic.compare_add = 5;
  ASSERT_EQ(c.a.post(request, {c.a.piece(0, 8)}), 0);
  EXPECT_EQ(c.a.wait_status(), IBV_WC_SUCCESS);
  EXPECT_EQ(c.b.word(8), 9u);
  EXPECT_EQ(c.a.word(0), 5u);
}

TEST(SoftAtomic, EachIsCarriedOutOnceHoweverOftenItIsSent) {
  Connection c;
  constexpr std::uint64_t times = 200;
  for (std::uint64_t i = 0; i < times; ++i) {
    ASSERT_EQ(c.a.post(add(c.b, 0, 1), {c.a.piece(8 * i, 8)}), 0);
    for (int k = 0; i % 8 == 7 && k < 8; ++k) {
      ASSERT_EQ(c.a.wait_status(), IBV_WC_SUCCESS);
    }
  }
  EXPECT_EQ(c.b.word(0), times);
  for (std::uint64_t i = 0; i < times; ++i) EXPECT_EQ(c.a.word(8 * i), i) << "what the " << i << "th found";
}

TEST(SoftAtomic, TwoSourcesExcludeEachOther) {
  Opened device;
  End target_of_a(device, {}), target_of_b(device, {}), a(device, {}), b(device, {});
  a.connect(target_of_a.lid, target_of_a.pair->qp_num);
  target_of_a.connect(a.lid, a.pair->qp_num);
  b.connect(target_of_b.lid, target_of_b.pair->qp_num);
  target_of_b.connect(b.lid, b.pair->qp_num);
  constexpr int times = 500;
  const auto run = [&](End& end) {
    for (int i = 0; i < times; ++i) {
      ASSERT_EQ(end.post(add(target_of_a, 0, 1), {end.piece(0, 8)}), 0);
      ASSERT_EQ(end.wait_status(), IBV_WC_SUCCESS);
    }
  };
  std::thread other([&] { run(b); });
  run(a);
  other.join();
  EXPECT_EQ(target_of_a.word(0), 2u * times);
}

TEST(SoftAtomic, AnAddressThatIsNotAlignedIsAnInvalidRequest) {
  Connection c;
  ASSERT_EQ(c.a.post(add(c.b, 4, 1), {c.a.piece(0, 8)}), 0);
  EXPECT_EQ(c.a.wait_status(), IBV_WC_REM_INV_REQ_ERR);
  EXPECT_EQ(c.b.state(), IBV_QPS_ERR);
}

TEST(SoftAtomic, AResultOfAnotherSizeIsALocalError) {
  Connection c;
  ASSERT_EQ(c.a.post(add(c.b, 0, 1), {c.a.piece(0, 4)}), 0);
  EXPECT_EQ(c.a.wait_status(), IBV_WC_LOC_LEN_ERR);
  EXPECT_EQ(c.b.word(0), 0u);
}

}  // namespace
}  // namespace softverbs
