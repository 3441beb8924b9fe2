// What every host environment refuses on behalf of an agent: the sentences are the same whoever keeps time. Throw
// Error(failed), which ends the run.
#pragma once

#include <cstdint>

#include "core/base/ids.hpp"
#include "core/device/place.hpp"
#include "core/device/work_request.hpp"

namespace gin {

struct AgentName {
  Pe pe;
  std::uint32_t number = 0;
};

/// An access of `bytes` bytes at `place` of `peer`, one of `pes` PEs: the PE exists, and the window goes that far.
struct PlaceAccess {
  Pe peer;
  std::size_t pes = 0;
  Place place;
  std::uint64_t bytes = 0;

  constexpr bool is_sound() const { return peer.value < pes && bytes <= place.room; }
};
[[noreturn]] void refuse_place(const AgentName& who, const PlaceAccess& access, const char* call);
inline void check_place(const AgentName& who, const PlaceAccess& access, const char* call) {
  if (!access.is_sound()) refuse_place(who, access, call);  // calls check each of their places, so in line
}

/// A queue of `depth` takes all work requests of the operation at once.
void check_fits(const AgentName& who, const Operation& operation, const PostRules& rules, std::uint32_t depth);

/// Scratch memory ends at `room` bytes.
struct ScratchUse {
  std::uint64_t used = 0;  ///< `bytes` included
  std::uint64_t bytes = 0;
  std::uint64_t room = 0;
};
void check_scratch(const AgentName& who, const ScratchUse& use);

}  // namespace gin
