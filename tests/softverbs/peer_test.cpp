// Two processes: bytes that the target's CPU has no part in, words that are whole, and a peer that is killed.
#include <signal.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <iterator>

#include "tests/softverbs/connection.hpp"

namespace softverbs {
namespace {

/// What two processes tell each other of their ends, in memory that both have.
struct Board {
  struct Named {
    std::atomic<bool> is_there{false};
    std::uint16_t lid = 0;
    std::uint32_t number = 0;
    std::uint32_t key = 0;
    std::uint64_t address = 0;
  };
  Named child, parent;
  std::atomic<int> step{0};

  static Board* make() {
    void* memory = ::mmap(nullptr, sizeof(Board), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return new (memory) Board;
  }
  void reach(int wanted) const {
    while (step.load() < wanted) ::usleep(100);
  }
};

void tell(Board::Named& named, const End& end) {
  named.lid = end.lid;
  named.number = end.pair->qp_num;
  named.key = end.region->rkey;
  named.address = end.at(0);
  named.is_there = true;
}
void await(const Board::Named& named) {
  while (!named.is_there) ::usleep(100);
}
ibv_send_wr request_to(const Board::Named& target, std::size_t offset, ibv_wr_opcode opcode) {
  ibv_send_wr request{};
  request.opcode = opcode;
  request.send_flags = IBV_SEND_SIGNALED;
  request.wr.rdma.remote_addr = target.address + offset;
  request.wr.rdma.rkey = target.key;
  return request;
}

/// Runs `target` with an end of its own in a child; it has to leave within the test's time.
template <class Target>
pid_t fork_target(Board& board, Target target) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  ::alarm(120);
  Opened device;
  End end(device, {});
  tell(board.child, end);
  await(board.parent);
  end.connect(board.parent.lid, board.parent.number);
  board.step = 1;
  target(end);
  ::_exit(testing::Test::HasFailure() ? 1 : 0);
}

struct Source {
  explicit Source(Board& board, const Wishes& wishes = {}) : end(device, wishes) {
    await(board.child);
    tell(board.parent, end);
    end.connect(board.child.lid, board.child.number);
    board.reach(1);
  }
  Opened device;
  End end;
};

int result_of(pid_t child) {
  int status = 0;
  ::waitpid(child, &status, 0);
  return status;
}

TEST(SoftPeer, AnotherProcessIsReachedAndItsCpuHasNoPartInIt) {
  Board& board = *Board::make();
  const pid_t child = fork_target(board, [&](End& end) {
    end.word(800) = 31;
    board.step = 2;
    board.reach(3);  // not one call of verbs meanwhile
    EXPECT_EQ(end.word(0), 77u);
    EXPECT_EQ(end.word(16), 5u);
  });
  {
    Source source(board);
    board.reach(2);
    End& end = source.end;
    end.word(0) = 77;
    ASSERT_EQ(end.post(request_to(board.child, 0, IBV_WR_RDMA_WRITE), {end.piece(0, 8)}), 0);
    EXPECT_EQ(end.wait_status(), IBV_WC_SUCCESS);
    ASSERT_EQ(end.post(request_to(board.child, 800, IBV_WR_RDMA_READ), {end.piece(8, 8)}), 0);
    EXPECT_EQ(end.wait_status(), IBV_WC_SUCCESS);
    EXPECT_EQ(end.word(8), 31u);
    ibv_send_wr add = request_to(board.child, 16, IBV_WR_ATOMIC_FETCH_AND_ADD);
    add.wr.atomic = {board.child.address + 16, 5, 0, board.child.key};
    ASSERT_EQ(end.post(add, {end.piece(8, 8)}), 0);
    EXPECT_EQ(end.wait_status(), IBV_WC_SUCCESS);
  }
  board.step = 3;
  EXPECT_EQ(result_of(child), 0);
}

TEST(SoftPeer, AKilledPeerIsAnErrorOfTheSource) {
  Board& board = *Board::make();
  const pid_t child = fork_target(board, [&](End&) { board.reach(100); });
  Wishes hasty;
  hasty.timeout = 1;
  hasty.retries = 6;
  Source source(board, hasty);
  ASSERT_EQ(source.end.post(request_to(board.child, 0, IBV_WR_RDMA_WRITE), {source.end.piece(0, 8)}), 0);
  EXPECT_EQ(source.end.wait_status(), IBV_WC_SUCCESS);
  ::kill(child, SIGKILL);
  result_of(child);
  ASSERT_EQ(source.end.post(request_to(board.child, 0, IBV_WR_RDMA_WRITE), {source.end.piece(0, 8)}), 0);
  EXPECT_EQ(source.end.wait_status(), IBV_WC_RETRY_EXC_ERR);
  EXPECT_EQ(source.end.state(), IBV_QPS_ERR);
}

/// Memory that both have mapped: who looks at a word sees the old value or the new, never half of one.
TEST(SoftPeer, WordsOfSharedMemoryAreWhole) {
  Board& board = *Board::make();
  constexpr std::size_t bytes = 4096;
  auto* memory = static_cast<std::uint64_t*>(
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  constexpr std::uint64_t one = 0x0101010101010101ull;
  const pid_t child = fork_target(board, [&](End& end) {
    ibv_mr* region = ibv_reg_mr(end.pair->pd, memory, bytes, all_access);
    board.child.key = region->rkey;
    board.step = 2;
    std::uint64_t last = 0;
    while (last < 255 * one) {
      const std::uint64_t seen = std::atomic_ref<std::uint64_t>(memory[1]).load(std::memory_order_acquire);
      EXPECT_EQ(seen % one, 0u);
      EXPECT_GE(seen, last);
      EXPECT_GE(std::atomic_ref<std::uint64_t>(memory[0]).load(std::memory_order_relaxed),
                seen);  // the word before it came first
      last = seen;
    }
    board.reach(3);  // a last acknowledgement that is lost is asked for again
    ibv_dereg_mr(region);
  });
  Source source(board);
  board.reach(2);
  for (std::uint64_t i = 1; i <= 255; ++i) {
    source.end.word(0) = source.end.word(8) = i * one;
    ibv_send_wr write = request_to(board.child, 0, IBV_WR_RDMA_WRITE);
    write.wr.rdma.remote_addr = reinterpret_cast<std::uint64_t>(memory);
    ASSERT_EQ(source.end.post(write, {source.end.piece(0, 16)}), 0);
    ASSERT_EQ(source.end.wait_status(), IBV_WC_SUCCESS);
  }
  board.step = 3;
  EXPECT_EQ(result_of(child), 0);
}

/// Four bytes are a word, too, wherever they lie.
TEST(SoftPeer, HalfWordsOfSharedMemoryAreWhole) {
  Board& board = *Board::make();
  auto* memory =
      static_cast<std::uint32_t*>(::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  const pid_t child = fork_target(board, [&](End& end) {
    ibv_mr* region = ibv_reg_mr(end.pair->pd, memory, 4096, all_access);
    board.child.key = region->rkey;
    board.step = 2;
    while (board.step < 3) {
      const std::uint32_t seen = std::atomic_ref<std::uint32_t>(memory[1]).load(std::memory_order_acquire);
      ASSERT_TRUE(seen == 0 || seen == ~0u) << std::hex << seen;
    }
    ibv_dereg_mr(region);
  });
  Source source(board);
  board.reach(2);
  for (int i = 0; i < 5'000; ++i) {
    source.end.word(0) = i % 2 == 0 ? ~0ull : 0;
    ibv_send_wr write = request_to(board.child, 0, IBV_WR_RDMA_WRITE);
    write.wr.rdma.remote_addr = reinterpret_cast<std::uint64_t>(memory + 1);
    ASSERT_EQ(source.end.post(write, {source.end.piece(4, 4)}), 0);
    ASSERT_EQ(source.end.wait_status(), IBV_WC_SUCCESS);
  }
  board.step = 3;
  EXPECT_EQ(result_of(child), 0);
}

TEST(SoftPeer, AFileThatOnlyTheTargetHasOpenIsMappedByTheSource) {
  Board& board = *Board::make();
  const pid_t child = fork_target(board, [&](End& end) {
    const int file = ::memfd_create("softverbs", 0);
    ASSERT_EQ(::ftruncate(file, 8192), 0);
    auto* memory =
        static_cast<std::uint64_t*>(::mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, file, 4096));
    ibv_mr* region = ibv_reg_mr(end.pair->pd, memory + 2, 64, all_access);
    board.child.key = region->rkey;
    board.child.address = reinterpret_cast<std::uint64_t>(memory + 2);
    board.step = 2;
    board.reach(3);
    EXPECT_EQ(memory[3], 99u);
  });
  {
    Source source(board);
    board.reach(2);
    source.end.word(0) = 99;
    ASSERT_EQ(source.end.post(request_to(board.child, 8, IBV_WR_RDMA_WRITE), {source.end.piece(0, 8)}), 0);
    EXPECT_EQ(source.end.wait_status(), IBV_WC_SUCCESS);
  }
  board.step = 3;
  EXPECT_EQ(result_of(child), 0);
}

/// Others map what was registered by a descriptor, also when the program has closed its own.
TEST(SoftPeer, AFileThatWasRegisteredByItsDescriptorIsMappedByTheSource) {
  Board& board = *Board::make();
  const pid_t child = fork_target(board, [&](End& end) {
    const int file = ::memfd_create("registered", 0);
    ASSERT_EQ(::ftruncate(file, 8192), 0);
    ibv_mr* region = ibv_reg_dmabuf_mr(end.pair->pd, 4096 + 16, 64, 0, file, all_access);
    ASSERT_NE(region, nullptr);
    auto* memory = static_cast<std::uint64_t*>(::mmap(nullptr, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
    ::close(file);
    board.child.key = region->rkey;
    board.child.address = 0;
    board.step = 2;
    board.reach(3);
    EXPECT_EQ(memory[512 + 2 + 1], 99u);
    ibv_dereg_mr(region);
  });
  {
    Source source(board);
    board.reach(2);
    source.end.word(0) = 99;
    ASSERT_EQ(source.end.post(request_to(board.child, 8, IBV_WR_RDMA_WRITE), {source.end.piece(0, 8)}), 0);
    EXPECT_EQ(source.end.wait_status(), IBV_WC_SUCCESS);
    std::ifstream maps("/proc/self/maps");
    const std::string all{std::istreambuf_iterator<char>(maps), {}};
    EXPECT_NE(all.find("memfd:registered"), std::string::npos)
        << "the kernel copied, which promises no whole words";
  }
  board.step = 3;
  EXPECT_EQ(result_of(child), 0);
}

}  // namespace
}  // namespace softverbs
