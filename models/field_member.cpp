// Turns a field's member into a line of the table, and a checked value into the member.
#include "models/field_member.hpp"

#include <array>

namespace gin::models {
namespace {

// Generous upper ends: they catch a number in the wrong unit, not a daring experiment.
constexpr std::int64_t one_second_in_ns = 1'000'000'000;
constexpr std::int64_t one_tebibyte = std::int64_t{1} << 40;
constexpr std::int64_t one_petabyte_per_second = 1'000'000'000'000'000;
constexpr std::int64_t count_max = 1'000'000'000'000;

template <class Enum>
struct Words;
template <>
struct Words<QueueMap> {
  static constexpr std::array names{"single", "by_agent", "round_robin"};
};
template <>
struct Words<QuietScope> {
  static constexpr std::array names{"used", "configured"};
};
template <>
struct Words<Credit> {
  static constexpr std::array names{"consumption", "completion"};
};

template <>
struct Words<RingMap> {
  static constexpr std::array names{"by_agent", "by_peer"};
};
template <>
struct Words<UnorderedSignals> {
  static constexpr std::array names{"receiver_count", "receiver_reorder", "sender_hold"};
};
template <>
struct Words<Acknowledge> {
  static constexpr std::array names{"each_look", "when_asked"};
};
template <>
struct Words<CpuClock> {
  static constexpr std::array names{"warm", "cold"};
};
template <>
struct Words<NicOrdering> {
  static constexpr std::array names{"per_queue", "none"};
};
template <>
struct Words<SharedMemory> {
  static constexpr std::array names{"gpu", "host"};
};
template <>
struct Words<NicPlacement> {
  static constexpr std::array names{"same_switch", "same_socket", "cross_socket"};
};
template <>
struct Words<IommuMode> {
  static constexpr std::array names{"off", "passthrough", "translating"};
};
template <>
struct Words<NvlinkTopology> {
  static constexpr std::array names{"crossbar", "mesh"};
};
template <>
struct Words<RemoteLines> {
  static constexpr std::array names{"not_kept", "until_acquire"};
};
template <>
struct Words<Routing> {
  static constexpr std::array names{"static", "spray", "adaptive"};
};

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
    field.choices.assign(Words<Enum>::names.begin(), Words<Enum>::names.end());
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
    const auto& names = Words<Enum>::names;
    // The table has refused every word that is not one of these.
    for (std::size_t i = 0; i < names.size(); ++i) {
      if (values.text(path) == names[i]) *member = static_cast<Enum>(i);
    }
  }
};

}  // namespace

Field field_of(const char* path, Limit limit, const char* text, const Member& member) {
  Field field{.path = path, .text = text};
  std::visit(Describe{field}, member);
  switch (limit) {
    case Limit::zero_or_more:
    case Limit::free_of_choice:
      break;
    case Limit::one_or_more:
      field.min = 1;
      break;
    case Limit::rails:
      field.min = 1, field.max = 8;
      break;
    case Limit::share:
      field.max = 100;
      break;
    case Limit::more:
      field.min = 100, field.max = 1'000'000;
      break;
    case Limit::clock:
      field.min = 1'000'000, field.max = 100'000'000'000;
      break;
    case Limit::page:
      field.min = 4096;
      break;
    case Limit::few:
      field.min = 1, field.max = 64;
      break;
    case Limit::none_or_many:
      field.max = 1 << 20;
      break;
    case Limit::many:
      field.min = 1, field.max = 1 << 20;
      break;
    case Limit::queue_depth:
      field.min = 64, field.max = 1 << 15;
      break;
    case Limit::ring_slots:
      field.min = 128, field.max = 1 << 24;
      break;
    case Limit::flag:
      field.max = 1;
      break;
  }
  return field;
}

void store(const Member& member, const Values& values, const char* path) {
  std::visit(Fill{values, path}, member);
}

void add_head(FieldTable& table, const char* what) {
  table.add({.path = "schema", .kind = FieldKind::integer, .min = 1, .max = 1, .text = "Version of this format."})
      .add({.path = "name", .kind = FieldKind::text, .text = what})
      .add({.path = "description", .kind = FieldKind::text, .text = "What it stands for, in a sentence or two."})
      .add({.path = "extends",
            .kind = FieldKind::text,
            .default_value = std::string(),
            .text =
                "A shipped one, or a file that ends in .json, that says everything this file does not say. Empty: "
                "this file says all of it."});
}

}  // namespace gin::models
