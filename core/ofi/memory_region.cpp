#include "core/ofi/memory_region.hpp"

#include <rdma/fi_errno.h>

#include <fmt/format.h>

#include "core/ofi/library.hpp"

namespace gin::ofi {

MemoryRegion::MemoryRegion(const Endpoint& endpoint, Range range, Use use, std::uint64_t number) {
  const int mode = endpoint.info->domain_attr->mr_mode;
  // Providers that do not ask for addresses count from the start of the region; hints decide which.
  base_ = mode & FI_MR_VIRT_ADDR ? reinterpret_cast<std::uintptr_t>(range.data) : 0;
  std::uint64_t access = FI_SEND | FI_RECV | FI_READ | FI_WRITE;
  if (use == Use::of_peers_too) access |= FI_REMOTE_READ | FI_REMOTE_WRITE;
  const auto check = [&](long error, const char* call) {
    if (error)
      refuse(Code::failed, fmt::format("{} of {} bytes", call, range.bytes), endpoint.provider.name, error,
             "a limit on locked memory (`ulimit -l`) is a common cause on real NICs");
  };
  fid_mr* made = nullptr;
  check(fi_mr_reg(endpoint.domain.get(), range.data, range.bytes, access, 0, number, 0, &made, nullptr),
        "fi_mr_reg");
  region_.reset(made);
  if (mode & FI_MR_ENDPOINT) {
    check(fi_mr_bind(region_.get(), &endpoint.endpoint->fid, 0), "fi_mr_bind");
    check(fi_mr_enable(region_.get()), "fi_mr_enable");
  }
  if (key() == FI_KEY_NOTAVAIL) check(-FI_EKEYREJECTED, "fi_mr_key");
}

}  // namespace gin::ofi
