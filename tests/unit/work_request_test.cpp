// From an operation to what the NIC reads. A missing signal flag would hang a quiet, a snapshot taken at the
// wrong time would hide the bug of reusing a source too early.
#include "core/device/work_request.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>

#include "tests/unit/made_operation.hpp"

namespace gin {
namespace {

struct Built {
  std::uint32_t count;
  WorkRequest requests[2];
};

std::array<unsigned char, 64> source() {
  std::array<unsigned char, 64> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<unsigned char>(i + 1);
  return bytes;
}

Built built(const Operation& operation, std::uint64_t inline_max = 0) {
  const auto bytes = source();
  Built out{0, {}};
  // Left over from the last operation; nothing of it may survive.
  for (WorkRequest& request : out.requests) std::memset(static_cast<void*>(&request), 0xff, sizeof request);
  out.count = build(operation, bytes.data(), inline_max, out.requests);
  return out;
}

Operation put_of(std::uint64_t bytes) {
  Operation operation;
  operation.op = Op::put;
  operation.peer = Pe{7};
  operation.remote = 1000;
  operation.local = 2000;
  operation.bytes = bytes;
  return operation;
}

Operation with_signal(Operation operation) {
  operation.has_signal = true;
  operation.signal = 3000;
  operation.signal_amo = Amo::add;
  operation.signal_value = 5;
  return operation;
}

void expect_place(const WorkRequest& request, const Operation& operation) {
  EXPECT_EQ(request.peer, operation.peer.value);
  EXPECT_EQ(request.remote, operation.remote);
  EXPECT_EQ(request.local, operation.local);
}

TEST(WorkRequest, APutLeavesItsPayloadInMemoryUntilTheNicReadsIt) {
  const Built out = built(put_of(8));
  ASSERT_EQ(out.count, 1u);
  EXPECT_EQ(out.requests[0].verb, Verb::write);
  EXPECT_EQ(out.requests[0].bytes, 8u);
  EXPECT_TRUE(out.requests[0].signaled);
  expect_place(out.requests[0], put_of(8));
}

TEST(WorkRequest, APayloadWithinBothLimitsTravelsInside) {
  const auto verb = [](std::uint64_t bytes, std::uint64_t inline_max) {
    return built(put_of(bytes), inline_max).requests[0].verb;
  };
  EXPECT_EQ(verb(8, 8), Verb::write_inline);
  EXPECT_EQ(verb(9, 8), Verb::write);
  EXPECT_EQ(verb(WorkRequest::inline_bytes, 1000), Verb::write_inline);
  EXPECT_EQ(verb(WorkRequest::inline_bytes + 1, 1000), Verb::write);
  EXPECT_EQ(verb(1, 0), Verb::write);
  const Built out = built(put_of(WorkRequest::inline_bytes), WorkRequest::inline_bytes);
  EXPECT_EQ(std::memcmp(out.requests[0].payload, source().data(), WorkRequest::inline_bytes), 0);
}

TEST(WorkRequest, APutWithASignalIsTwoAndTheSecondTellsOfBoth) {
  const Built out = built(with_signal(put_of(64)));
  ASSERT_EQ(out.count, 2u);
  EXPECT_EQ(out.requests[0].verb, Verb::write);
  EXPECT_FALSE(out.requests[0].signaled);
  const WorkRequest& signal = out.requests[1];
  EXPECT_EQ(signal.verb, Verb::atomic);
  EXPECT_EQ(signal.amo, Amo::add);
  EXPECT_EQ(signal.peer, 7u);
  EXPECT_EQ(signal.remote, 3000u);
  EXPECT_EQ(signal.bytes, 8u);
  EXPECT_EQ(signal.operand.value, 5u);
  EXPECT_FALSE(signal.fetches);
  EXPECT_TRUE(signal.signaled);
}

TEST(WorkRequest, ZeroBytesWithASignalAreTheSignalAlone) {
  const Built out = built(with_signal(put_of(0)), 32);
  ASSERT_EQ(out.count, 1u);
  EXPECT_EQ(out.requests[0].verb, Verb::atomic);
  EXPECT_EQ(out.requests[0].remote, 3000u);
  EXPECT_TRUE(out.requests[0].signaled);
}

TEST(WorkRequest, AGetIsARead) {
  Operation operation = put_of(64);
  operation.op = Op::get;
  const Built out = built(operation, 64);  // whatever may be inlined
  ASSERT_EQ(out.count, 1u);
  EXPECT_EQ(out.requests[0].verb, Verb::read);
  EXPECT_EQ(out.requests[0].bytes, 64u);
  expect_place(out.requests[0], operation);
}

TEST(WorkRequest, AValueTravelsInsideWhateverTheLibraryInlines) {
  for (std::uint64_t bytes = 1; bytes <= 8; ++bytes) {
    Operation operation = put_of(bytes);
    operation.op = Op::value;
    operation.value = 0x8877665544332211;
    const Built out = built(operation, 0);
    ASSERT_EQ(out.count, 1u);
    EXPECT_EQ(out.requests[0].verb, Verb::write_inline);
    EXPECT_EQ(out.requests[0].bytes, bytes);
    for (std::uint64_t i = 0; i < bytes; ++i) EXPECT_EQ(out.requests[0].payload[i], (i + 1) * 0x11) << i;
  }
}

TEST(WorkRequest, AnAtomicFetchesOnlyWhenItIsAskedTo) {
  for (const Op op : {Op::amo, Op::fetch_amo}) {
    Operation operation = put_of(8);
    operation.op = op;
    operation.amo = Amo::compare_swap;
    operation.value = 11;
    operation.compare = 12;
    const Built out = built(operation);
    ASSERT_EQ(out.count, 1u);
    EXPECT_EQ(out.requests[0].verb, Verb::atomic);
    EXPECT_EQ(out.requests[0].amo, Amo::compare_swap);
    EXPECT_EQ(out.requests[0].operand.value, 11u);
    EXPECT_EQ(out.requests[0].operand.compare, 12u);
    EXPECT_EQ(out.requests[0].bytes, 8u);
    EXPECT_EQ(out.requests[0].fetches, op == Op::fetch_amo);
    expect_place(out.requests[0], operation);
  }
}

RC_GTEST_PROP(WorkRequest, AsManyAsAreReservedAreBuiltAndOnlyTheLastIsSignaled, ()) {
  const Operation operation = *test::any_operation();
  // A put of nothing is dropped before it gets here.
  RC_PRE(operation.op != Op::put || operation.bytes > 0 || operation.has_signal);
  const Built out = built(operation, *rc::gen::element<std::uint64_t>(0, 8, 32));
  RC_ASSERT(out.count == work_requests(operation));
  for (std::uint32_t i = 0; i < out.count; ++i) {
    RC_ASSERT(out.requests[i].signaled == (i + 1 == out.count));
    RC_ASSERT(out.requests[i].peer == operation.peer.value);
  }
}

}  // namespace
}  // namespace gin
