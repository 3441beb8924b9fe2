#include "models/numbers.hpp"

#include <fmt/format.h>

#include <optional>

#include "core/base/field_value.hpp"
#include "models/field_member.hpp"

namespace gin::models {
namespace {

struct Read {
  std::optional<std::int64_t> operator()(const Duration* member) const { return member->ps; }
  std::optional<std::int64_t> operator()(const Bytes* member) const { return member->count; }
  std::optional<std::int64_t> operator()(const Bandwidth* member) const { return member->bytes_per_second; }
  std::optional<std::int64_t> operator()(const std::int64_t* member) const { return *member; }
  template <class Rule>
  std::optional<std::int64_t> operator()(const Rule*) const {
    return std::nullopt;
  }
};

std::vector<Number> numbers(const std::vector<FieldMember>& members) {
  std::vector<Number> all;
  for (const FieldMember& field : members) {
    if (const std::optional<std::int64_t> value = std::visit(Read{}, field.member))
      all.push_back({field.path, field_of(field).unit, field.limit.is_masked, *value});
  }
  return all;
}

}  // namespace

std::vector<Number> numbers_of(Profile profile) {
  return numbers(members_of(profile));
}
std::vector<Number> numbers_of(Stack stack) {
  return numbers(members_of(stack));
}

std::string written(const Number& number) {
  if (number.unit != "ns") return fmt::format("{}", number.value);
  std::string text = fmt::format("{}.{:03}", number.value / ps_per_ns, number.value % ps_per_ns);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text;
}

}  // namespace gin::models
