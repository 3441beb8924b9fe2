// A request as EFA devices read it, byte by byte, and that no 64 bytes do harm.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <bit>
#include <cstring>

#include "core/softverbs/efa/request.hpp"

namespace softverbs::efa {
namespace {

using Bytes = std::array<std::uint8_t, 64>;

std::uint64_t number(const Bytes& bytes, std::size_t at, std::size_t count) {
  std::uint64_t found = 0;
  std::memcpy(&found, bytes.data() + at, count);
  return found;
}

TEST(EfaSlot, ASendLiesAsTheDeviceReadsIt) {
  Slot slot = begin(IBV_WR_SEND_WITH_IMM, 0x1234, true);
  slot.immediate = 0xa1b2c3d4;
  address(slot, {0x55, 0x66, 0x778899aa});
  const ibv_sge pieces[] = {{0x1122334455667788, 100, 0xabcdef}, {0x8877665544332211, 7, 0x1}};
  ASSERT_TRUE(set_pieces(slot, 2, pieces));
  const auto bytes = std::bit_cast<Bytes>(slot);
  EXPECT_EQ(number(bytes, 0, 2), 0x1234u);               // req_id
  EXPECT_EQ(bytes[2], 0x80 | 0x10);                      // ctrl1: meta descriptor, immediate, operation 0
  EXPECT_EQ(bytes[3], 0x01 | 0x04 | 0x08 | 0x10);        // ctrl2: phase, first, last, completion wanted
  EXPECT_EQ(number(bytes, 4, 2), 0x66u);                 // dest_qp_num
  EXPECT_EQ(number(bytes, 6, 2), 2u);                    // length: pieces
  EXPECT_EQ(number(bytes, 8, 4), 0xa1b2c3d4u);           // immediate_data
  EXPECT_EQ(number(bytes, 12, 2), 0x55u);                // ah
  EXPECT_EQ(number(bytes, 16, 4), 0x778899aau);          // qkey
  EXPECT_EQ(number(bytes, 32, 4), 100u);                 // sgl[0].length
  EXPECT_EQ(number(bytes, 36, 4), 0xabcdefu);            // sgl[0].lkey
  EXPECT_EQ(number(bytes, 40, 8), 0x1122334455667788u);  // sgl[0].buf_addr, low half first
  EXPECT_EQ(number(bytes, 48, 4), 7u);                   // sgl[1]
}

TEST(EfaSlot, AWriteSaysWhereToFirst) {
  Slot slot = begin(IBV_WR_RDMA_WRITE, 1, false);
  slot.rdma.remote = {0, 0x42, 0x1000};
  const ibv_sge piece{0x2000, 64, 0x43};
  ASSERT_TRUE(set_pieces(slot, 1, &piece));
  const auto bytes = std::bit_cast<Bytes>(slot);
  EXPECT_EQ(bytes[2], 0x80 | 2);             // operation: write
  EXPECT_EQ(bytes[3] & 1, 0);                // the other lap
  EXPECT_EQ(number(bytes, 32, 4), 64u);      // remote_mem.length
  EXPECT_EQ(number(bytes, 36, 4), 0x42u);    // remote_mem.rkey
  EXPECT_EQ(number(bytes, 40, 8), 0x1000u);  // remote_mem.buf_addr
  EXPECT_EQ(number(bytes, 48, 4), 64u);      // local_mem.length
  EXPECT_EQ(number(bytes, 52, 4), 0x43u);    // local_mem.lkey
  EXPECT_EQ(number(bytes, 56, 8), 0x2000u);  // local_mem.buf_addr
}

TEST(EfaSlot, WhatIsWrittenIsRead) {
  Slot slot = begin(IBV_WR_RDMA_WRITE_WITH_IMM, 9, true);
  slot.rdma.remote = {0, 0x42, 0x1000};
  slot.immediate = 3;
  address(slot, {1, 2, 4});
  const ibv_sge piece{0x2000, 64, 0x43};
  ASSERT_TRUE(set_pieces(slot, 1, &piece));
  Request request;
  Destination to;
  ASSERT_TRUE(decode(slot, request, to));
  EXPECT_EQ(request.opcode, IBV_WR_RDMA_WRITE_WITH_IMM);
  EXPECT_EQ(request.remote, 0x1000u);
  EXPECT_EQ(request.key, 0x42u);
  EXPECT_EQ(request.immediate, 3u);
  EXPECT_EQ(request.bytes, 64u);
  EXPECT_EQ(request.pieces[0].addr, 0x2000u);
  EXPECT_EQ(to.handle, 1);
  EXPECT_EQ(to.pair, 2);
  EXPECT_EQ(to.queue_key, 4u);
}

RC_GTEST_PROP(EfaSlot, AnyBytesAreARequestWithinLimitsOrNone, (const std::vector<std::uint8_t>& given)) {
  Bytes bytes{};
  std::copy_n(given.begin(), std::min(given.size(), bytes.size()), bytes.begin());
  const auto slot = std::bit_cast<Slot>(bytes);
  Request request;
  Destination to;
  if (!decode(slot, request, to)) return;
  RC_ASSERT(request.count <= limits::pieces);
  RC_ASSERT(!(request.flags & IBV_SEND_INLINE) || request.bytes <= limits::inline_bytes);
}

}  // namespace
}  // namespace softverbs::efa
