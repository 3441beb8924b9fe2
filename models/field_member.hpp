// One line per number or rule of a model file: its key, what it means, and the struct member it fills. Loader,
// schema and explain all read these lines, so a number cannot be listed without a member to go to. The unit
// follows from the member's type and is not written twice.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <variant>

#include "core/base/fields.hpp"
#include "models/profile.hpp"
#include "models/stack.hpp"

namespace gin::models {

/// The member that a field fills.
using Member = std::variant<Duration*, Bytes*, Bandwidth*, std::int64_t*, bool*, QueueMap*, QuietScope*, Credit*,
                            RingMap*, UnorderedSignals*, Acknowledge*, NicOrdering*, CpuClock*, NicPlacement*,
                            IommuMode*, SharedMemory*, NvlinkTopology*, RemoteLines*, Routing*, std::string*>;

/// What a number may be, in the unit of the file.
enum class Limit {
  zero_or_more,
  one_or_more,    ///< something divides by it, or nothing would move
  rails,          ///< 1 to 8
  share,          ///< 0 to 100: percent of a whole
  more,           ///< from 100 percent on: what something takes, of what it takes otherwise
  clock,          ///< a megahertz to 100 gigahertz
  page,           ///< from 4 KiB on
  few,            ///< 1 to 64: things that each get memory of their own
  many,           ///< 1 to 2^20
  none_or_many,   ///< 0 to 2^20
  queue_depth,    ///< a power of two from 64, which a warp's operations fill, to 2^15, which 16 bits tell apart
  ring_slots,     ///< a power of two from 128, which a warp's commands fill, to 2^24
  flag,           ///< 0 or 1
  free_of_choice  ///< not a number: a word, a boolean or a text
};

/// Indices into it are masked, so it must be a power of two.
constexpr bool is_masked(Limit limit) {
  return limit == Limit::queue_depth || limit == Limit::ring_slots;
}

template <class Model>
struct FieldMember {
  const char* path;
  Limit limit;
  const char* text;
  Member (*member)(Model&);
};

std::span<const FieldMember<Profile>> profile_members();
std::span<const FieldMember<Stack>> stack_members();

/// The table's line for this member.
Field field_of(const char* path, Limit limit, const char* text, const Member& member);

/// Stores a checked value into the member.
void store(const Member& member, const Values& values, const char* path);

/// What every model file starts with: schema, name, description, extends. `what` says whose name it is.
void add_head(FieldTable& table, const char* what);

}  // namespace gin::models
