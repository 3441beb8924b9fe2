// From an operation to what the NIC reads. A missing signal flag would hang a quiet, a snapshot taken at the
// wrong time would hide the bug of reusing a source too early.
#include "core/device/requests.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <string>
#include <vector>

#include "tests/unit/made_operation.hpp"

namespace gin {
namespace {

struct Built {
  std::size_t count = 0;
  std::vector<WorkRequest> requests;
  std::vector<std::uint32_t> rails;
};

std::array<unsigned char, 64> source() {
  std::array<unsigned char, 64> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<unsigned char>(i + 1);
  return bytes;
}

Built built(const Operation& operation, const PostRules& rules, const Numbered& name = {}) {
  const auto bytes = source();
  Built out;
  build(operation, bytes.data(), rules, name, [&](std::uint32_t rail, const WorkRequest& request) {
    out.requests.push_back(request);
    out.rails.push_back(rail);
  });
  out.count = out.requests.size();
  return out;
}

Built built(const Operation& operation, std::uint64_t inline_max = 0) {
  PostRules rules;
  rules.inline_max = inline_max;
  return built(operation, rules);
}

/// The rules of a NIC without order: everything that needs a number gets one.
PostRules unordered(UnorderedSignals signals = UnorderedSignals::receiver_count) {
  PostRules rules;
  rules.numbered = true;
  rules.signals = signals;
  return rules;
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

TEST(WorkRequest, APutOfNothingWithoutASignalIsNothing) {
  EXPECT_EQ(built(put_of(0)).count, 0u);
  EXPECT_EQ(work_requests(put_of(0), PostRules{}), 0u);
}

TEST(WorkRequest, WithoutOrderASignalIsAMessageThatKnowsHowMuchDataItFollows) {
  PostRules rules = unordered();
  rules.message_max = 24;
  const Built out = built(with_signal(put_of(64)), rules, {3, 0x12345});
  ASSERT_EQ(out.count, 4u);
  for (const WorkRequest& request : out.requests) {
    ASSERT_TRUE(request.has_immediate);
    EXPECT_EQ(decode(rules.layout, request.immediate), (Immediate{ImmediateKind::part, 3, 0x2345, 4}));
  }
  EXPECT_EQ(out.requests[0].bytes + out.requests[1].bytes + out.requests[2].bytes, 64u);
  EXPECT_EQ(out.requests[3].verb, Verb::send);
  const CpuMessage message = unpack(out.requests[3].message);
  EXPECT_EQ(message.kind, MessageKind::amo);
  EXPECT_EQ(message.amo, Amo::add);
  EXPECT_EQ(message.offset, 3000u);
  EXPECT_EQ(message.value, 5u);
}

TEST(WorkRequest, WithoutOrderPlainDataTakesANumberOnlyWhereTheTargetReorders) {
  EXPECT_FALSE(built(put_of(64), unordered()).requests[0].has_immediate);
  const PostRules reorder = unordered(UnorderedSignals::receiver_reorder);
  EXPECT_TRUE(built(put_of(64), reorder).requests[0].has_immediate);
  EXPECT_TRUE(takes_number(put_of(64), reorder));
  EXPECT_FALSE(takes_number(put_of(64), unordered()));
  EXPECT_FALSE(takes_number(put_of(0), reorder));
}

/// The rules of a wire: what writes is acknowledged, a signal may ride.
PostRules over_a_wire() {
  PostRules rules = unordered();
  rules.all_numbered = true;
  rules.message_max = 64;
  return rules;
}

TEST(WorkRequest, OverAWireWhateverWritesTakesANumberAndAReadDoesNot) {
  Operation operation = put_of(8);
  EXPECT_TRUE(takes_number(operation, over_a_wire()));
  operation.op = Op::value;
  EXPECT_TRUE(takes_number(operation, over_a_wire()));
  operation.op = Op::get;
  EXPECT_FALSE(takes_number(operation, over_a_wire()));
  EXPECT_FALSE(takes_number(put_of(0), over_a_wire()));
}

TEST(WorkRequest, ASignalThatAddsOneRidesOnDataOfOneMessage) {
  const PostRules rules = over_a_wire();
  Operation operation = with_signal(put_of(64));
  operation.signal = rules.layout.count_max() * 8;
  operation.signal_value = 1;
  const Built out = built(operation, rules, {3, 0x12345});
  ASSERT_EQ(out.count, 1u);
  EXPECT_EQ(out.requests[0].verb, Verb::write);
  EXPECT_TRUE(out.requests[0].signaled);
  EXPECT_EQ(decode(rules.layout, out.requests[0].immediate),
            (Immediate{ImmediateKind::signal, 3, 0x2345, rules.layout.count_max()}));
  EXPECT_EQ(work_requests(operation, rules), 1u);
  EXPECT_EQ(work_requests_at_once(operation, rules), 1u);

  const auto messages = [&](auto change) {
    Operation other = operation;
    change(other);
    const Built built_other = built(other, rules, {3, 5});
    EXPECT_EQ(work_requests(other, rules), built_other.count);
    EXPECT_EQ(built_other.requests.back().verb, Verb::send);
    return built_other.count;
  };
  EXPECT_EQ(messages([](Operation& o) { o.signal_value = 2; }), 2u);
  EXPECT_EQ(messages([](Operation& o) { o.signal_amo = Amo::set; }), 2u);
  EXPECT_EQ(messages([](Operation& o) { o.signal += 8; }), 2u);
  EXPECT_EQ(messages([](Operation& o) { o.signal = 4; }), 2u);
  EXPECT_EQ(messages([](Operation& o) { o.bytes = 65; }), 3u);
  EXPECT_EQ(messages([](Operation& o) { o.bytes = 0; }), 1u);
}

TEST(WorkRequest, WithoutAWireNoSignalRides) {
  Operation operation = with_signal(put_of(8));
  operation.signal = 64;
  operation.signal_value = 1;
  EXPECT_EQ(built(operation, unordered()).count, 2u);
  EXPECT_EQ(built(operation, PostRules{}).count, 2u);
}

RC_GTEST_PROP(WorkRequest, AnOperationCutByIndexIsTheSameFromAnyPointOn, ()) {
  PostRules rules = *rc::gen::element(PostRules{}, unordered(), over_a_wire());
  rules.message_max = *rc::gen::inRange<std::uint64_t>(1, 100);
  rules.rails = *rc::gen::inRange<std::uint32_t>(1, 4);
  rules.stripe_min = 50;
  Operation operation = *test::any_operation();
  operation.bytes = is_amo(operation.op) || operation.op == Op::value ? operation.bytes : operation.bytes % 64;
  const Built whole = built(operation, rules, {1, 9});
  std::uint32_t expected = 0;
  for (std::uint32_t rail = 0; rail < rules.rails; ++rail) expected += work_requests(operation, rules, rail);
  RC_ASSERT(whole.count == expected);
  const Cut cut = cut_of(operation, rules, {1, 9});
  RC_ASSERT(cut.count == whole.count);
  const auto bytes = source();
  for (std::uint32_t i = cut.count; i > 0; --i) {
    const WorkRequest one = request_at(operation, bytes.data(), rules, cut, i - 1);
    const WorkRequest& same = whole.requests[i - 1];
    RC_ASSERT(one.verb == same.verb && one.bytes == same.bytes && one.remote == same.remote);
    RC_ASSERT(one.local == same.local && one.immediate == same.immediate && one.signaled == same.signaled);
  }
}

TEST(WorkRequest, AHeldSignalIsTheSameSignalByItself) {
  const Operation both = with_signal(put_of(64));
  EXPECT_TRUE(is_held(both, unordered(UnorderedSignals::sender_hold)));
  EXPECT_FALSE(is_held(with_signal(put_of(0)), unordered(UnorderedSignals::sender_hold)));
  EXPECT_FALSE(is_held(both, unordered()));
  // One that comes alone is held for nothing, so a strong one has to wait for what came before.
  const Operation bare = with_signal(put_of(0));
  EXPECT_TRUE(signal_may_overtake(bare, unordered(UnorderedSignals::sender_hold)));
  EXPECT_FALSE(signal_may_overtake(both, unordered(UnorderedSignals::sender_hold)));
  EXPECT_FALSE(signal_may_overtake(bare, unordered(UnorderedSignals::receiver_reorder)));
  EXPECT_TRUE(signal_may_overtake(both, unordered()));
  EXPECT_FALSE(data_of(both).has_signal);
  EXPECT_EQ(message_of(signal_of(both)), message_of(both));
}

RC_GTEST_PROP(WorkRequest, PiecesCoverEveryByteOnceOnAllRails, ()) {
  PostRules rules;
  rules.rails = *rc::gen::inRange<std::uint32_t>(1, 5);
  rules.stripe_min = *rc::gen::inRange<std::uint64_t>(1, 500);
  rules.message_max = *rc::gen::inRange<std::uint64_t>(1, 400);
  rules.numbered = *rc::gen::arbitrary<bool>();
  Operation operation = put_of(*rc::gen::inRange<std::uint64_t>(1, 1000));
  if (*rc::gen::arbitrary<bool>()) operation = with_signal(operation);
  const Built out = built(operation, rules);
  std::vector<int> covered(operation.bytes);
  for (std::size_t i = 0; i < out.count; ++i) {
    RC_ASSERT(out.rails[i] < rules.rails);
    const WorkRequest& request = out.requests[i];
    if (request.verb != Verb::write) continue;
    RC_ASSERT(request.bytes > 0u && request.bytes <= rules.message_max);
    RC_ASSERT(request.remote - operation.remote == request.local - operation.local);
    for (std::uint64_t at = 0; at < request.bytes; ++at) ++covered.at(request.remote - operation.remote + at);
  }
  for (const int times : covered) RC_ASSERT(times == 1);
  // A native signal is behind its data in the same queue, or it would not be behind it.
  if (operation.has_signal && !rules.numbered)
    for (const std::uint32_t rail : out.rails) RC_ASSERT(rail == 0u);
  for (std::uint32_t rail = 0; rail < rules.rails; ++rail) {
    std::uint32_t on_rail = 0;
    bool last_is_signaled = true;
    for (std::size_t i = 0; i < out.count; ++i) {
      if (out.rails[i] != rail) continue;
      ++on_rail;
      last_is_signaled = out.requests[i].signaled;
    }
    RC_ASSERT(on_rail == work_requests(operation, rules, rail));
    RC_ASSERT(last_is_signaled);
  }
}

RC_GTEST_PROP(WorkRequest, AsManyAsAreReservedAreBuiltAndOnlyTheLastIsSignaled, ()) {
  const Operation operation = *test::any_operation();
  PostRules rules;
  rules.inline_max = *rc::gen::element<std::uint64_t>(0, 8, 32);
  rules.message_max = std::uint64_t{1} << 44;
  RC_PRE(operation.bytes < std::uint64_t{1} << 32);
  std::vector<unsigned char> bytes(64);
  std::uint32_t count = 0;
  bool signaled = true;
  build(operation, bytes.data(), rules, {}, [&](std::uint32_t, const WorkRequest& request) {
    if (count > 0) RC_ASSERT(!signaled);
    signaled = request.signaled;
    RC_ASSERT(request.peer == operation.peer.value);
    ++count;
  });
  RC_ASSERT(count == work_requests(operation, rules));
  RC_ASSERT(signaled);
}

}  // namespace
}  // namespace gin
