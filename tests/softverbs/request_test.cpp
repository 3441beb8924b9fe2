// Requests as slots: what is written is read again, wherever in the queue it begins, and no bytes make it fall over.
#include "core/softverbs/request.hpp"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <vector>

namespace softverbs {
namespace {

constexpr std::uint32_t lap = 64;

struct Queue {
  std::vector<softverbs_request> memory = std::vector<softverbs_request>(lap);
  Slots slots{memory.data(), lap};
};

TEST(SoftRequest, WhatIsWrittenIsReadAgain) {
  std::mt19937_64 random(1);
  Queue queue;
  for (int round = 0; round < 5000; ++round) {
    const std::uint64_t index = random() % 1000;
    ibv_send_wr wr{};
    wr.opcode = static_cast<ibv_wr_opcode>(random() % 7);
    const bool atomic = wr.opcode >= IBV_WR_ATOMIC_CMP_AND_SWP;
    const bool inlined = !atomic && wr.opcode != IBV_WR_RDMA_READ && random() % 2;
    wr.wr_id = random();
    wr.send_flags = static_cast<unsigned>(random() % 8) | (inlined ? IBV_SEND_INLINE : 0);
    wr.imm_data = static_cast<std::uint32_t>(random());
    std::vector<unsigned char> bytes(1000);
    for (unsigned char& byte : bytes) byte = static_cast<unsigned char>(random());
    std::vector<ibv_sge> pieces(atomic ? 1 : random() % (inlined ? 4 : 31));
    for (ibv_sge& piece : pieces)
      piece = {reinterpret_cast<std::uint64_t>(bytes.data()), static_cast<std::uint32_t>(random() % 250), 9};
    wr.sg_list = pieces.data();
    wr.num_sge = static_cast<int>(pieces.size());
    if (atomic)
      wr.wr.atomic = {random(), random(), random(), static_cast<std::uint32_t>(random())};
    else
      wr.wr.rdma = {random(), static_cast<std::uint32_t>(random())};
    const std::uint32_t slots = slots_of(wr, pieces_max, inline_max);
    ASSERT_GT(slots, 0u);
    encode(wr, queue.slots, index);

    Request request;
    ASSERT_TRUE(decode(queue.slots, index, request));
    EXPECT_EQ(request.slots, slots);
    EXPECT_EQ(request.id, wr.wr_id);
    EXPECT_EQ(request.opcode, wr.opcode);
    EXPECT_EQ(request.flags, wr.send_flags);
    if (request.has_immediate()) {
      EXPECT_EQ(request.immediate, wr.imm_data);
    }
    if (atomic) {
      EXPECT_EQ(request.remote, wr.wr.atomic.remote_addr);
      EXPECT_EQ(request.key, wr.wr.atomic.rkey);
      EXPECT_EQ(request.compare_add, wr.wr.atomic.compare_add);
      EXPECT_EQ(request.swap, wr.wr.atomic.swap);
    } else if (!request.is_send()) {
      EXPECT_EQ(request.remote, wr.wr.rdma.remote_addr);
      EXPECT_EQ(request.key, wr.wr.rdma.rkey);
    }
    std::vector<unsigned char> wanted, got;
    for (const ibv_sge& piece : pieces) wanted.insert(wanted.end(), bytes.begin(), bytes.begin() + piece.length);
    for (std::uint32_t i = 0; i < request.count; ++i) {
      const auto* from = reinterpret_cast<const unsigned char*>(request.pieces[i].addr);
      got.insert(got.end(), from, from + request.pieces[i].length);
    }
    EXPECT_EQ(got, wanted);
    EXPECT_EQ(request.bytes, wanted.size());
  }
}

TEST(SoftRequest, WhatAReliableConnectionHasNotTakesNoSlots) {
  ibv_sge piece{0, 8, 0};
  ibv_send_wr wr{};
  wr.sg_list = &piece;
  wr.num_sge = 1;
  const auto slots = [&] { return slots_of(wr, 4, 64); };
  wr.opcode = IBV_WR_LOCAL_INV;
  EXPECT_EQ(slots(), 0u);
  wr.opcode = IBV_WR_ATOMIC_WRITE;
  EXPECT_EQ(slots(), 0u);
  wr.opcode = IBV_WR_RDMA_READ;
  EXPECT_EQ(slots(), 1u);
  wr.send_flags = IBV_SEND_INLINE;
  EXPECT_EQ(slots(), 0u);
  wr.opcode = IBV_WR_SEND;
  piece.length = 65;
  EXPECT_EQ(slots(), 0u);
  wr.send_flags = 0;
  wr.num_sge = 5;
  EXPECT_EQ(slots(), 0u);
  wr.num_sge = -1;
  EXPECT_EQ(slots(), 0u);
}

TEST(SoftRequest, AnyBytesAreARequestOrNone) {
  std::mt19937_64 random(2);
  Queue queue;
  int requests = 0;
  for (int round = 0; round < 20000; ++round) {
    for (softverbs_request& slot : queue.memory)
      for (std::size_t i = 0; i < sizeof slot; ++i)
        reinterpret_cast<unsigned char*>(&slot)[i] = static_cast<unsigned char>(random());
    softverbs_request& first = queue.slots[0];
    first.opcode = static_cast<std::uint8_t>(random() % 9);
    if (random() % 2) first.inline_bytes = static_cast<std::uint32_t>(random() % 1100);
    first.slots = static_cast<std::uint8_t>(random() % 20);
    first.pieces = static_cast<std::uint8_t>(random() % 35);
    Request request;
    if (!decode(queue.slots, 0, request)) continue;
    ++requests;
    ASSERT_LE(request.count, pieces_max);
    ASSERT_EQ(request.slots, slots_for(first.pieces, first.inline_bytes));
  }
  EXPECT_GT(requests, 0);
}

}  // namespace
}  // namespace softverbs
