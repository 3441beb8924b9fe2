// An adversary that forgets one of the rules: litmus programs leave what that rule forbids.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/base/planted.hpp"
#include "tests/adversary/litmus_outcome.hpp"
#include "tests/adversary/litmus_table.hpp"

namespace gin::adversary {
namespace {

class RuleForgotten : public testing::Test {
 protected:
  void TearDown() override { planted_now = Fault::none; }

  /// Whether a hundred seeds of that litmus program leave something that is not allowed.
  static bool strays(const std::string& name, Keeps keeps, scenario::Adversary adversary) {
    const auto test = std::ranges::find(litmus_table(), name, &LitmusTest::name);
    const Script script = script_of(test->script);
    const std::set<std::string> expected = allowed(*test, keeps, adversary);
    for (std::uint64_t seed = 1; seed <= 100; ++seed)
      if (!expected.contains(outcome_of(script, keeps, adversary, seed))) return true;
    return false;
  }
  static void expect_noticed(Fault fault, const std::string& name, Keeps keeps, scenario::Adversary adversary) {
    planted_now = Fault::none;
    EXPECT_FALSE(strays(name, keeps, adversary)) << name;
    planted_now = fault;
    EXPECT_TRUE(strays(name, keeps, adversary)) << name << ": nobody noticed";
  }
};

constexpr auto by_contract = scenario::Adversary::contract;
constexpr auto by_machine = scenario::Adversary::machine;

TEST_F(RuleForgotten, OfAFence) {
  for (const Keeps keeps : {Keeps::pointer, Keeps::queue})
    expect_noticed(Fault::promise_of_fence_broken, "PutFenceAdd", keeps, by_contract);
}
TEST_F(RuleForgotten, OfASignalsOwnPayload) {
  for (const Keeps keeps : {Keeps::pointer, Keeps::queue})
    expect_noticed(Fault::promise_of_signal_broken, "OwnPayload", keeps, by_contract);
}
TEST_F(RuleForgotten, OfADrain) {
  expect_noticed(Fault::drain_skipped, "PutFenceAdd", Keeps::pointer, by_machine);
}
TEST_F(RuleForgotten, OfOnePlace) {
  expect_noticed(Fault::one_place_overtaken, "PutPutOnePlace", Keeps::pointer, by_machine);
}
TEST_F(RuleForgotten, OfAQueue) {
  expect_noticed(Fault::queue_overtaken, "PutAdd", Keeps::queue, by_machine);
}
TEST_F(RuleForgotten, OfAFenceThatWaits) {
  expect_noticed(Fault::fence_skipped, "PutFenceAdd", Keeps::spread, by_machine);
}

}  // namespace
}  // namespace gin::adversary
