// A device and what a program makes of it. Each is what verbs knows of it, and behind that what is ours.
#pragma once

#include <infiniband/verbs.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/softverbs/address.hpp"
#include "core/softverbs/channel.hpp"
#include "core/softverbs/efa/handles.hpp"
#include "core/softverbs/process.hpp"

namespace softverbs {

class QueuePair;

struct Device : ibv_device {
  Address address;
};

/// An open device.
class Context : public verbs_context {
 public:
  /// Null, with errno.
  static Context* open(Device& device);

  static Context& of(ibv_context* verbs) { return static_cast<Context&>(*verbs_get_ctx(verbs)); }
  const Address& address() const { return static_cast<Device*>(context.device)->address; }

  NicMemory& nic() { return *nic_; }
  Process& process() { return *process_; }
  std::atomic<std::uint32_t> counters{};  ///< of completions, that there are

  bool uses_mlx5() const { return uses_mlx5_; }
  void use_mlx5() { uses_mlx5_ = true; }
  EventPipe<ibv_async_event>& events() { return events_; }
  efa::AddressHandles& handles() { return handles_; }

  /// The queue pair of that number, if it is of this context.
  std::atomic<QueuePair*>& pair(std::uint32_t number) { return pairs_[number % Pairs::entries]; }

 private:
  Context() : verbs_context{} {}

  std::shared_ptr<Process> process_;
  std::shared_ptr<NicMemory> nic_;
  std::unique_ptr<std::atomic<QueuePair*>[]> pairs_;
  EventPipe<ibv_async_event> events_;
  efa::AddressHandles handles_;
  std::atomic<bool> uses_mlx5_{false};  ///< queues that are made from now on
};

struct Domain : ibv_pd {
  std::uint32_t number = 0;
};

/// The limits that a device states (ibv_query_device), which its objects keep.
namespace limits {
constexpr std::uint32_t requests = 1u << 15;
constexpr std::uint32_t completions = 1u << 22;
constexpr std::uint64_t message = 1ull << 31;
}  // namespace limits

/// What those return who make something, where they do not. EOPNOTSUPP: it is nothing that this device has.
inline std::nullptr_t refuse(int error) {
  errno = error;
  return nullptr;
}

}  // namespace softverbs
