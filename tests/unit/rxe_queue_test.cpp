// Queues of Linux' Soft-RoCE as they lie in memory: where there is a device, as in the virtual machine of scripts/rxe. What agents do
// with them is in verbs_agent_test.cpp.
#include "core/verbs/rxe_queue.hpp"

#include <cstring>
#include <memory>

#include "core/base/error.hpp"
#include "tests/unit/verbs_end.hpp"

namespace gin::test {
namespace {

class RxeQueue : public testing::Test {
 protected:
  void SetUp() override {
    try {
      a = std::make_unique<VerbsEnd>("rxe0");
      b = std::make_unique<VerbsEnd>("rxe0");
    } catch (const Error& error) {
      GTEST_SKIP() << error.what();
    }
  }
  std::unique_ptr<VerbsEnd> a, b;
};

unsigned char* rxe_slot(const VerbsAgent& agent, std::uint64_t index) {
  return reinterpret_cast<unsigned char*>(agent.memory.slots) + index * agent.memory.nic.slot_stride;
}

/// The same in verbs' words.
ibv_send_wr in_calls(const VerbsAgent& agent, const WorkRequest& request, std::uint64_t index, ibv_sge& piece) {
  const VerbsQueue::Nic& nic = agent.memory.nic;
  const bool is_atomic = request.verb == Verb::atomic;
  piece = {is_atomic && !request.fetches ? nic.unwanted : nic.local.base + request.local, request.bytes,
           nic.local.key};
  ibv_send_wr out{};
  out.wr_id = index;
  out.sg_list = &piece;
  out.num_sge = 1;
  if (request.signaled) out.send_flags = IBV_SEND_SIGNALED;
  const std::uint64_t remote = nic.remote.base + request.remote;
  if (is_atomic && request.amo == Amo::compare_swap) {
    out.opcode = IBV_WR_ATOMIC_CMP_AND_SWP;
    out.wr.atomic = {remote, request.operand.compare, request.operand.value, nic.remote.key};
  } else if (is_atomic) {
    out.opcode = IBV_WR_ATOMIC_FETCH_AND_ADD;
    out.wr.atomic = {remote, request.operand.value, 0, nic.remote.key};
  } else {
    out.opcode = request.has_immediate ? IBV_WR_RDMA_WRITE_WITH_IMM : IBV_WR_RDMA_WRITE;
    if (request.verb == Verb::read) out.opcode = IBV_WR_RDMA_READ;
    out.wr.rdma = {remote, nic.remote.key};
  }
  if (request.has_immediate) out.imm_data = htobe32(request.immediate);
  if (request.verb == Verb::write_inline) {
    out.send_flags |= IBV_SEND_INLINE;
    piece.addr = reinterpret_cast<std::uintptr_t>(request.payload);
  }
  return out;
}

// Queue pairs that are not connected: both ways write their slots, and the kernel, which goes on writing into those that it
// carries out, leaves these alone. So no field is left out: every byte is the same.
TEST_F(RxeQueue, SlotsAreThoseOfIbvPostSendByteForByte) {
  const verbs::Handle<ibv_qp> other = a->another_pair();
  const VerbsAgent by_hand = agent_between(*a, a->pair.get(), *b);
  const VerbsAgent by_calls = agent_between(*a, other.get(), *b);
  WorkRequest requests[] = {word_request(Verb::write), word_request(Verb::write_inline),
                            word_request(Verb::read),  word_atomic(Amo::compare_swap, 7, 6),
                            word_atomic(Amo::add, 5),  word_atomic(Amo::add, 5, 0, false),
                            word_request(Verb::write)};
  requests[0].has_immediate = true;
  requests[0].immediate = 0x12345678;
  requests[5].signaled = false;
  requests[6].bytes = 4000;
  requests[6].local = 16;
  for (std::uint64_t i = 0; i < std::size(requests); ++i) {
    VerbsQueueFormat::write(by_hand.memory, i, requests[i]);
    ibv_sge piece;
    ibv_send_wr posted = in_calls(by_calls, requests[i], i, piece);
    ibv_send_wr* refused = nullptr;
    EXPECT_NE(ibv_post_send(other.get(), &posted, &refused), 0) << "the queue pair is not connected";
    EXPECT_EQ(std::memcmp(rxe_slot(by_hand, i), rxe_slot(by_calls, i), by_hand.memory.nic.slot_stride), 0)
        << "request " << i;
  }
}

TEST_F(RxeQueue, OneThatHasSentIsNotMapped) {
  a->connect(*b);
  b->connect(*a);
  VerbsAgent agent = agent_between(*a, a->pair.get(), *b);
  agent.carry_out(word_request(Verb::write));
  EXPECT_THROW(verbs::map_rxe(a->pair.get(), a->sent.get()), Error);
}

}  // namespace
}  // namespace gin::test
