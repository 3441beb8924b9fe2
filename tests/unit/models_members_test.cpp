// The lines of the tables and the members of the structs are the same set, one to one.
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "models/field_member.hpp"
#include "models/load.hpp"

namespace gin::models {
namespace {

/// The value behind a member as one integer, to see which of them moved.
struct Raw {
  std::int64_t operator()(const Duration* m) const { return m->ps; }
  std::int64_t operator()(const Bytes* m) const { return m->count; }
  std::int64_t operator()(const Bandwidth* m) const { return m->bytes_per_second; }
  std::int64_t operator()(const std::string* m) const { return static_cast<std::int64_t>(m->size()); }
  template <class Word>
  std::int64_t operator()(const Word* m) const {
    return static_cast<std::int64_t>(*m);
  }
};
std::int64_t raw(const Member& member) {
  return std::visit(Raw{}, member);
}

/// How many members an aggregate has: the longest list it can be initialised from.
struct Anything {
  template <class T>
  constexpr operator T() const;  // never defined: only asked whether it would fit
};
template <class T, class... Args>
consteval std::size_t member_count() {
  if constexpr (requires { T{Args{}..., Anything{}}; }) {
    return member_count<T, Args..., Anything>();
  } else {
    return sizeof...(Args);
  }
}

std::set<const void*> addresses(const std::vector<FieldMember>& lines) {
  std::set<const void*> all;
  for (const FieldMember& line : lines) {
    std::visit([&](const auto* member) { all.insert(member); }, line.member);
  }
  return all;
}

/// Another value that the line allows, as an override is written.
std::string other_value(const Field& field, const Limit& limit, std::int64_t now) {
  if (field.kind == FieldKind::text) return "0-1";
  if (field.kind == FieldKind::boolean) return now == 1 ? "false" : "true";
  if (field.kind == FieldKind::choice) return field.choices.at(now == 0 ? 1 : 0);
  if (limit.max == 1) return now == 1 ? "0" : "1";
  if (limit.is_masked) return std::to_string(now * 2);
  return field.unit == "ns" ? "123.456" : std::to_string(now + 1);
}

template <class Load>
void expect_each_override_to_move_its_own_member(const FieldTable& table, const Load& load) {
  auto before = load(Overrides{});
  const std::vector<FieldMember> lines = members_of(before);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Field& field = *table.find(lines[i].path);
    if (!may_be_overridden(field)) continue;
    const auto text = other_value(field, lines[i].limit, raw(lines[i].member));
    auto after = load(Overrides{{field.path, text}});
    const std::vector<FieldMember> moved_lines = members_of(after);
    for (std::size_t other = 0; other < lines.size(); ++other) {
      const bool moved = raw(moved_lines[other].member) != raw(lines[other].member);
      EXPECT_EQ(moved, other == i) << lines[other].path << " after " << field.path << " = " << text;
    }
    if (field.unit == "ns") {
      EXPECT_EQ(raw(moved_lines[i].member), 123'456) << field.path;
    }
  }
}

TEST(ProfileRows, EveryMemberHasOneRow) {
  Profile profile{};
  const auto members = member_count<GpuProfile>() + member_count<NvlinkProfile>() + member_count<PcieProfile>() +
                       member_count<IommuProfile>() + member_count<HostProfile>() + member_count<NicProfile>() +
                       member_count<WireProfile>() + 3 * (member_count<TlbLevel>() - 1) +  // three have them inside
                       1;                                                                  // predicts
  EXPECT_EQ(members_of(profile).size(), members);
  EXPECT_EQ(addresses(members_of(profile)).size(), members);
}

TEST(StackRows, EveryMemberHasOneRow) {
  Stack stack{};
  const auto outside_of_sections = 3u;  // call, wait_return, strong_signals
  const auto members = outside_of_sections + member_count<Offers>() + member_count<AgentRules>() +
                       member_count<QueueRules>() + member_count<GpuPathCosts>() +
                       member_count<CpuDoorbellCosts>() + member_count<ProxyPathCosts>() +
                       member_count<ArrivalCosts>() + member_count<HostCosts>();
  EXPECT_EQ(members_of(stack).size(), members);
  EXPECT_EQ(addresses(members_of(stack)).size(), members);
}

TEST(ProfileOverride, MovesExactlyItsMember) {
  expect_each_override_to_move_its_own_member(profile_fields(), [](const Overrides& overrides) {
    return load_profile("dgx-1-v100", overrides);  // has what every rule of it needs
  });
}

TEST(StackOverride, MovesExactlyItsMember) {
  expect_each_override_to_move_its_own_member(
      stack_fields(), [](const Overrides& overrides) { return load_stack("lean", overrides); });
}

}  // namespace
}  // namespace gin::models
