// Queues of Linux' Soft-RoCE as agents write and read them, on the device itself: where there is one, as in the virtual machine of
// scripts/rxe.
#include "core/verbs/rxe_queue.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <cstring>
#include <memory>
#include <vector>

#include "core/device/verbs_queue_format.hpp"
#include "core/verbs/connection.hpp"
#include "core/verbs/domain.hpp"

namespace gin {
namespace {

/// A heap at the device, and a queue pair whose sends are told apart from its receives.
struct RxeEnd {
  static constexpr unsigned may_be_reached =
      IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC;
  static constexpr std::uint32_t requests = 64;

  RxeEnd()
      : heap(1 << 16),
        domain({}, heap, IBV_ACCESS_LOCAL_WRITE | may_be_reached),
        sent(domain.completions(requests)),
        received(domain.completions(requests)),
        pair(another()) {}
  verbs::Handle<ibv_qp> another() const {
    return verbs::make_queue_pair(domain.device, domain.protection.get(), sent.get(), received.get(),
                                  {{requests, 4}, 1, VerbsQueueFormat::inline_max, may_be_reached});
  }
  void connect(const RxeEnd& peer) const {
    verbs::connect(domain.device, pair.get(), peer.domain.address(), peer.pair->qp_num, Pe{1});
  }
  std::uint64_t& word(std::size_t offset) { return *reinterpret_cast<std::uint64_t*>(heap.data() + offset); }

  std::vector<unsigned char> heap;
  verbs::Domain domain;
  verbs::Handle<ibv_cq> sent, received;
  verbs::Handle<ibv_qp> pair;
};

/// Writes requests from the first heap to the second by hand.
struct RxeAgent {
  RxeAgent(const RxeEnd& from, ibv_qp* by, const RxeEnd& to)
      : pair(by), memory(verbs::map_rxe(by, from.sent.get())) {
    memory.gpu = &words;
    memory.nic.local = {address(from.heap), from.domain.heap_region->lkey};
    memory.nic.remote = {address(to.heap), to.domain.heap_region->rkey};
    memory.nic.unwanted = memory.nic.local.base + 4096;
    memory.nic.taken = &taken;
  }
  static std::uint64_t address(const std::vector<unsigned char>& heap) {
    return reinterpret_cast<std::uintptr_t>(heap.data());
  }
  void write(const WorkRequest& request) { VerbsQueueFormat::write(memory, words.reserved++, request); }
  void ring() {
    VerbsQueueFormat::ring(memory, words.reserved);
    verbs::wake_rxe(pair);
  }
  Completed wait() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    Completed seen;
    do seen = VerbsQueueFormat::look(memory);
    while (seen.end < words.reserved && seen.next == CompletionStatus::ok &&
           std::chrono::steady_clock::now() < end);
    return seen;
  }
  void carry_out(const WorkRequest& request) {
    write(request);
    ring();
    EXPECT_EQ(wait().end, words.reserved);
  }
  unsigned char* slot(std::uint64_t index) const {
    return reinterpret_cast<unsigned char*>(memory.slots) +
           (index & (memory.capacity - 1)) * memory.nic.slot_stride;
  }

  ibv_qp* pair;
  QueueGpuWords words = words_from(0);
  std::uint64_t taken = 0;
  VerbsQueue::Memory memory;
};

/// Eight bytes from the first word of the own heap to the second of the peer's.
WorkRequest eight_bytes(Verb verb) {
  WorkRequest request;
  request.verb = verb;
  request.signaled = true;
  request.bytes = 8;
  request.remote = 8;
  request.words = {{0x1122334455667788}};
  return request;
}
WorkRequest eight_atomic(Amo amo, std::uint64_t value, std::uint64_t compare = 0, bool fetches = true) {
  WorkRequest request = eight_bytes(Verb::atomic);
  request.amo = amo;
  request.fetches = fetches;
  request.operand = {value, compare};
  return request;
}

class RxeQueue : public testing::Test {
 protected:
  void SetUp() override {
    const verbs::Device device{verbs::Choice{}};
    if (!verbs::is_rxe(*device.context)) GTEST_SKIP() << device.title() << " is no Soft-RoCE device";
    a = std::make_unique<RxeEnd>();
    b = std::make_unique<RxeEnd>();
  }
  void connect() {
    a->connect(*b);
    b->connect(*a);
  }
  std::unique_ptr<RxeEnd> a, b;
};

/// The same in verbs' words.
ibv_send_wr in_calls(const RxeAgent& agent, const WorkRequest& request, std::uint64_t index, ibv_sge& piece) {
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
    out.opcode = request.verb == Verb::read ? IBV_WR_RDMA_READ
                 : request.has_immediate    ? IBV_WR_RDMA_WRITE_WITH_IMM
                                            : IBV_WR_RDMA_WRITE;
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
  const verbs::Handle<ibv_qp> other = a->another();
  const RxeAgent by_hand(*a, a->pair.get(), *b);
  RxeAgent by_calls(*a, other.get(), *b);
  WorkRequest requests[] = {eight_bytes(Verb::write),  eight_bytes(Verb::write_inline),
                            eight_bytes(Verb::read),   eight_atomic(Amo::compare_swap, 7, 6),
                            eight_atomic(Amo::add, 5), eight_atomic(Amo::add, 5, 0, false),
                            eight_bytes(Verb::write)};
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
    EXPECT_EQ(std::memcmp(by_hand.slot(i), by_calls.slot(i), by_hand.memory.nic.slot_stride), 0) << "request " << i;
  }
}

