// Turns a field's member into a line of the table, and a checked value into the member.
#include "models/field_member.hpp"

#include <algorithm>
#include <array>

namespace gin::models {
namespace {

// Generous upper ends: they catch a number in the wrong unit, not a daring experiment.
constexpr std::int64_t one_second_in_ns = 1'000'000'000;
constexpr std::int64_t one_tebibyte = std::int64_t{1} << 40;
constexpr std::int64_t one_petabyte_per_second = 1'000'000'000'000'000;
constexpr std::int64_t count_max = 1'000'000'000'000;

/// In the order of the enumeration.
template <class Enum>
constexpr std::array<const char*, 0> words;
template <>
constexpr std::array words<QueueMap>{"single", "by_agent", "round_robin"};
template <>
constexpr std::array words<QuietScope>{"used", "configured"};
template <>
constexpr std::array words<Credit>{"consumption", "completion"};
template <>
constexpr std::array words<RingMap>{"by_agent", "by_peer"};
template <>
constexpr std::array words<UnorderedSignals>{"receiver_count", "receiver_reorder", "sender_hold", "nic_counter"};
template <>
constexpr std::array words<Acknowledge>{"each_look", "when_asked"};
template <>
constexpr std::array words<Doorbells>{"left", "locked"};
template <>
constexpr std::array words<CpuClock>{"warm", "cold"};
template <>
constexpr std::array words<NicOrdering>{"per_queue", "none"};
template <>
constexpr std::array words<SharedMemory>{"gpu", "host"};
template <>
constexpr std::array words<NicPlacement>{"same_switch", "same_socket", "cross_socket"};
template <>
constexpr std::array words<IommuMode>{"off", "passthrough", "translating"};
template <>
constexpr std::array words<NvlinkTopology>{"crossbar", "mesh"};
template <>
constexpr std::array words<RemoteLines>{"not_kept", "until_acquire"};
template <>
constexpr std::array words<Routing>{"static", "spray", "adaptive"};

struct Describe {
  Field& field;

  void quantity(const char* unit, std::int64_t max) const {
    field.kind = FieldKind::quantity;
    field.unit = unit;
    field.max = max;
  }
  void operator()(Duration*) const { quantity("ns", one_second_in_ns); }
  void operator()(Bytes*) const { quantity("bytes", one_tebibyte); }
  void operator()(Bandwidth*) const { quantity("bytes_per_second", one_petabyte_per_second); }
  void operator()(std::int64_t*) const { quantity("count", count_max); }
  void operator()(bool*) const { field.kind = FieldKind::boolean; }
  void operator()(std::string*) const {
    field.kind = FieldKind::text;
    field.default_value = std::string();
  }
  template <class Enum>
  void operator()(Enum*) const {
    field.kind = FieldKind::choice;
    field.choices.assign(words<Enum>.begin(), words<Enum>.end());
  }
};

struct Fill {
  const Values& values;
  const char* path;

  void operator()(Duration* member) const { member->ps = values.integer(path); }
  void operator()(Bytes* member) const { member->count = values.integer(path); }
  void operator()(Bandwidth* member) const { member->bytes_per_second = values.integer(path); }
  void operator()(std::int64_t* member) const { *member = values.integer(path); }
  void operator()(bool* member) const { *member = values.flag(path); }
  void operator()(std::string* member) const { *member = values.text(path); }
  template <class Enum>
  void operator()(Enum* member) const {
    // The table has refused every word that is not one of these.
    *member = static_cast<Enum>(std::ranges::find(words<Enum>, values.text(path)) - words<Enum>.begin());
  }
};

}  // namespace

Field field_of(const FieldMember& of) {
  Field field{.path = of.path, .min = of.limit.min, .text = of.text};
  std::visit(Describe{field}, of.member);
  if (of.limit.max > 0) field.max = of.limit.max;
  return field;
}

void store(const FieldMember& field, const Values& values) {
  std::visit(Fill{values, field.path}, field.member);
}

FieldTable table_of(const char* name_text, const std::vector<FieldMember>& members) {
  FieldTable table;
  table.add({.path = "schema", .kind = FieldKind::integer, .min = 1, .max = 1, .text = "Version of this format."})
      .add({.path = "name", .kind = FieldKind::text, .text = name_text})
      .add({.path = "description", .kind = FieldKind::text, .text = "What it stands for, in a sentence or two."})
      .add({.path = "extends",
            .kind = FieldKind::text,
            .default_value = std::string(),
            .text =
                "A shipped one, or a file that ends in .json, that says everything this file does not say. Empty: "
                "this file says all of it."});
  for (const FieldMember& member : members) table.add(field_of(member));
  return table;
}

}  // namespace gin::models
