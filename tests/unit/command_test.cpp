// What an agent packs into 16-byte slots must come out at the proxy as it went in, whatever the numbers are.
#include "core/format/command.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/unit/made_operation.hpp"

namespace gin {
namespace {

constexpr std::uint64_t mebibyte = 1 << 20;

RC_GTEST_PROP(Command, DecodingGivesBackWhatWasEncoded, ()) {
  const Operation operation = *test::any_operation();
  RC_ASSERT(test::same(decode(encode(operation)), operation));
}

RC_GTEST_PROP(Command, SlotsLeaveTheParityToTheRingAndTheFirstTellsHowManyThereAre, ()) {
  const Command command = encode(*test::any_operation());
  RC_ASSERT(command.count >= 1u);
  RC_ASSERT(command.count <= 3u);
  RC_ASSERT(slot_count(command.slots[0]) == command.count);
  for (std::uint32_t i = 0; i < command.count; ++i) RC_ASSERT((command.slots[i].high & command_bits::parity) == 0u);
}

RC_GTEST_PROP(Command, WhatLiesInSlotsThatDoNotBelongToItMakesNoDifference, ()) {
  const Operation operation = *test::any_operation();
  Command command = encode(operation);
  for (std::uint32_t i = command.count; i < 3; ++i) command.slots[i] = {~std::uint64_t{0}, ~std::uint64_t{0}};
  RC_ASSERT(test::same(decode(command), operation));
}

Operation transfer(Op op, std::uint64_t bytes) {
  Operation operation;
  operation.op = op;
  operation.bytes = bytes;
  return operation;
}

Operation atomic(Op op, Amo amo, std::uint64_t value) {
  Operation operation;
  operation.op = op;
  operation.amo = amo;
  operation.bytes = 8;
  operation.value = value;
  return operation;
}

TEST(Command, EveryAtomicComesBackWhereverItsValueIsKept) {
  for (const Op op : {Op::amo, Op::fetch_amo})
    for (const Amo amo :
         {Amo::set, Amo::add, Amo::bit_and, Amo::bit_or, Amo::bit_xor, Amo::compare_swap, Amo::fetch})
      for (const std::uint64_t value :
           {std::uint64_t{0}, std::uint64_t{5}, std::uint64_t{1} << 40, ~std::uint64_t{0}}) {
        Operation operation = atomic(op, amo, value);
        if (op == Op::fetch_amo) operation.local = 4096;
        if (amo == Amo::compare_swap) operation.compare = 7;
        EXPECT_TRUE(test::same(decode(encode(operation)), operation))
            << static_cast<int>(op) << " " << static_cast<int>(amo) << " " << value;
      }
}

TEST(Command, TransfersBelowEightMebibytesTakeOneSlot) {
  for (const Op op : {Op::put, Op::get}) {
    EXPECT_EQ(encode(transfer(op, 0)).count, 1u);
    EXPECT_EQ(encode(transfer(op, 8 * mebibyte - 1)).count, 1u);
    EXPECT_EQ(encode(transfer(op, 8 * mebibyte)).count, 2u);
    EXPECT_EQ(encode(transfer(op, CommandLimits::transfer_bytes - 1)).count, 2u);
    EXPECT_EQ(decode(encode(transfer(op, CommandLimits::transfer_bytes - 1))).bytes,
              CommandLimits::transfer_bytes - 1);
  }
}

TEST(Command, AnOrdinarySignalTakesOneSlot) {
  for (const Amo amo : {Amo::set, Amo::add, Amo::bit_and, Amo::bit_or, Amo::bit_xor, Amo::fetch}) {
    EXPECT_EQ(encode(atomic(Op::amo, amo, 1)).count, 1u);
    EXPECT_EQ(encode(atomic(Op::amo, amo, (std::uint64_t{1} << 40) - 1)).count, 1u);
    EXPECT_EQ(encode(atomic(Op::amo, amo, std::uint64_t{1} << 40)).count, 2u);
    EXPECT_EQ(encode(atomic(Op::fetch_amo, amo, 1)).count, 2u);  // its local field says where the result goes
  }
  EXPECT_EQ(encode(atomic(Op::amo, Amo::compare_swap, 1)).count, 3u);
  EXPECT_EQ(encode(atomic(Op::fetch_amo, Amo::compare_swap, 1)).count, 3u);
}

TEST(Command, ASignalOrAValueTakesASecondSlot) {
  Operation put = transfer(Op::put, 8);
  put.has_signal = true;
  EXPECT_EQ(encode(put).count, 2u);
  put.bytes = 8 * mebibyte;
  EXPECT_EQ(encode(put).count, 2u);
  EXPECT_EQ(encode(transfer(Op::value, 1)).count, 2u);
}

}  // namespace
}  // namespace gin
