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

}  // namespace

Domain::Domain(const Choice& choice, std::span<unsigned char> memory, unsigned access)
    : device(choice),
      heap(memory),
      protection(made(device, device.library->alloc_pd(device.context.get()), "ibv_alloc_pd")),
      heap_region(region(memory, access)) {}

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
