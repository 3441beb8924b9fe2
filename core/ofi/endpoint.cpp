#include "core/ofi/endpoint.hpp"

#include <fmt/format.h>
#include <rdma/fi_errno.h>

#include "core/base/planted.hpp"
#include "core/ofi/library.hpp"
#include "core/ofi/signals_kept.hpp"

namespace gin::ofi {
namespace {

void check(long error, const char* call, const Provider& provider) {
  if (error)
    refuse(Code::unavailable, call, title_of(provider), error,
           "FI_LOG_LEVEL=warn makes the provider say more; `fi_info -p` shows whether it runs here");
}

}  // namespace

Endpoint::Endpoint(const Provider& which) : provider(which), info(describe(which)) {
  const SignalsKept kept;
  provider.name = info->fabric_attr->prov_name;  // which of its names this libfabric knows
  fid_fabric* new_fabric = nullptr;
  check(library().fabric(info->fabric_attr, &new_fabric, nullptr), "fi_fabric", which);
  fabric.reset(new_fabric);

  fid_domain* new_domain = nullptr;
  check(fi_domain(fabric.get(), info.get(), &new_domain, nullptr), "fi_domain", which);
  domain.reset(new_domain);

  fi_av_attr by_address{};
  by_address.type = FI_AV_TABLE;
  fid_av* new_addresses = nullptr;
  check(fi_av_open(domain.get(), &by_address, &new_addresses, nullptr), "fi_av_open", which);
  addresses.reset(new_addresses);

  fi_cq_attr with_data{};
  with_data.format = FI_CQ_FORMAT_DATA;
  with_data.size = completions_max;
  with_data.wait_obj = FI_WAIT_NONE;
  fid_cq* new_completions = nullptr;
  check(fi_cq_open(domain.get(), &with_data, &new_completions, nullptr), "fi_cq_open", which);
  completions.reset(new_completions);

  if (which.has_events) {
    fi_eq_attr silent{};
    silent.wait_obj = FI_WAIT_NONE;
    fid_eq* new_events = nullptr;
    check(fi_eq_open(fabric.get(), &silent, &new_events, nullptr), "fi_eq_open", which);
    events.reset(new_events);
  }

  fid_ep* new_endpoint = nullptr;
  check(fi_endpoint(domain.get(), info.get(), &new_endpoint, nullptr), "fi_endpoint", which);
  endpoint.reset(new_endpoint);
  check(fi_ep_bind(endpoint.get(), &addresses->fid, 0), "fi_ep_bind", which);
  check(fi_ep_bind(endpoint.get(), &completions->fid, FI_TRANSMIT | FI_RECV), "fi_ep_bind", which);
  if (events) check(fi_ep_bind(endpoint.get(), &events->fid, 0), "fi_ep_bind", which);
  check(fi_enable(endpoint.get()), "fi_enable", which);
}

std::string Endpoint::name() const {
  std::string found(256, '\0');
  std::size_t bytes = found.size();
  int error = fi_getname(&endpoint->fid, found.data(), &bytes);
  if (error == -FI_ETOOSMALL) {
    found.resize(bytes);
    error = fi_getname(&endpoint->fid, found.data(), &bytes);
  }
  check(error, "fi_getname", provider);
  found.resize(bytes);
  return found;
}

fi_addr_t Endpoint::insert(const std::string& peer_name, const std::string& whose) const {
  fi_addr_t address = FI_ADDR_UNSPEC;
  if (planted(Fault::address_not_inserted)) return 0;
  const int inserted = fi_av_insert(addresses.get(), peer_name.data(), 1, &address, 0, nullptr);
  if (inserted != 1)
    refuse(Code::failed, "fi_av_insert of the address of " + whose, title_of(provider), inserted,
           "is that process still there, and does it run as the same user?");
  return address;
}

Handle<fid_mr> Endpoint::region(std::span<unsigned char> memory, Use use) const {
  constexpr const char* names[] = {"a heap", "message buffers", "room for the provider's own messages"};
  const auto number = static_cast<std::uint64_t>(use);
  std::uint64_t access = FI_SEND | FI_RECV | FI_READ | FI_WRITE;
  if (use == Use::heap) access |= FI_REMOTE_READ | FI_REMOTE_WRITE;
  const auto check = [&](long error, const char* call) {
    if (error)
      refuse(Code::failed, fmt::format("{} of {} of {} bytes", call, names[number], memory.size()),
             title_of(provider), error,
             "a limit on locked memory is a common cause on real NICs, each of which locks the heap anew: raise it "
             "(`ulimit -l unlimited`), or let a PE have fewer NICs or a smaller heap");
  };
  fid_mr* made = nullptr;
  check(fi_mr_reg(domain.get(), memory.data(), memory.size(), access, 0, number + 1,
                  use == Use::heap ? provider.heap_flags : 0, &made, nullptr),
        "fi_mr_reg");
  Handle<fid_mr> region(made);
  if (info->domain_attr->mr_mode & FI_MR_ENDPOINT) {
    check(fi_mr_bind(made, &endpoint->fid, 0), "fi_mr_bind");
    check(fi_mr_enable(made), "fi_mr_enable");
  }
  if (fi_mr_key(made) == FI_KEY_NOTAVAIL) check(-FI_EKEYREJECTED, "fi_mr_key");
  return region;
}

}  // namespace gin::ofi
