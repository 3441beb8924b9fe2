// Keys, bounds, rights and protection domains: what may be reached by whom (IBTA Vol. 1, 10.6).
#include "tests/softverbs/connection.hpp"

namespace softverbs {
namespace {

struct Bad {
  const char* what;
  ibv_wr_opcode opcode;
  std::function<void(Connection&, ibv_send_wr&)> spoil;
  Wishes target;
  ibv_wc_status status;
};

Wishes memory_with(int access) {
  Wishes wishes;
  wishes.memory_access = access;
  return wishes;
}
Wishes pair_with(int access) {
  Wishes wishes;
  wishes.pair_access = access;
  return wishes;
}
void nothing(Connection&, ibv_send_wr&) {}

const Bad bad_ones[] = {
    {"a key that nobody has",
     IBV_WR_RDMA_WRITE,
     [](Connection&, ibv_send_wr& request) { request.wr.rdma.rkey ^= 0x80; },
     {},
     IBV_WC_REM_ACCESS_ERR},
    {"key zero",
     IBV_WR_RDMA_READ,
     [](Connection&, ibv_send_wr& request) { request.wr.rdma.rkey = 0; },
     {},
     IBV_WC_REM_ACCESS_ERR},
    {"a byte behind the end",
     IBV_WR_RDMA_WRITE,
     [](Connection& c, ibv_send_wr& request) { request.wr.rdma.remote_addr = c.b.at(c.b.memory.size() - 7); },
     {},
     IBV_WC_REM_ACCESS_ERR},
    {"a byte before the beginning",
     IBV_WR_RDMA_READ,
     [](Connection& c, ibv_send_wr& request) { request.wr.rdma.remote_addr = c.b.at(0) - 1; },
     {},
     IBV_WC_REM_ACCESS_ERR},
    {"an address whose end wraps",
     IBV_WR_RDMA_WRITE,
     [](Connection&, ibv_send_wr& request) { request.wr.rdma.remote_addr = ~0ull - 3; },
     {},
     IBV_WC_REM_ACCESS_ERR},
    {"memory that was given back",
     IBV_WR_RDMA_WRITE,
     [](Connection& c, ibv_send_wr&) {
       ibv_dereg_mr(c.b.region);
       c.b.region = nullptr;
     },
     {},
     IBV_WC_REM_ACCESS_ERR},
    {"a write to what may be read", IBV_WR_RDMA_WRITE, nothing,
     memory_with(IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_READ), IBV_WC_REM_ACCESS_ERR},
    {"a read of what may be written", IBV_WR_RDMA_READ, nothing,
     memory_with(IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE), IBV_WC_REM_ACCESS_ERR},
    {"an atomic on what may be written", IBV_WR_ATOMIC_FETCH_AND_ADD, nothing,
     memory_with(IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE), IBV_WC_REM_ACCESS_ERR},
    {"a write to a queue pair that takes none", IBV_WR_RDMA_WRITE, nothing, pair_with(IBV_ACCESS_REMOTE_READ),
     IBV_WC_REM_INV_REQ_ERR},
    {"a read from a queue pair that gives none", IBV_WR_RDMA_READ, nothing, pair_with(IBV_ACCESS_REMOTE_WRITE),
     IBV_WC_REM_INV_REQ_ERR},
};

TEST(SoftAccess, WhatMayNotBeReachedIsRefusedAndBothEndsAreInError) {
  for (const Bad& bad : bad_ones) {
    SCOPED_TRACE(bad.what);
    Connection c({}, bad.target);
    ibv_send_wr request = request_to(c.b, 0, bad.opcode);
    bad.spoil(c, request);
    ASSERT_EQ(c.a.post(request, {c.a.piece(0, 8)}), 0);
    EXPECT_EQ(c.a.wait_status(), bad.status);
    EXPECT_EQ(c.a.state(), IBV_QPS_ERR);
    EXPECT_EQ(c.b.state(), IBV_QPS_ERR);
    for (const unsigned char byte : c.b.memory) ASSERT_EQ(byte, 0);
  }
}

TEST(SoftAccess, AKeyOfAnotherProtectionDomainOpensNothing) {
  Connection c;
  ibv_pd* other = ibv_alloc_pd(c.device.context);
  ibv_mr* region = ibv_reg_mr(other, c.b.memory.data(), 64, all_access);
  ibv_send_wr request = request_to(c.b, 0, IBV_WR_RDMA_WRITE);
  request.wr.rdma.rkey = region->rkey;
  ASSERT_EQ(c.a.post(request, {c.a.piece(0, 8)}), 0);
  EXPECT_EQ(c.a.wait_status(), IBV_WC_REM_ACCESS_ERR);
  ibv_dereg_mr(region);
  ibv_dealloc_pd(other);
}

TEST(SoftAccess, ALocalKeyIsCheckedToo) {
  const std::function<ibv_sge(End&)> pieces[] = {
      [](End& end) {
        return ibv_sge{end.at(0), 8, end.region->lkey + 1};
      },
      [](End& end) {
        return ibv_sge{end.at(end.memory.size() - 4), 8, end.region->lkey};
      },
      [](End& end) {
        return ibv_sge{end.at(0), 8, 0};
      },
  };
  for (const auto& piece : pieces) {
    Connection c;
    ASSERT_EQ(c.a.post(request_to(c.b, 0, IBV_WR_RDMA_WRITE), {piece(c.a)}), 0);
    EXPECT_EQ(c.a.wait_status(), IBV_WC_LOC_PROT_ERR);
    EXPECT_EQ(c.a.state(), IBV_QPS_ERR);
    EXPECT_EQ(c.b.state(), IBV_QPS_RTS);  // nothing has come there
  }
}

TEST(SoftAccess, AReadNeedsMemoryThatMayBeWritten) {
  Wishes readable;
  readable.memory_access = IBV_ACCESS_REMOTE_READ;
  Connection c(readable, {});
  ASSERT_EQ(c.a.post(request_to(c.b, 0, IBV_WR_RDMA_READ), {c.a.piece(0, 8)}), 0);
  EXPECT_EQ(c.a.wait_status(), IBV_WC_LOC_PROT_ERR);
}

TEST(SoftAccess, RemoteRightsToWriteNeedTheLocalOne) {
  Opened device;
  std::vector<char> memory(64);
  for (const int access : {IBV_ACCESS_REMOTE_WRITE, IBV_ACCESS_REMOTE_ATOMIC}) {
    errno = 0;
    EXPECT_EQ(ibv_reg_mr(device.domain, memory.data(), memory.size(), access), nullptr);
    EXPECT_EQ(errno, EINVAL);
  }
}

TEST(SoftAccess, WhatIsNotMemoryIsNotRegistered) {
  Opened device;
  errno = 0;
  EXPECT_EQ(ibv_reg_mr(device.domain, reinterpret_cast<void*>(4096), 64, 0), nullptr);
  EXPECT_EQ(errno, EFAULT);
}

TEST(SoftAccess, AnAddressOfOnesOwnIsWhatRequestsName) {
  Connection c;
  // As far into its page as the memory is: what maps pages can do no other.
  const std::uint64_t own = 0x100000 + c.b.at(64) % 4096;
  ibv_mr* region = ibv_reg_mr_iova2(c.device.domain, c.b.memory.data() + 64, 64, own, all_access);
  ASSERT_NE(region, nullptr);
  ibv_send_wr request = request_to(c.b, 0, IBV_WR_RDMA_WRITE);
  request.wr.rdma.rkey = region->rkey;
  request.wr.rdma.remote_addr = own + 8;
  c.a.word(0) = 17;
  ASSERT_EQ(c.a.post(request, {c.a.piece(0, 8)}), 0);
  EXPECT_EQ(c.a.wait_status(), IBV_WC_SUCCESS);
  EXPECT_EQ(c.b.word(72), 17u);
  ibv_dereg_mr(region);
}

TEST(SoftAccess, AKeyIsNotUsedAgainForWhatComesNext) {
  Opened device;
  std::vector<char> memory(64);
  ibv_mr* first = ibv_reg_mr(device.domain, memory.data(), 64, all_access);
  const std::uint32_t key = first->rkey;
  ibv_dereg_mr(first);
  ibv_mr* second = ibv_reg_mr(device.domain, memory.data(), 64, all_access);
  EXPECT_NE(second->rkey, key);
  ibv_dereg_mr(second);
}

}  // namespace
}  // namespace softverbs
