// Every number as an override would say it gives the same number back: nothing is lost between the two.
#include <gtest/gtest.h>

#include <algorithm>

#include "models/load.hpp"
#include "models/numbers.hpp"

namespace gin::models {
namespace {

/// One of each unit's trouble: decimals, and none.
TEST(Written, IsTheValueInTheUnitOfTheFile) {
  EXPECT_EQ(written({.path = "", .unit = "ns", .value = 3'125}), "3.125");
  EXPECT_EQ(written({.path = "", .unit = "ns", .value = 60}), "0.06");
  EXPECT_EQ(written({.path = "", .unit = "ns", .value = 560'000}), "560");
  EXPECT_EQ(written({.path = "", .unit = "ns", .value = 0}), "0");
  EXPECT_EQ(written({.path = "", .unit = "bytes", .value = 4'000}), "4000");
}

template <class Model>
void expect_the_same_back(const Shipped& file, Model (*load)(const std::string&, const Overrides&)) {
  const std::vector<Number> numbers = numbers_of(load(file.name, {}));
  Overrides all;
  for (const Number& number : numbers) all.push_back({number.path, written(number)});
  const std::vector<Number> back = numbers_of(load(file.name, all));
  ASSERT_EQ(back.size(), numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) EXPECT_EQ(back[i].value, numbers[i].value) << numbers[i].path;
}

TEST(Written, GivesTheSameNumberBackInEveryShippedFile) {
  for (const Shipped& file : shipped_profiles()) expect_the_same_back(file, load_profile);
  for (const Shipped& file : shipped_stacks()) expect_the_same_back(file, load_stack);
}

TEST(NumbersOf, HasEveryQuantityOfTheTableAndNoRule) {
  std::vector<std::string> quantities;
  const FieldTable table = stack_fields();
  for (const Field& field : table.fields())
    if (field.kind == FieldKind::quantity) quantities.push_back(field.path);
  std::vector<std::string> listed;
  std::vector<std::string> powers_of_two;
  for (const Number& number : numbers_of(load_stack("lean"))) {
    listed.push_back(number.path);
    if (number.power_of_two) powers_of_two.push_back(number.path);
  }
  EXPECT_EQ(listed, quantities);
  EXPECT_EQ(powers_of_two, (std::vector<std::string>{"queues.depth", "proxy.ring_slots"}));
}

TEST(NumbersOf, HasWhatAnOverrideSays) {
  const std::vector<Number> numbers = numbers_of(load_profile("dgx-h100-cx7", {{"nic.wqe_fetch_ns", "3.125"}}));
  const auto fetch = std::ranges::find(numbers, "nic.wqe_fetch_ns", &Number::path);
  ASSERT_NE(fetch, numbers.end());
  EXPECT_EQ(fetch->value, 3'125);
  EXPECT_EQ(fetch->unit, "ns");
}

}  // namespace
}  // namespace gin::models
