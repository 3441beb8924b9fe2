#include "core/verbs/domain.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>

#include "core/verbs/connection.hpp"

namespace gin::verbs {
namespace {

template <class T>
Handle<T> made(const Device& device, T* one, const std::string& call) {
  if (!one)
    refuse(Code::unavailable, fmt::format("{} on {}", call, device.name), errno,
           "a limit on locked memory (`ulimit -l`) is a common cause");
  return {one, {device.library}};
}

/// By a descriptor, the device's driver needs no page of it in the CPU's memory.
ibv_mr* registered(const Device& device, ibv_pd* protection, const HeapMemory& heap, unsigned access) {
  const auto flags = static_cast<int>(access);
  if (heap.dmabuf < 0) return device.library->reg_mr(protection, heap.bytes.data(), heap.bytes.size(), flags);
  if (!device.library->reg_dmabuf_mr)
    throw Error(Code::unavailable,
                fmt::format("heap on {}: expected a libibverbs that registers a DMA-BUF, came one without"
                            " ibv_reg_dmabuf_mr; install rdma-core 34 or later",
                            device.name));
  return device.library->reg_dmabuf_mr(protection, 0, heap.bytes.size(),
                                       reinterpret_cast<std::uintptr_t>(heap.bytes.data()), heap.dmabuf, flags);
}

}  // namespace

Domain::Domain(const Choice& choice, const HeapMemory& memory, unsigned access)
    : device(choice),
      heap(memory.bytes),
      protection(made(device, device.library->alloc_pd(device.context.get()), "ibv_alloc_pd")),
      heap_region(made(device, registered(device, protection.get(), memory, access),
                       fmt::format("registering a heap of {} bytes", heap.size()))) {}

Handle<ibv_mr> Domain::region(std::span<unsigned char> memory, unsigned access) const {
  return made(device,
              device.library->reg_mr(protection.get(), memory.data(), memory.size(), static_cast<int>(access)),
              fmt::format("ibv_reg_mr of {} bytes", memory.size()));
}

Handle<ibv_cq> Domain::completions(std::uint32_t places) const {
  return made(device,
              device.library->create_cq(device.context.get(), static_cast<int>(places), nullptr, nullptr, 0),
              fmt::format("ibv_create_cq of {} places", places));
}

PeerAddress Domain::address() const {
  PeerAddress own;
  own.is_infiniband = device.is_infiniband();
  own.lid = device.port.lid;
  own.mtu = device.port.active_mtu;
  own.reads_answered = reads_answered(device);
  own.base = reinterpret_cast<std::uintptr_t>(heap.data());
  own.key = heap_region->rkey;
  own.heap_bytes = heap.size();
  std::memcpy(own.gid.data(), device.gid.raw, own.gid.size());
  return own;
}

}  // namespace gin::verbs
