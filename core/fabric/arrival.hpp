// What the CPU of a target finds: a message, an immediate, or both, and the bytes that came behind the message.
#pragma once

#include <vector>

#include "core/base/ids.hpp"
#include "core/format/cpu_message.hpp"
#include "core/format/immediate.hpp"

namespace gin {

struct Arrival {
  Pe source;
  bool has_immediate = false;
  bool has_message = false;
  std::uint32_t immediate = 0;
  CpuMessage message = {};
  std::vector<unsigned char> bytes = {};
  std::uint32_t stream = 0;  ///< of the source, where the wire tells
  std::uint32_t number = 0;  ///< of the operation, where it is recorded
};

/// What tells the CPU thread that posted a send or receive of that name that it is through.
inline Arrival finished_message(Pe source, std::uint64_t id) {
  return {.source = source, .has_message = true, .message = {.kind = MessageKind::finished, .landing = id}};
}

}  // namespace gin