TEST_F(RxeQueue, EveryKindOfRequestIsCarriedOut) {
  connect();
  RxeAgent agent(*a, a->pair.get(), *b);
  a->word(0) = 4;
  agent.carry_out(eight_bytes(Verb::write));
  EXPECT_EQ(b->word(8), 4u);
  agent.carry_out(eight_bytes(Verb::write_inline));
  EXPECT_EQ(b->word(8), 0x1122334455667788u);
  agent.carry_out(eight_atomic(Amo::set, 40, 0, false));
  agent.carry_out(eight_atomic(Amo::add, 2));
  EXPECT_EQ(a->word(0), 40u);
  agent.carry_out(eight_atomic(Amo::compare_swap, 50, 42));
  EXPECT_EQ(a->word(0), 42u);
  agent.carry_out(eight_atomic(Amo::add, 1, 0, false));
  EXPECT_EQ(a->word(0), 42u) << "nobody asked for the old value";
  agent.carry_out(eight_bytes(Verb::read));
  EXPECT_EQ(a->word(0), 51u);
  agent.carry_out(eight_atomic(Amo::fetch, 9));
  EXPECT_EQ(b->word(8), 51u);
}

TEST_F(RxeQueue, RequestsAndCompletionsGoOnOverTheWrapOfTheQueueAndOfSixteenBits) {
  connect();
  RxeAgent agent(*a, a->pair.get(), *b);
  constexpr std::uint64_t batch = 50, all = 0x10000 + 5000;
  static_assert(RxeEnd::requests % batch != 0, "laps end within a batch");
  while (agent.words.reserved < all) {
    for (std::uint64_t i = 0; i < batch; ++i) {
      WorkRequest request = eight_atomic(Amo::add, 1, 0, false);
      request.signaled = i % 10 == 9;
      agent.write(request);
    }
    agent.ring();
    ASSERT_EQ(agent.wait().end, agent.words.reserved);
  }
  EXPECT_EQ(b->word(8), agent.words.reserved);
}

TEST_F(RxeQueue, NothingIsCarriedOutBeforeTheDoorbell) {
  connect();
  RxeAgent agent(*a, a->pair.get(), *b);
  agent.write(eight_bytes(Verb::write_inline));
  VerbsQueueFormat::ring(agent.memory, agent.words.reserved);
  EXPECT_EQ(VerbsQueueFormat::look(agent.memory).end, 0u);
  EXPECT_EQ(b->word(8), 0u);
  verbs::wake_rxe(agent.pair);
  EXPECT_EQ(agent.wait().end, 1u);
}

TEST_F(RxeQueue, ARefusedRequestIsAStatusAndSoAreThoseBehindIt) {
  connect();
  RxeAgent agent(*a, a->pair.get(), *b);
  agent.write(eight_bytes(Verb::write));
  agent.memory.nic.remote.key ^= 0x80;
  agent.write(eight_bytes(Verb::write));
  agent.write(eight_bytes(Verb::write));
  agent.ring();
  const Completed seen = agent.wait();
  EXPECT_EQ(seen.end, 1u);
  EXPECT_EQ(seen.next, CompletionStatus::remote_access);
  EXPECT_EQ(VerbsQueueFormat::status(agent.memory), CompletionStatus::remote_access);
}

TEST_F(RxeQueue, AnAccessOutOfTheHeapIsAStatus) {
  connect();
  RxeAgent agent(*a, a->pair.get(), *b);
  WorkRequest last = eight_bytes(Verb::write);
  last.remote = b->heap.size() - 8;
  agent.carry_out(last);
  last.remote += 1;
  agent.write(last);
  agent.ring();
  EXPECT_EQ(agent.wait().next, CompletionStatus::remote_access);
}

TEST_F(RxeQueue, WhatIsRungForInErrorIsFlushed) {
  connect();
  RxeAgent agent(*a, a->pair.get(), *b);
  ibv_qp_attr error{};
  error.qp_state = IBV_QPS_ERR;
  ASSERT_EQ(a->domain.device.library->modify_qp(a->pair.get(), &error, IBV_QP_STATE), 0);
  agent.write(eight_bytes(Verb::write));
  agent.ring();
  EXPECT_EQ(agent.wait().next, CompletionStatus::flushed);
}

TEST_F(RxeQueue, OneThatHasSentIsNotMapped) {
  connect();
  RxeAgent agent(*a, a->pair.get(), *b);
  agent.carry_out(eight_bytes(Verb::write));
  EXPECT_THROW(verbs::map_rxe(a->pair.get(), a->sent.get()), Error);
}

}  // namespace
}  // namespace gin
