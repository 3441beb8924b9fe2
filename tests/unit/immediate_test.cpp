// 32 bits that must say the same thing at both ends, and say when they cannot.
#include "core/format/immediate.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>

#include "core/format/cpu_message.hpp"

namespace gin {
namespace {

RC_GTEST_PROP(Immediate, WhatFitsComesBackForAnyLayout, ()) {
  ImmediateLayout layout;
  layout.kind_bits = 2;
  layout.stream_bits = *rc::gen::inRange(1u, 11u);
  layout.number_bits = *rc::gen::inRange(4u, 17u);
  layout.count_bits = *rc::gen::inRange(1u, 32u - 2u - layout.stream_bits - layout.number_bits + 1u);
  Immediate immediate;
  immediate.kind = *rc::gen::element(ImmediateKind::part, ImmediateKind::acknowledge, ImmediateKind::fetched);
  immediate.stream = *rc::gen::inRange<std::uint32_t>(0, 1u << layout.stream_bits);
  immediate.number = *rc::gen::inRange<std::uint32_t>(0, 1u << layout.number_bits);
  immediate.count = *rc::gen::inRange<std::uint32_t>(0, 1u << layout.count_bits);
  const EncodedImmediate encoded = encode(layout, immediate);
  RC_ASSERT(encoded.too_wide == nullptr);
  RC_ASSERT(decode(layout, encoded.bits) == immediate);
}

TEST(Immediate, AFieldThatRunsOverIsNamed) {
  const ImmediateLayout layout;
  const auto too_wide = [&](const Immediate& immediate) { return std::string(encode(layout, immediate).too_wide); };
  EXPECT_EQ(too_wide({ImmediateKind::part, 256, 0, 1}), "stream");
  EXPECT_EQ(too_wide({ImmediateKind::part, 0, 0, 64}), "count");
  EXPECT_EQ(too_wide({static_cast<ImmediateKind>(4), 0, 0, 1}), "kind");
  EXPECT_EQ(std::string(encode({2, 12, 16, 6}, {}).too_wide), "layout");
  EXPECT_EQ(encode(layout, {ImmediateKind::part, 255, 0xffff, 63}).too_wide, nullptr);
}

RC_GTEST_PROP(Immediate, ANumberIsFoundFromItsLowBitsAnywhereInTheWindow, ()) {
  ImmediateLayout layout;
  layout.number_bits = *rc::gen::inRange(4u, 17u);
  const auto near = *rc::gen::arbitrary<std::uint32_t>();
  const auto ahead = *rc::gen::inRange<std::uint32_t>(0, layout.window());
  const std::uint32_t number = near + ahead;
  const auto low = static_cast<std::uint32_t>(number & (ImmediateLayout::values(layout.number_bits) - 1));
  RC_ASSERT(full_number(layout, low, near) == number);
}

RC_GTEST_PROP(CpuMessage, ComesBackOutOfItsThirtyTwoBytes, ()) {
  CpuMessage message;
  message.kind = static_cast<MessageKind>(*rc::gen::inRange(0, 6));
  message.amo = static_cast<Amo>(*rc::gen::inRange(0, 7));
  message.landing = *rc::gen::inRange<std::uint64_t>(0, std::uint64_t{1} << 40);
  message.offset = *rc::gen::arbitrary<std::uint64_t>();
  message.value = *rc::gen::arbitrary<std::uint64_t>();
  message.extra = *rc::gen::arbitrary<std::uint64_t>();
  RC_ASSERT(unpack(pack(message)) == message);
}

}  // namespace
}  // namespace gin
