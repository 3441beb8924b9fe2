// A program with a mistake ends with a report that names it; it never runs for ever.
#include "tests/conformance/conformance.hpp"
#include "tests/conformance/programs/stray.hpp"
#include "tests/conformance/programs/transfers.hpp"
#include "tests/conformance/programs/unanswered.hpp"

namespace gin::conformance {
namespace {

bool is_virtual(const Harness& harness) {
  return harness.is_virtual();
}

/// Every part must be in the text.
void expect_parts(const std::string& text, const std::vector<std::string>& parts) {
  for (const std::string& part : parts)
    EXPECT_NE(text.find(part), std::string::npos) << part << "\nis not in\n" << text;
}

class Mistake : public Conformance {
 protected:
  /// Where the first window of a program lies: behind the control words.
  std::uint64_t first_word() const {
    return ControlWords::bytes(static_cast<std::uint64_t>(scenario.launch.agents), 8);
  }
};

using Hang = Mistake;
INSTANTIATE_TEST_SUITE_P(On, Hang, testing::ValuesIn(harnesses_where(is_virtual)), name_of);

TEST_P(Hang, OfASignalNamesWhoWaitsForWhat) {
  param("call", "signal_wait_until");
  const std::string text = failure<Unanswered>();
  const std::string at = std::to_string(first_word());
  expect_parts(text, {"hang", "PE 0 agent 0", "signal_wait_until", "at " + at, "2 seen", ">= 3 wanted", "last: "});
  // With everything in order, arrivals of the barrier are newer than the signal's.
  if (!on().reorders()) expect_parts(text, {(on().unordered() ? "applied" : "atomic") + (" of 8 bytes at " + at)});
  EXPECT_EQ(text.find("PE 1 agent"), std::string::npos) << "agents that are through do not wait\n" << text;
  if (on().uses(scenario::Path::gpu))
    expect_parts(text, {"PE 0: queue to PE " + std::to_string(scenario.n_pes() - 1), "completed; depth 1024"});
}

TEST_P(Hang, OfAWordNamesTheComparison) {
  param("call", "wait_until");
  expect_parts(failure<Unanswered>(), {"PE 0 agent 0", "wait_until", "2 seen", "== 3 wanted"});
}

TEST_P(Hang, OfABarrierNamesIt) {
  param("call", "barrier");
  expect_parts(failure<Unanswered>(), {"PE 0 agent 0", "barrier_all"});
}

TEST_P(Hang, OfALoopOfTestsIsALivelock) {
  param("call", "test");
  scenario.test.livelock_calls = 5'000;
  expect_parts(failure<Unanswered>(), {"livelock", "PE 0 agent 0", "test", "2 seen", ">= 3 wanted"});
}

TEST_P(Hang, IsSeenWhileProxiesPollForReal) {
  if (!on().uses(scenario::Path::proxy)) GTEST_SKIP() << "no proxies here";
  param("call", "signal_wait_until");
  scenario.test.poll_for_real = true;
  scenario.test.livelock_calls = 5'000;
  expect_parts(failure<Unanswered>(), {"livelock"});
}

using StrayPlace = Mistake;
INSTANTIATE_TEST_SUITE_P(On, StrayPlace, testing::ValuesIn(every_harness()), name_of);

TEST_P(StrayPlace, BeyondAWindowIsRefusedByName) {
  const std::pair<const char*, const char*> calls[] = {{"put_target", "put: target"},
                                                       {"put_source", "put: source"},
                                                       {"get_source", "get: source"},
                                                       {"get_target", "get: target"},
                                                       {"p", "p: "},
                                                       {"g", "g: "},
                                                       {"signal", "put_signal: signal"},
                                                       {"atomic", "atomic: "},
                                                       {"wait", "signal_wait_until: "}};
  for (const auto& [call, named] : calls) {
    param("call", call);
    expect_parts(failure<Stray>(), {"PE 2 agent 1: ", named, "to the end of its window"});
  }
}

TEST_P(StrayPlace, OfAPeThatDoesNotExistIsRefused) {
  param("call", "pe");
  const std::string n = std::to_string(scenario.n_pes());
  expect_parts(failure<Stray>(), {"PE 2 agent 1: ", "expected a PE below " + n + ", got " + n});
}

using PlantedFault = Conformance;
INSTANTIATE_TEST_SUITE_P(On, PlantedFault, testing::ValuesIn(harnesses_where(is_virtual)), name_of);

TEST_P(PlantedFault, InOnePayloadIsFound) {
  scenario.test.flip_payload = 40;
  const trace::Row row = run<Transfers>();
  EXPECT_FALSE(row.verified);
  EXPECT_NE(row.mismatch.find("target["), std::string::npos) << row.mismatch;
}

}  // namespace
}  // namespace gin::conformance
