// Slots as Linux' Soft-RoCE reads them: by the structures of the kernel's header, filled as librxe fills them.
#include <gtest/gtest.h>
#include <infiniband/verbs.h>
#include <linux/stddef.h>
#include <rdma/ib_user_verbs.h>
// In C++ the header's form of this macro has an empty struct of one byte in it, which moves what comes after it by eight.
#undef __DECLARE_FLEX_ARRAY
#define __DECLARE_FLEX_ARRAY(T, N) T N[0]
#include <rdma/rdma_user_rxe.h>

#include "tests/unit/verbs_queue.hpp"

namespace gin {
namespace {

using test::HandQueue;

static_assert(offsetof(RxeRequest, remote) == offsetof(rxe_send_wqe, wr.wr) &&
              offsetof(RxeRequest, status) == offsetof(rxe_send_wqe, status) &&
              offsetof(RxeRequest, target) == offsetof(rxe_send_wqe, iova) &&
              offsetof(RxeRequest, number) == offsetof(rxe_send_wqe, ssn) &&
              offsetof(RxeRequest, bytes) == offsetof(rxe_send_wqe, dma.length) &&
              offsetof(RxeRequest, piece) == offsetof(rxe_send_wqe, dma.sge) &&
              offsetof(RxeRequest, piece) == sizeof(rxe_send_wqe));
static_assert(sizeof(RxeCompletion) == sizeof(ib_uverbs_wc) &&
              offsetof(RxeCompletion, status) == offsetof(ib_uverbs_wc, status));
static_assert(sizeof(RxeQueueHeader) == offsetof(rxe_queue_buf, data) &&
              offsetof(RxeQueueHeader, element_log2) == offsetof(rxe_queue_buf, log2_elem_size) &&
              offsetof(RxeQueueHeader, index_mask) == offsetof(rxe_queue_buf, index_mask) &&
              offsetof(RxeQueueHeader, producer) == offsetof(rxe_queue_buf, producer_index) &&
              offsetof(RxeQueueHeader, consumer) == offsetof(rxe_queue_buf, consumer_index));
static_assert(VerbsOpcode::write == IBV_WR_RDMA_WRITE &&
              VerbsOpcode::write_immediate == IBV_WR_RDMA_WRITE_WITH_IMM && VerbsOpcode::read == IBV_WR_RDMA_READ &&
              VerbsOpcode::compare_swap == IBV_WR_ATOMIC_CMP_AND_SWP &&
              VerbsOpcode::fetch_add == IBV_WR_ATOMIC_FETCH_AND_ADD && VerbsFlags::signaled == IBV_SEND_SIGNALED &&
              VerbsFlags::is_inline == IBV_SEND_INLINE);

/// What stands in a queue's element: the kernel's structure, and a piece or inline bytes behind it.
struct RxeElement {
  rxe_send_wqe wqe;
  union {
    rxe_sge piece;
    unsigned char bytes[32];
  };
};
static_assert(sizeof(RxeElement) == sizeof(RxeRequest));

class RxeFormat : public testing::Test {
 protected:
  /// As librxe makes a request of the same meaning, which the test goes on filling.
  static RxeElement wanted(std::uint64_t index, ibv_wr_opcode opcode, std::uint32_t bytes) {
    RxeElement out;
    std::memset(&out, 0, sizeof out);
    out.wqe.wr.wr_id = index;
    out.wqe.wr.opcode = opcode;
    out.wqe.wr.wr.rdma.remote_addr = out.wqe.iova = 0x7f0011000080;
    out.wqe.wr.wr.rdma.rkey = 0x01020304;
    out.wqe.ssn = static_cast<std::uint32_t>(index);
    out.wqe.dma.length = out.wqe.dma.resid = bytes;
    out.wqe.dma.num_sge = 1;
    out.piece = {0x1000040, bytes, 0xa1b2c3d4};
    return out;
  }
  static void make_atomic(RxeElement& element, std::uint64_t compare_add, std::uint64_t swap) {
    auto& atomic = element.wqe.wr.wr.atomic;
    atomic.compare_add = compare_add;
    atomic.swap = swap;
    atomic.rkey = 0x01020304;
  }
  bool writes(std::uint64_t index, const WorkRequest& request, const RxeElement& wanted) {
    RxeQueueFormat::write(queue_.memory(), index, request);
    return std::memcmp(queue_.slot(index, sizeof wanted).data(), &wanted, sizeof wanted) == 0;
  }
  HandQueue queue_{VerbsKind::rxe};
};

TEST_F(RxeFormat, AWriteIsTheKernelsStructure) {
  EXPECT_TRUE(writes(0x100000003, test::verbs_request(), wanted(0x100000003, IBV_WR_RDMA_WRITE, 24)));
  WorkRequest request = test::verbs_request();
  request.signaled = request.has_immediate = true;
  request.immediate = 0x12345678;
  RxeElement element = wanted(4, IBV_WR_RDMA_WRITE_WITH_IMM, 24);
  element.wqe.wr.send_flags = IBV_SEND_SIGNALED;
  element.wqe.wr.ex.imm_data = htobe32(0x12345678);
  EXPECT_TRUE(writes(4, request, element));
}

TEST_F(RxeFormat, AReadIsTheKernelsStructure) {
  EXPECT_TRUE(writes(9, test::verbs_request(Verb::read), wanted(9, IBV_WR_RDMA_READ, 24)));
}

TEST_F(RxeFormat, AnInlineWriteIsTheKernelsStructure) {
  RxeElement element = wanted(5, IBV_WR_RDMA_WRITE, 32);
  element.wqe.wr.send_flags = IBV_SEND_INLINE;
  for (unsigned char i = 0; i < 32; ++i) element.bytes[i] = static_cast<unsigned char>(0x11 + i);
  EXPECT_TRUE(writes(5, test::verbs_inline(32), element));
}

TEST_F(RxeFormat, AtomicsAreTheKernelsStructure) {
  RxeElement element = wanted(6, IBV_WR_ATOMIC_CMP_AND_SWP, 8);
  make_atomic(element, 0x66, 0x77);
  EXPECT_TRUE(writes(6, test::verbs_atomic(Amo::compare_swap, 0x77, 0x66), element));
  element = wanted(7, IBV_WR_ATOMIC_FETCH_AND_ADD, 8);
  make_atomic(element, 5, 0);
  element.piece.addr = 0x999000;
  EXPECT_TRUE(writes(7, test::verbs_atomic(Amo::add, 5, 0, false), element));
}

TEST_F(RxeFormat, TheDoorbellIsTheProducerIndexWithinALap) {
  for (const std::uint64_t end : {1, 7, 8, 0x10003}) {
    RxeQueueFormat::ring(queue_.memory(), end);
    EXPECT_EQ(queue_.posted, end % HandQueue::depth);
  }
}

}  // namespace
}  // namespace gin
