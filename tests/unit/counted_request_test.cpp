// From an operation to what a NIC that counts reads: a signal is no request of its own, but the word that a message names.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <vector>

#include "core/device/use.hpp"

namespace gin {
namespace {

/// A NIC that counts and carries 64 bytes in a message.
PostRules counting_nic() {
  PostRules rules;
  rules.counted = true;
  rules.keeps_order = false;
  rules.message_max = 64;
  return rules;
}

std::vector<WorkRequest> read_by_counting_nic(const Operation& operation) {
  std::vector<WorkRequest> requests;
  build(operation, nullptr, counting_nic(), {}, [&](std::uint32_t rail, const WorkRequest& request) {
    EXPECT_EQ(rail, 0u);
    requests.push_back(request);
  });
  EXPECT_EQ(requests.size(), work_requests(operation, counting_nic()));
  return requests;
}

Operation untold(std::uint64_t bytes) {
  return {.op = Op::put, .peer = Pe{7}, .remote = 1000, .local = 2000, .bytes = bytes};
}
Operation told_once(std::uint64_t bytes) {
  Operation operation = untold(bytes);
  operation.has_signal = true;
  operation.signal = 3000;
  operation.signal_amo = Amo::add;
  operation.signal_value = 1;
  return operation;
}
Operation atomic_of(Op op, Amo amo, std::uint64_t value) {
  return {.op = op, .amo = amo, .peer = Pe{7}, .remote = 3000, .bytes = 8, .value = value};
}

TEST(CountedRequest, ASignalRidesOnItsData) {
  const std::vector<WorkRequest> requests = read_by_counting_nic(told_once(64));
  ASSERT_EQ(requests.size(), 1u);
  EXPECT_EQ(requests[0].verb, Verb::write);
  EXPECT_EQ(requests[0].bytes, 64u);
  EXPECT_EQ(requests[0].remote, 1000u);
  EXPECT_EQ(requests[0].local, 2000u);
  EXPECT_TRUE(requests[0].counts);
  EXPECT_EQ(requests[0].operand.value, 3000u);
  EXPECT_TRUE(requests[0].signaled);
  EXPECT_FALSE(requests[0].has_immediate);
  EXPECT_FALSE(is_held(told_once(64), counting_nic()));
  EXPECT_FALSE(read_by_counting_nic(untold(64)).at(0).counts) << "data alone names no word";
}

TEST(CountedRequest, ABareSignalIsAMessageWithoutBytes) {
  for (const Operation& bare : {told_once(0), atomic_of(Op::amo, Amo::add, 1)}) {
    const std::vector<WorkRequest> requests = read_by_counting_nic(bare);
    ASSERT_EQ(requests.size(), 1u);
    EXPECT_EQ(requests[0].verb, Verb::write);
    EXPECT_EQ(requests[0].bytes, 0u);
    EXPECT_TRUE(requests[0].counts);
    EXPECT_EQ(requests[0].operand.value, 3000u);
    EXPECT_TRUE(requests[0].signaled);
    EXPECT_FALSE(takes_number(bare, counting_nic()));
    EXPECT_FALSE(is_held(bare, counting_nic()));
  }
}

TEST(CountedRequest, ASignalIsHeldBehindDataOfSeveralMessages) {
  EXPECT_TRUE(is_held(told_once(65), counting_nic()));
  EXPECT_FALSE(is_held(untold(65), counting_nic()));
  const std::vector<WorkRequest> data = read_by_counting_nic(data_of(told_once(65)));
  ASSERT_EQ(data.size(), 2u);
  for (const WorkRequest& request : data) EXPECT_FALSE(request.counts);
  EXPECT_TRUE(read_by_counting_nic(signal_of(told_once(65))).at(0).counts);
}

RC_GTEST_PROP(CountedRequest, MessagesCoverEveryByteOnceAndAtMostTheOnlyOneNamesTheWord, ()) {
  const auto bytes = *rc::gen::inRange<std::uint64_t>(1, 500);
  const Operation put = *rc::gen::arbitrary<bool>() ? told_once(bytes) : untold(bytes);
  const std::vector<WorkRequest> requests = read_by_counting_nic(is_held(put, counting_nic()) ? data_of(put) : put);
  std::uint64_t next = put.remote;
  for (const WorkRequest& request : requests) {
    RC_ASSERT(request.remote == next && request.bytes > 0u && request.bytes <= 64u);
    RC_ASSERT(request.counts == (put.has_signal && requests.size() == 1));
    next += request.bytes;
  }
  RC_ASSERT(next == put.remote + bytes);
}

TEST(CountedUse, IsSoundWhereItAddsOneAndBringsNothing) {
  const auto signal_is_sound = [](Amo amo, std::uint64_t value) {
    Operation operation = told_once(8);
    operation.signal_amo = amo;
    operation.signal_value = value;
    return CountUse{operation}.is_sound(2);
  };
  EXPECT_TRUE(signal_is_sound(Amo::add, 1));
  EXPECT_FALSE(signal_is_sound(Amo::add, 2));
  EXPECT_FALSE(signal_is_sound(Amo::set, 1));
  EXPECT_TRUE(CountUse{untold(8)}.is_sound(2));
  EXPECT_TRUE(CountUse{atomic_of(Op::amo, Amo::add, 1)}.is_sound(2));
  EXPECT_FALSE(CountUse{atomic_of(Op::amo, Amo::add, 3)}.is_sound(2));
  EXPECT_FALSE(CountUse{atomic_of(Op::amo, Amo::bit_or, 1)}.is_sound(2));
  EXPECT_FALSE(CountUse{atomic_of(Op::fetch_amo, Amo::add, 1)}.is_sound(2));
}

}  // namespace
}  // namespace gin
