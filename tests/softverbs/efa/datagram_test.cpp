// What datagrams promise, in every weather: each arrives once and whole. Order is not among it.
#include <atomic>
#include <thread>

#include "tests/softverbs/efa/datagrams.hpp"

namespace softverbs::efa {
namespace {

bool is_reordered() {
  const char* const said = std::getenv("SOFTVERBS_REORDER");
  return said && std::string(said) != "0";
}

TEST(Datagram, BytesOfASendAreInTheReceiveThatTookThem) {
  Couple two;
  std::memcpy(two.a.memory.data(), "from here", 10);
  ASSERT_EQ(two.b.receive(7, {two.b.piece(100, 64)}), 0);
  ASSERT_EQ(two.way.send(3, two.a.piece(0, 10)), 0);
  const auto sent = two.a.wait(), came = two.b.wait();
  ASSERT_TRUE(sent && came);
  EXPECT_EQ(sent->status, IBV_WC_SUCCESS);
  EXPECT_EQ(sent->wr_id, 3u);
  EXPECT_EQ(came->wr_id, 7u);
  EXPECT_EQ(came->byte_len, 10u);
  EXPECT_EQ(came->src_qp, two.a.pair->qp_num);
  EXPECT_STREQ(reinterpret_cast<const char*>(two.b.memory.data() + 100), "from here");
}

TEST(Datagram, WritesAndReadsMoveBytesAndTheTargetIsNotTold) {
  Couple two;
  two.a.memory[5] = 77;
  ASSERT_EQ(two.way.write(1, two.a.piece(5, 1), two.b.piece(9, 1)), 0);
  EXPECT_EQ(two.a.wait_ending(), 0u);
  EXPECT_EQ(two.b.memory[9], 77);
  two.b.memory[11] = 33;
  ASSERT_EQ(two.way.read(2, two.a.piece(6, 1), two.b.piece(11, 1)), 0);
  const auto read = two.a.wait();
  ASSERT_TRUE(read);
  EXPECT_EQ(read->opcode, IBV_WC_RDMA_READ);
  EXPECT_EQ(two.a.memory[6], 33);
  ibv_wc none{};
  EXPECT_EQ(ibv_poll_cq(two.b.cq(), 1, &none), 0);
}

TEST(Datagram, EachOfManyArrivesOnceWithItsBytes) {
  constexpr std::uint32_t count = 600, each = 64;
  Couple two({.sends = 1024, .receives = 1024, .unsolicited = true});
  for (std::uint32_t i = 0; i < count * each; ++i) two.a.memory[i] = static_cast<unsigned char>(i * 7 + i / each);
  for (std::uint32_t i = 0; i < count; ++i)
    ASSERT_EQ(two.way.write(i, two.a.piece(i * each, each), two.b.piece(i * each, each), i), 0);
  std::set<std::uint32_t> came;
  std::uint32_t overtaken = 0, newest = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto arrived = two.b.wait();
    ASSERT_TRUE(arrived);
    const std::uint32_t which = arrived->imm_data;
    EXPECT_TRUE(came.insert(which).second) << which << " came twice";
    // An immediate is told when all bytes are there.
    EXPECT_EQ(std::memcmp(&two.a.memory[which * each], &two.b.memory[which * each], each), 0) << which;
    overtaken += which < newest;
    newest = std::max(newest, which);
  }
  for (std::uint32_t i = 0; i < count; ++i) EXPECT_EQ(two.a.wait_ending(), 0u);
  if (is_reordered()) {
    EXPECT_GT(overtaken, count / 10);
  }
}

/// The source is a thread of its own: whoever polls looks while the bytes come.
TEST(Datagram, AnImmediateIsToldWhenAllItsBytesAreThere) {
  constexpr std::uint32_t count = 100, bytes = 16 << 10;
  Couple two({.unsolicited = true});
  std::atomic<std::uint32_t> checked{0};
  std::thread source([&] {
    for (std::uint32_t i = 1; i <= count; ++i) {
      std::fill_n(two.a.memory.begin(), bytes, static_cast<unsigned char>(i));
      EXPECT_EQ(two.way.write(i, two.a.piece(0, bytes), two.b.piece(0, bytes), i), 0);
      EXPECT_EQ(two.a.wait_ending(), 0u);
      while (checked < i) std::this_thread::yield();
    }
  });
  for (std::uint32_t i = 1; i <= count; ++i) {
    const auto came = two.b.wait();
    const auto missing = std::find_if(two.b.memory.begin(), two.b.memory.begin() + bytes,
                                      [&](unsigned char byte) { return byte != static_cast<unsigned char>(i); });
    EXPECT_EQ(missing - two.b.memory.begin(), bytes) << i;
    checked = i;
    if (!came) break;
  }
  source.join();
}

TEST(Datagram, AnImmediateWithoutBytesTakesAReceiveUnlessItsTargetAskedForNone) {
  for (const bool unsolicited : {false, true}) {
    Couple two({.unsolicited = unsolicited});
    ASSERT_EQ(two.b.receive(4, {}), 0);
    ASSERT_EQ(two.way.write(1, two.a.piece(0, 0), two.b.piece(0, 0), 0xabcd), 0);
    const auto came = two.b.wait();
    ASSERT_TRUE(came);
    EXPECT_EQ(came->imm_data, 0xabcdu);
    EXPECT_EQ(came->wr_id, unsolicited ? 0u : 4u);
    EXPECT_EQ(two.a.wait_ending(), 0u);
    ASSERT_EQ(two.way.send(2, two.a.piece(0, 0)), 0);
    if (!unsolicited) {
      ASSERT_EQ(two.b.receive(5, {}), 0);
    }
    EXPECT_EQ(two.b.wait()->wr_id, unsolicited ? 4u : 5u);
    EXPECT_EQ(two.a.wait_ending(), 0u);
  }
}

TEST(Datagram, OneQueuePairSendsToManyAndToItself) {
  Opened device;
  Party a(device), b(device), c(device);
  Way to_b(a, b), to_c(a, c), home(a, a);
  a.memory[0] = 9;
  ASSERT_EQ(to_b.write(1, a.piece(0, 1), b.piece(0, 1)), 0);
  ASSERT_EQ(to_c.write(2, a.piece(0, 1), c.piece(1, 1)), 0);
  ASSERT_EQ(home.write(3, a.piece(0, 1), a.piece(2, 1)), 0);
  for (int i = 0; i < 3; ++i) EXPECT_EQ(a.wait_ending(), 0u);
  EXPECT_EQ(b.memory[0], 9);
  EXPECT_EQ(c.memory[1], 9);
  EXPECT_EQ(a.memory[2], 9);
}

TEST(Datagram, ASourceThatThereIsNoHandleOfIsNamedByItsAddress) {
  Couple two;
  ibv_destroy_ah(std::exchange(two.way.handle, nullptr));
  Opened elsewhere;
  Party far(elsewhere);
  Way way(far, two.b);
  ASSERT_EQ(two.b.receive(1, {two.b.piece(0, 8)}), 0);
  ASSERT_EQ(way.send(1, far.piece(0, 8)), 0);
  ibv_poll_cq_attr attr{};
  while (ibv_start_poll(two.b.queue, &attr) == ENOENT) {
  }
  EXPECT_EQ(ibv_wc_read_slid(two.b.queue), 0xffffu);
  ibv_gid from{};
  EXPECT_EQ(efadv_wc_read_sgid(efadv_cq_from_ibv_cq_ex(two.b.queue), &from), 0);
  EXPECT_TRUE(std::ranges::equal(from.raw, far.gid.raw));
  ibv_end_poll(two.b.queue);
  EXPECT_EQ(far.wait_ending(), 0u);
}

TEST(Datagram, PlacesAreFreeOnceTheirCompletionsAreReadInWhateverOrder) {
  Couple two({.sends = 4, .receives = 64});
  for (std::uint64_t i = 0; i < 64; ++i) ASSERT_EQ(two.b.receive(i, {two.b.piece(0, 8)}), 0);
  for (int lap = 0; lap < 12; ++lap) {
    for (std::uint64_t i = 0; i < 4; ++i) ASSERT_EQ(two.way.send(i, two.a.piece(0, 8)), 0);
    EXPECT_EQ(two.way.send(9, two.a.piece(0, 8)), ENOMEM);
    std::set<std::uint64_t> told;
    for (int i = 0; i < 4; ++i) told.insert(two.a.wait()->wr_id);
    EXPECT_EQ(told, (std::set<std::uint64_t>{0, 1, 2, 3}));
  }
}

}  // namespace
}  // namespace softverbs::efa
