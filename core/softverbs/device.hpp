// A device and what a program makes of it, each behind the structure by which verbs knows it.
#pragma once

#include <infiniband/verbs.h>

#include <atomic>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/softverbs/address.hpp"
#include "core/softverbs/process.hpp"

namespace softverbs {

class QueuePair;

struct Device {
  ibv_device verbs{};
  Address address;
};

/// An open device.
class Context {
 public:
  /// Null, with errno.
  static Context* open(Device& device);
  ~Context();

  static Context& of(ibv_context* context);
  Device& device() const { return *reinterpret_cast<Device*>(handle_.verbs.context.device); }
  ibv_context* verbs() { return &handle_.verbs.context; }

  NicMemory& nic() { return *nic_; }
  Process& process() { return *process_; }
  bool uses_mlx5() const { return uses_mlx5_; }
  void use_mlx5() { uses_mlx5_ = true; }

  /// The queue pair of that number, if it is of this context.
  std::atomic<QueuePair*>& pair(std::uint32_t number) { return pairs_[number & 0xffff]; }
  void tell(const ibv_async_event& event) const;
  bool next_event(ibv_async_event& event) const;

 private:
  /// What verbs points to, and the way back.
  struct Handle {
    Context* owner = nullptr;
    verbs_context verbs{};
  };
  Context() { handle_.owner = this; }

  std::shared_ptr<Process> process_;
  std::shared_ptr<NicMemory> nic_;
  std::unique_ptr<std::atomic<QueuePair*>[]> pairs_;
  int event_pipe_[2] = {-1, -1};
  std::atomic<bool> uses_mlx5_{false};  ///< queues that are made from now on
  Handle handle_;
};

struct Domain {
  ibv_pd verbs{};
  std::uint32_t number = 0;
};

/// The limits that a device states (ibv_query_device), which its objects keep.
namespace limits {
constexpr std::uint32_t requests = 1u << 15;
constexpr std::uint32_t completions = 1u << 22;
constexpr std::uint64_t message = 1ull << 31;
}  // namespace limits

/// The address handles, shared receive queues and the like that this device has not: errno is EOPNOTSUPP.
inline std::nullptr_t not_here() {
  errno = EOPNOTSUPP;
  return nullptr;
}

}  // namespace softverbs
