// Memory that is registered by the descriptor of a file: of a memfd, as buffers that other devices export are.
#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/mman.h>

#include <fstream>

#include "tests/softverbs/connection.hpp"

namespace softverbs {
namespace {

/// Two pages of a file, which this process maps as well, to see what came.
struct BufferFile {
  static constexpr std::size_t page = 4096;

  BufferFile() : file(::memfd_create("softverbs", MFD_CLOEXEC)) {
    EXPECT_EQ(::ftruncate(file, 2 * page), 0);
    words = static_cast<std::uint64_t*>(::mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
  }
  ~BufferFile() {
    ::munmap(words, 2 * page);
    ::close(file);
  }
  std::uint64_t& word(std::size_t offset) const { return words[offset / 8]; }

  int file;
  std::uint64_t* words;
};

constexpr std::uint64_t buffer_start = 0x7000;  // as requests name it

/// `a` of the connection sends to what was registered.
ibv_wc_status carry_out(Connection& c, const ibv_mr& region, ibv_send_wr request, std::uint64_t address) {
  if (request.opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) {
    request.wr.atomic.remote_addr = address;
    request.wr.atomic.rkey = region.rkey;
  } else {
    request.wr.rdma.remote_addr = address;
    request.wr.rdma.rkey = region.rkey;
  }
  EXPECT_EQ(c.a.post(request, {c.a.piece(0, 8)}), 0);
  return c.a.wait_status();
}

TEST(SoftDmabuf, IsWrittenReadAndAddedToWhereverItBeginsInItsFile) {
  for (const std::size_t offset : {std::size_t{0}, BufferFile::page, std::size_t{72}, BufferFile::page + 200}) {
    SCOPED_TRACE(offset);
    Connection c;
    const BufferFile buffer;
    ibv_mr* region = ibv_reg_dmabuf_mr(c.device.domain, offset, 64, buffer_start, buffer.file, all_access);
    ASSERT_NE(region, nullptr);
    EXPECT_EQ(region->length, 64u);
    c.a.word(0) = 31;
    EXPECT_EQ(carry_out(c, *region, request_to(c.b, 0, IBV_WR_RDMA_WRITE), buffer_start + 8), IBV_WC_SUCCESS);
    EXPECT_EQ(buffer.word(offset + 8), 31u);
    ibv_send_wr add = request_to(c.b, 0, IBV_WR_ATOMIC_FETCH_AND_ADD);
    add.wr.atomic.compare_add = 4;
    EXPECT_EQ(carry_out(c, *region, add, buffer_start + 8), IBV_WC_SUCCESS);
    EXPECT_EQ(c.a.word(0), 31u);
    EXPECT_EQ(buffer.word(offset + 8), 35u);
    buffer.word(offset + 56) = 77;
    EXPECT_EQ(carry_out(c, *region, request_to(c.b, 0, IBV_WR_RDMA_READ), buffer_start + 56), IBV_WC_SUCCESS);
    EXPECT_EQ(c.a.word(0), 77u);
    EXPECT_EQ(ibv_dereg_mr(region), 0);
  }
}

TEST(SoftDmabuf, IsASourceToo) {
  Connection c;
  const BufferFile buffer;
  ibv_mr* region = ibv_reg_dmabuf_mr(c.device.domain, 0, 64, buffer_start, buffer.file, all_access);
  ASSERT_NE(region, nullptr);
  buffer.word(16) = 53;
  ASSERT_EQ(c.a.post(request_to(c.b, 0, IBV_WR_RDMA_WRITE), {{buffer_start + 16, 8, region->lkey}}), 0);
  EXPECT_EQ(c.a.wait_status(), IBV_WC_SUCCESS);
  EXPECT_EQ(c.b.word(0), 53u);
  ibv_dereg_mr(region);
}

TEST(SoftDmabuf, ItsBoundsRightsAndKeyAreKept) {
  for (const bool beyond : {true, false}) {
    Connection c;
    const BufferFile buffer;
    const int access = beyond ? all_access : IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_READ;
    ibv_mr* region = ibv_reg_dmabuf_mr(c.device.domain, 0, 64, buffer_start, buffer.file, access);
    ASSERT_NE(region, nullptr);
    const std::uint64_t at = buffer_start + (beyond ? 60 : 0);
    EXPECT_EQ(carry_out(c, *region, request_to(c.b, 0, IBV_WR_RDMA_WRITE), at), IBV_WC_REM_ACCESS_ERR);
    ibv_dereg_mr(region);
  }
  Connection c;
  const BufferFile buffer;
  ibv_mr* region = ibv_reg_dmabuf_mr(c.device.domain, 0, 64, buffer_start, buffer.file, all_access);
  ASSERT_NE(region, nullptr);
  const ibv_mr gone = *region;
  ibv_dereg_mr(region);
  EXPECT_EQ(carry_out(c, gone, request_to(c.b, 0, IBV_WR_RDMA_WRITE), buffer_start), IBV_WC_REM_ACCESS_ERR);
}

TEST(SoftDmabuf, OneThatMayOnlyBeReadIsOnlyRead) {
  Connection c;
  const BufferFile buffer;
  buffer.word(0) = 19;
  const int readable = ::open(("/proc/self/fd/" + std::to_string(buffer.file)).c_str(), O_RDONLY | O_CLOEXEC);
  ASSERT_GE(readable, 0);
  errno = 0;
  EXPECT_EQ(ibv_reg_dmabuf_mr(c.device.domain, 0, 64, buffer_start, readable, all_access), nullptr);
  EXPECT_EQ(errno, EACCES);
  ibv_mr* region = ibv_reg_dmabuf_mr(c.device.domain, 0, 64, buffer_start, readable, IBV_ACCESS_REMOTE_READ);
  ASSERT_NE(region, nullptr);
  EXPECT_EQ(carry_out(c, *region, request_to(c.b, 0, IBV_WR_RDMA_READ), buffer_start), IBV_WC_SUCCESS);
  EXPECT_EQ(c.a.word(0), 19u);
  ibv_dereg_mr(region);
  ::close(readable);
}

TEST(SoftDmabuf, WhatCannotBeMappedIsRefusedAsTheKernelSays) {
  Opened device;
  const BufferFile buffer;
  const int event = ::eventfd(0, EFD_CLOEXEC);
  const auto refusal = [&](int file, std::uint64_t offset, std::size_t bytes, int access) {
    errno = 0;
    EXPECT_EQ(ibv_reg_dmabuf_mr(device.domain, offset, bytes, buffer_start, file, access), nullptr);
    return errno;
  };
  EXPECT_EQ(refusal(-1, 0, 64, all_access), EBADF);
  EXPECT_EQ(refusal(event, 0, 64, all_access), ENODEV);
  EXPECT_EQ(refusal(buffer.file, 0, 0, all_access), EINVAL);
  // As pinning it would find out.
  EXPECT_EQ(refusal(buffer.file, BufferFile::page, 2 * BufferFile::page, all_access), EFAULT);
  // Refused by the device, as any memory is.
  EXPECT_EQ(refusal(buffer.file, 0, 64, IBV_ACCESS_REMOTE_WRITE), EINVAL);
  ::close(event);
}

TEST(SoftDmabuf, NothingStaysMappedOrOpenWhenItIsGivenBack) {
  Opened device;
  const BufferFile buffer;
  const int next_before = ::dup(buffer.file);
  ::close(next_before);
  const auto mappings = [] {
    std::ifstream maps("/proc/self/maps");
    int found = 0;
    for (std::string line; std::getline(maps, line);) found += line.find("memfd:softverbs") != std::string::npos;
    return found;
  };
  const int mapped_before = mappings();
  ibv_mr* region = ibv_reg_dmabuf_mr(device.domain, 200, BufferFile::page, buffer_start, buffer.file, all_access);
  ASSERT_NE(region, nullptr);
  EXPECT_EQ(mappings(), mapped_before + 1);
  ibv_dereg_mr(region);
  EXPECT_EQ(ibv_reg_dmabuf_mr(device.domain, 0, 64, buffer_start, buffer.file, IBV_ACCESS_REMOTE_WRITE), nullptr);
  EXPECT_EQ(mappings(), mapped_before);
  const int next_after = ::dup(buffer.file);
  EXPECT_EQ(next_after, next_before);
  ::close(next_after);
}

}  // namespace
}  // namespace softverbs
