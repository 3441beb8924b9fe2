// Each outcome that the rules of a machine or of the device API allow is reached, and none that they forbid.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include "tests/adversary/litmus_outcome.hpp"
#include "tests/adversary/litmus_table.hpp"

namespace gin::adversary {
namespace {

constexpr std::uint64_t litmus_seeds_most = 1000;

std::uint64_t seeds_least() {
  const char* const asked = std::getenv("GINLAB_LITMUS_SEEDS");
  return asked ? std::strtoull(asked, nullptr, 10) : 30;
}

using Reached = std::map<std::string, std::uint64_t>;  // outcome, first seed

Reached reached_by(const Script& script, Keeps keeps, scenario::Adversary adversary,
                   const std::set<std::string>& expected) {
  Reached reached;
  const std::uint64_t enough = seeds_least();
  for (std::uint64_t seed = 1; seed <= litmus_seeds_most; ++seed) {
    reached.try_emplace(outcome_of(script, keeps, adversary, seed), seed);
    const bool all = std::ranges::all_of(expected, [&](const std::string& one) { return reached.contains(one); });
    if (all && seed >= enough) break;
  }
  return reached;
}

class LitmusTable : public testing::TestWithParam<LitmusTest> {};

TEST_P(LitmusTable, ReachesWhatIsAllowedAndNothingElse) {
  const LitmusTest& test = GetParam();
  const Script script = script_of(test.script);
  for (std::uint32_t column = 0; column < keeps_count; ++column) {
    const auto keeps = static_cast<Keeps>(column);
    for (const auto adversary : {scenario::Adversary::machine, scenario::Adversary::contract}) {
      const bool is_contract = adversary == scenario::Adversary::contract;
      const std::string& text = is_contract ? test.contract : test.machine[column];
      if (script.needs_pointers() && keeps != Keeps::pointer) continue;
      const std::set<std::string> expected = allowed(test, keeps, adversary);
      const Reached reached = reached_by(script, keeps, adversary, expected);
      for (const auto& [outcome, seed] : reached)
        EXPECT_TRUE(expected.contains(outcome))
            << test.script << "\n  " << name(keeps) << (is_contract ? " contract" : " machine") << ": " << outcome
            << " came at seed " << seed << ", expected one of " << text;
      for (const std::string& outcome : expected)
        EXPECT_TRUE(reached.contains(outcome))
            << test.script << "\n  " << name(keeps) << (is_contract ? " contract" : " machine") << ": expected "
            << outcome << " to come, in 1000 seeds it did not";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Of, LitmusTable, testing::ValuesIn(litmus_table()),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace gin::adversary
