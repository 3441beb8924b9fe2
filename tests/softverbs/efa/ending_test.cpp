// How datagrams end that cannot be carried out: each by itself, with the device's number for it, and the queue pair goes on.
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>

#include "core/softverbs/efa/device.hpp"
#include "tests/softverbs/efa/datagrams.hpp"

namespace softverbs::efa {
namespace {

class DatagramEnding : public testing::Test {
 protected:
  void expect(Ending ending) {
    const auto completion = two.a.wait();
    ASSERT_TRUE(completion);
    EXPECT_EQ(completion->vendor_err, static_cast<unsigned>(ending));
    EXPECT_EQ(completion->status, status_of(ending));
  }
  /// What came before has not hurt anybody.
  void TearDown() override {
    two.a.memory[0] = 1;
    ASSERT_EQ(two.way.write(99, two.a.piece(0, 1), two.b.piece(1000, 1)), 0);
    expect(Ending::ok);
    EXPECT_EQ(two.b.memory[1000], 1);
  }
  Couple two{{.rnr_retry = 0}};
};

TEST_F(DatagramEnding, AWrongRemoteKeyIsABadAddress) {
  ibv_sge wrong = two.b.piece(0, 8);
  wrong.lkey ^= 1u << 20;
  ASSERT_EQ(two.way.write(1, two.a.piece(0, 8), wrong), 0);
  expect(Ending::bad_remote_address);
}

TEST_F(DatagramEnding, SoAreBytesBeyondTheEndAndRightsThatWereNotGiven) {
  ASSERT_EQ(two.way.write(1, two.a.piece(0, 8), two.b.piece(two.b.memory.size() - 4, 8)), 0);
  expect(Ending::bad_remote_address);
  Party shy(two.device, {.access = IBV_ACCESS_LOCAL_WRITE});
  Way way(two.a, shy);
  ASSERT_EQ(way.write(1, two.a.piece(0, 8), shy.piece(0, 8)), 0);
  expect(Ending::bad_remote_address);
}

TEST_F(DatagramEnding, AWrongLocalKeyIsFoundHere) {
  ibv_sge wrong = two.a.piece(0, 8);
  wrong.lkey ^= 1u << 20;
  ASSERT_EQ(two.way.write(1, wrong, two.b.piece(0, 8)), 0);
  expect(Ending::bad_local_key);
}

TEST_F(DatagramEnding, NobodyOfThatNumberOrKeyIsABadQueuePair) {
  Way nowhere(two.a, two.b.gid, 60000);
  ASSERT_EQ(nowhere.send(1, two.a.piece(0, 8)), 0);
  expect(Ending::no_pair);
  two.way.key = queue_key + 1;
  ASSERT_EQ(two.way.write(1, two.a.piece(0, 8), two.b.piece(0, 8)), 0);
  expect(Ending::no_pair);
  two.way.key = queue_key;
}

TEST_F(DatagramEnding, AnAddressThatNobodyHasIsABadAddress) {
  ibv_gid far = two.b.gid;
  far.raw[15] = static_cast<std::uint8_t>(far.raw[15] + 8);  // the host beside this one
  Way nowhere(two.a, far, two.b.pair->qp_num);
  ASSERT_EQ(nowhere.write(1, two.a.piece(0, 8), two.b.piece(0, 8)), 0);
  expect(Ending::bad_remote_address);
}

TEST_F(DatagramEnding, AHandleThatTheDeviceDoesNotKnowIsABadHandle) {
  Opened elsewhere;
  Party other(elsewhere);
  Way foreign(other, two.b);
  ibv_destroy_ah(two.way.handle);  // the only one of that address here
  two.way.handle = foreign.handle;
  ASSERT_EQ(two.way.send(1, two.a.piece(0, 8)), 0);
  expect(Ending::bad_handle);
  ibv_ah_attr attr{};
  attr.is_global = 1;
  attr.port_num = 1;
  attr.grh.dgid = two.b.gid;
  two.way.handle = ibv_create_ah(two.device.domain, &attr);
}

TEST_F(DatagramEnding, WithoutAReceiveARetryThatIsNotAllowedEndsIt) {
  ASSERT_EQ(two.way.send(1, two.a.piece(0, 8)), 0);
  expect(Ending::not_ready);
}

TEST_F(DatagramEnding, AReceiveThatIsTooShortIsAnErrorAtBothEnds) {
  ASSERT_EQ(two.b.receive(3, {two.b.piece(0, 4)}), 0);
  ASSERT_EQ(two.way.send(1, two.a.piece(0, 8)), 0);
  auto ending = two.a.wait_ending();
  while (ending == static_cast<unsigned>(Ending::not_ready)) {  // the weather hid the receive
    ASSERT_EQ(two.way.send(1, two.a.piece(0, 8)), 0);
    ending = two.a.wait_ending();
  }
  EXPECT_EQ(ending, static_cast<unsigned>(Ending::receive_too_short));
  EXPECT_EQ(two.b.wait()->status, IBV_WC_LOC_LEN_ERR);
}

TEST_F(DatagramEnding, ASendLongerThanAPacketIsTooLong) {
  ASSERT_EQ(two.way.send(1, two.a.piece(0, 8929)), 0);
  expect(Ending::bad_length);
}

TEST(DatagramRetry, AReceiveThatIsPostedLaterIsFound) {
  Couple two;
  ASSERT_EQ(two.way.send(1, two.a.piece(0, 8)), 0);
  ibv_wc none{};
  EXPECT_EQ(ibv_poll_cq(two.a.cq(), 1, &none), 0);
  ASSERT_EQ(two.b.receive(2, {two.b.piece(0, 8)}), 0);
  EXPECT_EQ(two.a.wait_ending(), 0u);
  EXPECT_EQ(two.b.wait()->wr_id, 2u);
}

TEST(DatagramFlush, WhatIsUnderWayIsFlushedInError) {
  Couple two;
  for (std::uint64_t i = 0; i < 3; ++i) ASSERT_EQ(two.way.send(i, two.a.piece(0, 8)), 0);  // no receive: they wait
  ASSERT_EQ(two.a.receive(7, {two.a.piece(0, 8)}), 0);
  two.a.move(IBV_QPS_ERR, 0);
  std::map<std::uint64_t, ibv_wc_status> ended;
  for (int i = 0; i < 4; ++i) {
    const auto completion = two.a.wait();
    ended[completion->wr_id] = completion->status;
  }
  EXPECT_EQ(ended.size(), 4u);
  for (const auto& [id, status] : ended) EXPECT_EQ(status, IBV_WC_WR_FLUSH_ERR) << id;
}

TEST(DatagramPeer, OneThatIsKilledDoesNotAnswer) {
  struct Board {
    std::atomic<bool> is_there{false};
    ibv_gid gid{};
    std::uint32_t number = 0;
  };
  auto& board =
      *new (::mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0)) Board;
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(120);
    Opened device;
    Party party(device);
    board.gid = party.gid;
    board.number = party.pair->qp_num;
    board.is_there = true;
    for (;;) ::pause();
  }
  while (!board.is_there) ::usleep(100);
  Opened device;
  Party source(device);
  Way way(source, board.gid, board.number);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  ASSERT_EQ(way.send(1, source.piece(0, 8)), 0);
  const auto ended = source.wait();
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->vendor_err, 13u);
  EXPECT_EQ(ended->status, IBV_WC_RESP_TIMEOUT_ERR);
}

}  // namespace
}  // namespace softverbs::efa
