// Sends and receives in a ring: nothing behind them waits for them, and their agents are told by number.
#include <gtest/gtest.h>

#include "core/run/ring_memory.hpp"
#include "tests/unit/still_proxy.hpp"
#include "tests/unit/wire_operation.hpp"

namespace gin {
namespace {

class TwoSidedInARing : public testing::Test {
 protected:
  static constexpr std::uint32_t last = 0xffffffff;  // the next number wraps

  void receive(std::uint32_t agent) {
    Operation operation = test::receive(1, 0, 8, 0);
    operation.remote = agent;
    test::push(ring_, operation);
  }
  void send() { test::push(ring_, test::send(1, 0, 8, 0)); }
  void put() { test::push(ring_, test::put(1, 0, 0, 8)); }
  void look() { proxy_.round(); }

  test::StillEnv env_;
  test::StillEnv::Gate gate_;
  test::ObedientFabric fabric_;
  RingMemory memory_{64, last, 3};
  Ring<test::StillEnv> ring_ = memory_.ring<test::StillEnv>(gate_, gate_, gate_);
  Proxy<test::StillEnv, test::ObedientFabric> proxy_{
      env_, fabric_, {ring_}, gate_, {.batch = 8, .operations_max = 1, .bytes_max = 1 << 20}};
};

TEST_F(TwoSidedInARing, AreWaitedForByNothingBehindThem) {
  receive(0);
  look();
  EXPECT_TRUE(memory_.is_complete()) << "its place is free as soon as it is posted";
  put();
  look();
  ASSERT_EQ(fabric_.posted.size(), 2u);
  fabric_.complete(1);
  look();
  EXPECT_TRUE(memory_.is_complete());
  EXPECT_EQ(ring_.two_sided[0], last) << "nobody has sent";
}

TEST_F(TwoSidedInARing, AreCountedForEachAgentWhateverTheOrder) {
  receive(1);
  receive(2);
  receive(1);
  look();
  fabric_.complete(2);
  look();
  EXPECT_EQ(ring_.two_sided[1], last + 1);
  EXPECT_EQ(ring_.two_sided[2], last);
  fabric_.complete(1);
  fabric_.complete(0);
  look();
  EXPECT_EQ(ring_.two_sided[1], last + 2);
  EXPECT_EQ(ring_.two_sided[2], last + 1);
  EXPECT_EQ(ring_.two_sided[0], last);
}

TEST_F(TwoSidedInARing, TakeNoRoomFromWhatAThreadMayHaveUnderWay) {
  receive(0);
  put();
  send();
  look();
  EXPECT_EQ(fabric_.posted.size(), 3u) << "the room is for one put";
  EXPECT_EQ(proxy_.operations_under_way(), 1u);
}

TEST_F(TwoSidedInARing, EndItWhenTheyFail) {
  receive(2);
  look();
  fabric_.complete(0, CompletionStatus::remote_access);
  look();
  EXPECT_EQ(ring_.failure().status, CompletionStatus::remote_access);
  EXPECT_EQ(ring_.failure().peer, Pe{1});
  EXPECT_EQ(ring_.two_sided[2], last);
}

TEST(TwoSidedNames, ComeBackFromTheirTags) {
  const TwoSidedName name{0x7fff, 0xfffffffe, Pe{0xffff}};
  const TwoSidedName back = to_two_sided(to_tag(name));
  EXPECT_TRUE(is_two_sided(to_tag(name)));
  EXPECT_EQ(back.ring, name.ring);
  EXPECT_EQ(back.agent, name.agent);
  EXPECT_EQ(back.peer, name.peer);
  EXPECT_FALSE(is_two_sided(std::uint64_t{0x7fff} << 32 | 0xffffffff));
}

}  // namespace
}  // namespace gin
