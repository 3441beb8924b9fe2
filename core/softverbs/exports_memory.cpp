// Protection domains and registered memory.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <memory>

#include "core/softverbs/device.hpp"
#include "core/softverbs/efa/device.hpp"
#include "core/softverbs/exports.hpp"
#include "core/softverbs/file_mapping.hpp"

namespace softverbs {
namespace {

unsigned known_access() {
  unsigned known = IBV_ACCESS_LOCAL_WRITE | unsigned{IBV_ACCESS_OPTIONAL_RANGE};
  if (!settings()->efa || efa::can(efa::reads)) known |= IBV_ACCESS_REMOTE_READ;
  if (!settings()->efa || efa::can(efa::writes)) known |= IBV_ACCESS_REMOTE_WRITE;
  if (!settings()->efa) known |= IBV_ACCESS_REMOTE_ATOMIC;
  return known;
}

/// IBTA Vol. 1, 9.3: the header of RDMA.
unsigned key_bits() {
  return settings()->efa ? efa::limits::key_bits : 32;
}

/// What others may write, its owner may (IBTA Vol. 1, 10.6.3.1).
int check(unsigned access) {
  if (access & ~known_access()) return EOPNOTSUPP;
  const bool others_write = access & (IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_ATOMIC);
  return others_write && !(access & IBV_ACCESS_LOCAL_WRITE) ? EINVAL : 0;
}

/// The kernel would find out by pinning it.
bool is_memory(const void* address, std::size_t bytes) {
  for (const std::size_t at : {std::size_t{0}, bytes - 1}) {
    char byte;
    const iovec here{&byte, 1}, there{const_cast<char*>(static_cast<const char*>(address)) + at, 1};
    if (::process_vm_readv(::getpid(), &here, 1, &there, 1, 0) != 1) return false;
  }
  return true;
}

struct Registered : ibv_mr {
  unsigned char* mapped = nullptr;  ///< by the device, of `file`
  int file = -1;
};

/// Of this process, on all its devices. Memory that is registered twice counts twice, as the kernel counts locked pages
/// (ib_umem_get in drivers/infiniband/core/umem.c).
std::atomic<std::uint64_t> registered_bytes{0};

bool may_register(std::uint64_t bytes) {
  const std::uint64_t most = settings()->registered;
  const std::uint64_t before = registered_bytes.fetch_add(bytes, std::memory_order_relaxed);
  if (most == 0 || (bytes <= most && before <= most - bytes)) return true;
  registered_bytes.fetch_sub(bytes, std::memory_order_relaxed);
  return false;
}

Registered* add_region(ibv_pd* domain, void* address, std::size_t bytes, std::uint64_t start, unsigned access) {
  const int failed = check(access);
  if (failed != 0) return refuse(failed);
  if (bytes > 0 && !is_memory(address, bytes)) return refuse(EFAULT);
  if (!may_register(bytes)) return refuse(ENOMEM);
  Context& context = Context::of(domain->context);
  const std::uint32_t key = context.nic().regions().add(
      {access, static_cast<Domain*>(domain)->number, context.process().memory().name(), start, bytes,
       reinterpret_cast<std::uint64_t>(address), file_range_of(address, bytes)},
      key_bits());
  if (key == 0) {
    registered_bytes.fetch_sub(bytes, std::memory_order_relaxed);
    return nullptr;
  }
  return new Registered{{domain->context, domain, address, bytes, 0, key, key}};
}

}  // namespace
}  // namespace softverbs

using namespace softverbs;

SOFTVERBS_EXPORT ibv_pd* ibv_alloc_pd(ibv_context* context) {
  return new Domain{{context, 0}, Context::of(context).nic().next_domain()};
}

SOFTVERBS_EXPORT int ibv_dealloc_pd(ibv_pd* domain) {
  delete static_cast<Domain*>(domain);
  return 0;
}

SOFTVERBS_EXPORT ibv_mr* ibv_reg_mr(ibv_pd* domain, void* address, std::size_t bytes, int access) {
  return ibv_reg_mr_iova(domain, address, bytes, reinterpret_cast<std::uint64_t>(address), access);
}

SOFTVERBS_EXPORT ibv_mr* ibv_reg_mr_iova2(ibv_pd* domain, void* address, std::size_t bytes, std::uint64_t start,
                                          unsigned access) {
  return add_region(domain, address, bytes, start, access);
}

SOFTVERBS_EXPORT ibv_mr* ibv_reg_mr_iova(ibv_pd* domain, void* address, std::size_t bytes, std::uint64_t start,
                                         int access) {
  return add_region(domain, address, bytes, start, static_cast<unsigned>(access));
}

/// Of any file that can be mapped shared, as memory and those that other devices export. As an adapter keeps the buffer, this keeps
/// the file open: other processes find the memory by its descriptor.
SOFTVERBS_EXPORT ibv_mr* ibv_reg_dmabuf_mr(ibv_pd* domain, std::uint64_t offset, std::size_t bytes,
                                           std::uint64_t start, int file, int access) {
  const int rights = access & IBV_ACCESS_LOCAL_WRITE ? PROT_READ | PROT_WRITE : PROT_READ;
  unsigned char* const mapped = map_file(file, offset, bytes, rights);
  if (!mapped) return nullptr;
  Registered* const region = add_region(domain, mapped, bytes, start, static_cast<unsigned>(access));
  if (!region) {
    unmap_file(mapped, bytes);
    return nullptr;
  }
  region->addr = reinterpret_cast<void*>(offset);  // as libibverbs says it
  region->mapped = mapped;
  region->file = ::fcntl(file, F_DUPFD_CLOEXEC, 0);
  return region;
}

SOFTVERBS_EXPORT int ibv_dereg_mr(ibv_mr* region) {
  const std::unique_ptr<Registered> gone(static_cast<Registered*>(region));
  Context::of(gone->context).nic().regions().remove(gone->lkey);
  registered_bytes.fetch_sub(gone->length, std::memory_order_relaxed);
  if (gone->mapped) unmap_file(gone->mapped, gone->length);
  if (gone->file >= 0) ::close(gone->file);
  return 0;
}
