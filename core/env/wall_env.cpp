#include "core/env/wall_env.hpp"

#include "core/env/agent_checks.hpp"

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
  check_place({who_.pe, who_.number}, {peer, world_.heaps.size(), place, bytes}, call);
}

void WallEnv::check(const Operation& operation, const PostRules& rules, std::uint32_t depth) const {
  check_fits({who_.pe, who_.number}, operation, rules, depth);
}

void* WallEnv::scratch(std::uint64_t bytes) {
  if (scratch_.empty()) scratch_.resize(scratch_bytes);
  const std::uint64_t begin = (scratch_used_ + 15) / 16 * 16;
  check_scratch({who_.pe, who_.number}, {begin + bytes, bytes, scratch_bytes});
  scratch_used_ = begin + bytes;
  return scratch_.data() + begin;
}

void WallEnv::traffic(Path path, std::uint64_t bytes) {
  world_.operations[static_cast<std::uint32_t>(path)].fetch_add(1, std::memory_order_relaxed);
  world_.bytes[static_cast<std::uint32_t>(path)].fetch_add(static_cast<std::int64_t>(bytes),
                                                           std::memory_order_relaxed);
}

}  // namespace gin
