#include "core/env/wall_env.hpp"

#include <fmt/format.h>

namespace gin {
namespace {
constexpr std::uint64_t scratch_bytes = 64 << 10;
constexpr std::uint32_t spins = 64;
constexpr std::uint32_t yields = 256;
}  // namespace

void WallEnv::pause() {
  // A waiter that may share its core with whoever it waits for must let go of it soon.
  ++tries_;
  if (tries_ > spins + yields)
    std::this_thread::sleep_for(std::chrono::microseconds(20));
  else if (tries_ > spins)
    std::this_thread::yield();
  if (world_.stop.load(std::memory_order_relaxed)) throw Stopped{};
}

bool WallEnv::idle(Gate&, std::uint64_t, const Waiting& why, Limit limit) {
  why_ = why;
  if (limit != forever() && Clock::now() >= limit) return false;
  pause();
  return true;
}

void WallEnv::polled_in_vain(const Waiting& why) {
  why_ = why;
  pause();
}

void WallEnv::check(Pe peer, Place place, std::uint64_t bytes, const char* call) const {
  if (peer.value >= world_.heaps.size())
    throw Error(Code::failed, fmt::format("PE {} agent {}: {}: expected a PE below {}, got {}", who_.pe.value,
                                          who_.number, call, world_.heaps.size(), peer.value));
  if (bytes > place.room)
    throw Error(Code::failed,
                fmt::format("PE {} agent {}: {}: expected at most {} bytes from heap offset {} to the end of its "
                            "window, got {}",
                            who_.pe.value, who_.number, call, place.room, place.offset, bytes));
}

void WallEnv::check(const Operation& operation, const PostRules& rules, std::uint32_t depth) const {
  const std::uint32_t most = work_requests_max(operation, rules, depth);
  const std::uint32_t came = work_requests_at_once(operation, rules);
  if (came > most)
    throw Error(Code::failed,
                fmt::format("PE {} agent {}: a transfer of {} bytes to or from PE {}: expected at most "
                            "{} work requests at once, got {}; use smaller transfers, deeper queues or "
                            "a larger nic.message_max_bytes",
                            who_.pe.value, who_.number, operation.bytes, operation.peer.value, most, came));
}

void* WallEnv::scratch(std::uint64_t bytes) {
  if (scratch_.empty()) scratch_.resize(scratch_bytes);
  const std::uint64_t begin = (scratch_used_ + 15) / 16 * 16;
  if (begin + bytes > scratch_bytes)
    throw Error(Code::failed, fmt::format("PE {} agent {}: scratch: expected at most {} bytes in all, got {}",
                                          who_.pe.value, who_.number, scratch_bytes, begin + bytes));
  scratch_used_ = begin + bytes;
  return scratch_.data() + begin;
}

void WallEnv::traffic(Path path, std::uint64_t bytes) {
  world_.operations[static_cast<std::uint32_t>(path)].fetch_add(1, std::memory_order_relaxed);
  world_.bytes[static_cast<std::uint32_t>(path)].fetch_add(static_cast<std::int64_t>(bytes),
                                                           std::memory_order_relaxed);
}

}  // namespace gin
