// One line per number or rule of a model file: its key, what it means, and the struct member it fills. Loader,
// schema and explain all read these lines, so a number cannot be listed without a member to go to. The unit
// follows from the member's type and is not written twice.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/base/fields.hpp"
#include "models/profile.hpp"
#include "models/stack.hpp"

namespace gin::models {

/// The member that a field fills.
using Member =
    std::variant<Duration*, Bytes*, Bandwidth*, std::int64_t*, bool*, QueueMap*, QuietScope*, Credit*, RingMap*,
                 UnorderedSignals*, Acknowledge*, Doorbells*, NicOrdering*, CpuClock*, NicPlacement*, IommuMode*,
                 SharedMemory*, NvlinkTopology*, RemoteLines*, Routing*, std::string*>;

/// What a number may be, in the unit of the file: 0 or more, where a line says nothing else.
struct Limit {
  std::int64_t min = 0;
  std::int64_t max = 0;    ///< 0: as much as makes sense for the member's type
  bool is_masked = false;  ///< indices into it are masked, so it must be a power of two
};
namespace limit {
inline constexpr Limit one_or_more{.min = 1};  ///< something divides by it, or nothing would move
inline constexpr Limit rails{1, 8};
inline constexpr Limit share{0, 100};         ///< percent of a whole
inline constexpr Limit more{100, 1'000'000};  ///< percent: what something takes, of what it takes otherwise
inline constexpr Limit clock{1'000'000, 100'000'000'000};  ///< a megahertz to 100 gigahertz
inline constexpr Limit page{.min = 4096};                  ///< bytes
inline constexpr Limit few{1, 64};                         ///< things that each get memory of their own
inline constexpr Limit many{1, 1 << 20};
inline constexpr Limit none_or_many{0, 1 << 20};
inline constexpr Limit queue_depth{64, 1 << 15, true};  ///< a warp's operations fill it, 16 bits tell it apart
inline constexpr Limit ring_slots{128, 1 << 24, true};  ///< a warp's commands fill it
inline constexpr Limit flag{0, 1};
}  // namespace limit

struct FieldMember {
  const char* path;
  Member member;
  const char* text;
  Limit limit = {};
};

/// In the order of the file, with the members of this model.
std::vector<FieldMember> members_of(Profile& profile);
std::vector<FieldMember> members_of(Stack& stack);

/// The table's line for this member.
Field field_of(const FieldMember& field);

/// Stores a checked value into the member.
void store(const FieldMember& field, const Values& values);

/// What every model file starts with, then its members. `name_text` says whose name it is.
FieldTable table_of(const char* name_text, const std::vector<FieldMember>& members);

}  // namespace gin::models
