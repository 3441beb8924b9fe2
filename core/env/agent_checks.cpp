#include "core/env/agent_checks.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace gin {
namespace {

[[noreturn]] void refuse(const AgentName& who, const std::string& what) {
  throw Error(Code::failed, fmt::format("PE {} agent {}: {}", who.pe.value, who.number, what));
}

}  // namespace

void refuse_place(const AgentName& who, const PlaceAccess& access, const char* call) {
  if (access.peer.value >= access.pes)
    refuse(who, fmt::format("{}: expected a PE below {}, got {}", call, access.pes, access.peer.value));
  refuse(who, fmt::format("{}: expected at most {} bytes from heap offset {} to the end of its window, got {}",
                          call, access.place.room, access.place.offset, access.bytes));
}

void check_fits(const AgentName& who, const Operation& operation, const PostRules& rules, std::uint32_t depth) {
  const std::uint32_t most = work_requests_max(operation, rules, depth);
  const std::uint32_t came = work_requests_at_once(operation, rules);
  if (came > most)
    refuse(who,
           fmt::format("a transfer of {} bytes to or from PE {}: expected at most {} work requests at once, got "
                       "{}; use smaller transfers, deeper queues or a larger nic.message_max_bytes",
                       operation.bytes, operation.peer.value, most, came));
}

void check_scratch(const AgentName& who, const ScratchUse& use) {
  if (use.used > use.room)
    refuse(who, fmt::format("scratch: expected at most {} bytes in all, got {}", use.room, use.bytes));
}

}  // namespace gin
