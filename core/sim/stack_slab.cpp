#include "core/sim/stack_slab.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>

#include "core/base/error.hpp"

namespace gin::sim {
namespace {
constexpr std::uint64_t canary = 0x67696e6c61622121;  // "ginlab!!"
}

StackSlab::StackSlab(std::size_t count) : count_(count) {
  if (count > count_max())
    throw Error(
        Code::bad_input,
        fmt::format("launch: expected at most {} agents and proxy threads in all, got {}; use fewer PEs or agents",
                    count_max(), count));
  guard_ = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  stride_ = guard_ + stack_size();
  void* memory =
      mmap(nullptr, count_ * stride_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    throw Error(Code::failed,
                fmt::format("stacks: expected to reserve {} stacks of {} KiB, got \"{}\"; use fewer agents", count,
                            stack_size() >> 10, std::strerror(errno)));
  base_ = static_cast<std::byte*>(memory);
  for (std::size_t i = 0; i < count_; ++i) {
    if (i < guarded_max)
      mprotect(base_ + i * stride_, guard_, PROT_NONE);
    else
      std::memcpy(base_ + i * stride_, &canary, sizeof canary);
  }
}

StackSlab::~StackSlab() {
  munmap(base_, count_ * stride_);
}

bool StackSlab::canary_intact(std::size_t index) const {
  return index < guarded_max || std::memcmp(base_ + index * stride_, &canary, sizeof canary) == 0;
}

}  // namespace gin::sim
