#include "core/verbs/efa_device.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cerrno>
#include <cstring>

namespace gin::verbs {
namespace {

constexpr const char* efa_software =
    "install Amazon's EFA software 1.50 or later (driver efa 3.3, rdma-core 64), or take a device in software: "
    "scripts/soft-efa.sh with SOFTVERBS_EFA=95 (docs/soft-efa.md)";

constexpr std::uint32_t needed_kinds = younger_efa::reads | younger_efa::writes | younger_efa::writes_by_peers;

struct Listed {
  const Library* library;
  int count = 0;
  ibv_device** all;

  explicit Listed(const Library* of) : library(of), all(of ? of->get_device_list(&count) : nullptr) {}
  ~Listed() {
    if (all) library->free_device_list(all);
  }
  Listed(const Listed&) = delete;
  Listed& operator=(const Listed&) = delete;
};

/// An EFA device, whatever it can.
struct FoundEfa {
  Handle<ibv_context> context;
  efadv_device_attr efa{};
};

FoundEfa open_efa(const Library* library, ibv_device* device) {
  FoundEfa found{{nullptr, {library}}};
  // Its transport has no number among those of verbs.
  if (device->transport_type != IBV_TRANSPORT_UNSPECIFIED || !library->efa.query_device) return found;
  found.context.reset(library->open_device(device));
  if (found.context && library->efa.query_device(found.context.get(), &found.efa, sizeof found.efa) != 0)
    found.context.reset();
  return found;
}

std::vector<std::string> efa_devices_of(const Library* library) {
  std::vector<std::string> names;
  const Listed list(library);
  for (int i = 0; list.all && i < list.count; ++i)
    if (open_efa(library, list.all[i]).context) names.emplace_back(library->get_device_name(list.all[i]));
  return names;
}

/// Hardware before software.
const Library* library_of_efa() {
  for (const Library* library : {system_library(), soft_library()})
    if (library && !efa_devices_of(library).empty()) return library;
  return nullptr;
}

std::string functions_missing(const Library::Efa& efa) {
  std::vector<const char*> missing;
  const auto want = [&](auto function, const char* called) {
    if (!function) missing.push_back(called);
  };
  want(efa.query_send_queue, "efadv_query_qp_wqs");
  want(efa.query_completion_queue, "efadv_query_cq");
  want(efa.create_counter, "efadv_create_comp_cntr");
  want(efa.destroy_counter, "ibv_destroy_comp_cntr");
  want(efa.attach_counter, "ibv_qp_attach_comp_cntr");
  want(efa.query_counter_limits, "ibv_query_comp_cntr_caps");
  if (missing.empty()) return "";
  return fmt::format("expected libefa and libibverbs of rdma-core 64 or later, came some without {}; {}",
                     fmt::join(missing, ", "), efa_software);
}

std::string counters_missing(const Library& library, ibv_context* context, younger_efa::CounterLimits& limits) {
  const int error = library.efa.query_counter_limits(context, &limits);
  if (error == 0 && (limits.supported_qp_attach_ops & needed_kinds) == needed_kinds) return "";
  return fmt::format(
      "expected an EFA device, firmware and driver that count completions and writes of peers (driver efa 3.3 or later), came "
      "{}, which {}; {}",
      library.get_device_name(context->device),
      error != 0 ? fmt::format("says {} ({})", error, std::strerror(error)) : std::string("counts other things"),
      efa_software);
}

template <class T>
Handle<T> made(const EfaDevice& device, T* one, const std::string& call) {
  if (!one)
    refuse(
        Code::unavailable, fmt::format("{} on {}", call, device.name), errno,
        "a limit on locked memory (`ulimit -l`), or what PEs of other jobs hold of the device, are common causes");
  return {one, {device.library}};
}

}  // namespace

std::vector<std::string> efa_devices() {
  const Library* const library = library_of_efa();
  return library ? efa_devices_of(library) : std::vector<std::string>{};
}

std::string efa_queues_missing() {
  const Library* const library = library_of_efa();
  if (!library) return fmt::format("expected an EFA device in libibverbs' list, came none; {}", efa_software);
  return efa_queues_missing(*library);
}

std::string efa_queues_missing(const Library& library) {
  if (const std::string missing = functions_missing(library.efa); !missing.empty()) return missing;
  const Listed list(&library);
  for (int i = 0; i < list.count; ++i)
    if (const FoundEfa found = open_efa(&library, list.all[i]); found.context) {
      younger_efa::CounterLimits limits{};
      return counters_missing(library, found.context.get(), limits);
    }
  return "";
}

EfaDevice::EfaDevice(const std::string& wanted, const HeapMemory& memory)
    : library(library_of_efa()), heap(memory.bytes) {
  if (const std::string missing = efa_queues_missing(); !missing.empty()) throw Error(Code::unavailable, missing);
  const Listed list(library);
  for (int i = 0; i < list.count && !context; ++i) {
    name = library->get_device_name(list.all[i]);
    if (wanted != "auto" && wanted != name) continue;
    FoundEfa found = open_efa(library, list.all[i]);
    context = std::move(found.context);
    efa = found.efa;
  }
  if (!context)
    throw Error(Code::unavailable, fmt::format("launch.device: expected one of {}, came {}",
                                               fmt::join(efa_devices_of(library), ", "), wanted));
  if (const std::string missing = counters_missing(*library, context.get(), counters); !missing.empty())
    throw Error(Code::unavailable, missing);
  ibv_gid_entry entry{};
  if (library->query_device(context.get(), &attributes) != 0 ||
      library->query_gid_ex(context.get(), 1, 0, &entry, 0, sizeof entry) != 0)
    refuse(Code::unavailable, "asking " + name + " for its limits and its address", errno, "is its port up?");
  gid = entry.gid;
  protection = made(*this, library->alloc_pd(context.get()), "ibv_alloc_pd");
  heap_region = region(heap, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ);
}

Handle<ibv_mr> EfaDevice::region(std::span<unsigned char> memory, unsigned access) const {
  return made(*this, library->reg_mr(protection.get(), memory.data(), memory.size(), static_cast<int>(access)),
              fmt::format("ibv_reg_mr of {} bytes", memory.size()));
}

Handle<ibv_cq> EfaDevice::completions(std::uint32_t places) const {
  return made(*this, library->create_cq(context.get(), static_cast<int>(places), nullptr, nullptr, 0),
              fmt::format("ibv_create_cq of {} places", places));
}

Handle<ibv_qp> EfaDevice::queue_pair(ibv_cq* queue, std::uint32_t sends) const {
  ibv_qp_init_attr_ex attr{};
  attr.send_cq = attr.recv_cq = queue;
  attr.cap = {sends, 1, 1, 1, 0};
  attr.qp_type = IBV_QPT_DRIVER;
  attr.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS;
  attr.pd = protection.get();
  attr.send_ops_flags = IBV_QP_EX_WITH_RDMA_WRITE | IBV_QP_EX_WITH_RDMA_READ;
  efadv_qp_init_attr own{};
  own.driver_qp_type = EFADV_QP_DRIVER_TYPE_SRD;
  return made(*this, library->efa.create_qp(context.get(), &attr, &own, sizeof own),
              fmt::format("efadv_create_qp_ex with {} requests", sends));
}

void EfaDevice::open(ibv_qp* pair) const {
  const auto move = [&](ibv_qp_state state, int mask) {
    ibv_qp_attr attr{};
    attr.qp_state = state;
    attr.port_num = 1;
    attr.qkey = queue_key;
    if (const int error = library->modify_qp(pair, &attr, IBV_QP_STATE | mask))
      refuse(Code::unavailable,
             fmt::format("queue pair {} of {}, state {}", pair->qp_num, name, static_cast<int>(state)), error,
             "is its port up?");
  };
  move(IBV_QPS_INIT, IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_QKEY);
  move(IBV_QPS_RTR, 0);
  move(IBV_QPS_RTS, IBV_QP_SQ_PSN);
}

Handle<younger_efa::Counter> EfaDevice::counter(std::uint64_t* word, ibv_qp* pair, std::uint32_t kinds) const {
  younger_efa::CounterAttributes attr{};
  younger_efa::CounterMemory where{};
  where.flags = younger_efa::CounterMemory::completed_given;
  where.completed.ptr = reinterpret_cast<std::uint8_t*>(word);
  Handle<younger_efa::Counter> counter = made(
      *this, library->efa.create_counter(context.get(), &attr, &where, sizeof where), "efadv_create_comp_cntr");
  younger_efa::Attachment what{0, kinds};
  if (const int error = library->efa.attach_counter(pair, counter.get(), &what))
    refuse(Code::unavailable, "ibv_qp_attach_comp_cntr on " + name, error, "its driver may not count those");
  return counter;
}

Handle<ibv_ah> EfaDevice::handle(const PeerAddress& peer, std::uint16_t& number) const {
  ibv_ah_attr attr{};
  attr.is_global = 1;
  attr.port_num = 1;
  std::memcpy(attr.grh.dgid.raw, peer.gid.data(), peer.gid.size());
  Handle<ibv_ah> handle = made(*this, library->create_ah(protection.get(), &attr), "ibv_create_ah");
  efadv_ah_attr own{};
  if (const int error = library->efa.query_ah(handle.get(), &own, sizeof own))
    refuse(Code::unavailable, "efadv_query_ah on " + name, error, "is its driver efa?");
  number = own.ahn;
  return handle;
}

PeerAddress EfaDevice::address() const {
  PeerAddress own;
  own.base = reinterpret_cast<std::uintptr_t>(heap.data());
  own.key = heap_region->rkey;
  own.heap_bytes = heap.size();
  std::memcpy(own.gid.data(), gid.raw, own.gid.size());
  return own;
}

}  // namespace gin::verbs
