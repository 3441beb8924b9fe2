// Memory that all lanes of an agent share until its program returns.
#pragma once

#include <cstdint>
#include <vector>

#include "core/env/agent_checks.hpp"

namespace gin {

class Scratch {
 public:
  void* take(const AgentName& who, std::uint64_t bytes) {
    if (memory_.empty()) memory_.resize(room);
    const std::uint64_t begin = (used_ + 15) / 16 * 16;
    if (bytes > room - begin) refuse_scratch(who, {bytes, room});
    used_ = begin + bytes;
    return memory_.data() + begin;
  }
  void release() { used_ = 0; }

 private:
  static constexpr std::uint64_t room = 64 << 10;  // of the order of an SM's shared memory

  std::vector<unsigned char> memory_;
  std::uint64_t used_ = 0;
};

}  // namespace gin
