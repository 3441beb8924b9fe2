// A program with a mistake ends with a report that names it; it never runs for ever.
#include "tests/conformance/conformance.hpp"
#include "tests/conformance/programs/misaligned.hpp"
#include "tests/conformance/programs/stray.hpp"
#include "tests/conformance/programs/stray_lanes.hpp"
#include "tests/conformance/programs/transfers.hpp"
#include "tests/conformance/programs/unanswered.hpp"
#include "tests/conformance/programs/uncounted.hpp"

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

using Hang = Conformance;
INSTANTIATE_TEST_SUITE_P(On, Hang, testing::ValuesIn(harnesses_where(is_virtual)), name_of);

TEST_P(Hang, OfASignalNamesWhoWaitsForWhat) {
  param("call", "signal_wait_until");
  const std::string text = failure<Unanswered>();
  expect_parts(text, {"hang", "PE 0 agent 0 waits in signal_wait_until for window word[0]: 2 seen, >= 3 wanted\n",
                      "last: "});
  // With everything in order, arrivals of the barrier are newer than the signal's.
  if (!on().reorders())
    expect_parts(text, {on().counts()      ? "nic counter of 8 bytes at window word[0]"
                        : on().unordered() ? "applied of 8 bytes at window word[0]"
                                           : "atomic of 8 bytes at window word[0]"});
  EXPECT_EQ(text.find("PE 1 agent"), std::string::npos) << "agents that are through do not wait\n" << text;
  if (on().uses(scenario::Path::gpu))
    expect_parts(text, {"PE 0: queue to PE " + std::to_string(scenario.n_pes() - 1), "completed; depth 1024"});
}

TEST_P(Hang, OfAWordNamesTheComparison) {
  param("call", "wait_until");
  expect_parts(failure<Unanswered>(),
               {"PE 0 agent 0 waits in wait_until for window word[0]: 2 seen, == 3 wanted\n"});
}

TEST_P(Hang, OfABarrierNamesIt) {
  param("call", "barrier");
  expect_parts(failure<Unanswered>(), {"PE 0 agent 0 waits in barrier_all for the barrier's word of "});
}

TEST_P(Hang, OfALoopOfTestsIsALivelock) {
  param("call", "test");
  scenario.test.livelock_calls = 5'000;
  expect_parts(failure<Unanswered>(), {"livelock", "PE 0 agent 0", "test for window word[0]: 2 seen, >= 3 wanted"});
}

TEST_P(Hang, IsSeenWhileProxiesPollForReal) {
  if (!on().uses(scenario::Path::proxy)) GTEST_SKIP() << "no proxies here";
  param("call", "signal_wait_until");
  scenario.test.poll_for_real = true;
  scenario.test.livelock_calls = 5'000;
  expect_parts(failure<Unanswered>(), {"livelock"});
}

class StrayPlace : public Conformance {
 protected:
  void SetUp() override {
    if (scenario.n_pes() < 3) GTEST_SKIP() << "PE 2 goes astray, and there is none";
    Conformance::SetUp();
  }
};
INSTANTIATE_TEST_SUITE_P(On, StrayPlace, testing::ValuesIn(every_harness()), name_of);

TEST_P(StrayPlace, BeyondAWindowIsRefusedByName) {
  const auto beyond = [](const std::string& window, const char* pe, const char* index) {
    return "expected an element of window " + window + " of PE " + pe + ", which has 16, got " + window + index;
  };
  const std::pair<const char*, std::string> calls[] = {
      {"put_target",
       "put: target: expected at most 8 bytes from window first[15] of PE 0 to the end of its window, got 16"},
      {"put_source",
       "put: source: expected at most 8 bytes from window second[15] of PE 2 to the end of its window, got 9"},
      {"get_source", "get: source: " + beyond("second", "0", "[16]")},
      {"get_target", "get: target: " + beyond("first", "2", "[23]")},
      {"p", "p: " + beyond("first", "0", "[16]")},
      {"g", "g: " + beyond("first", "0", "[16]")},
      {"signal", "put_signal: signal: " + beyond("second", "0", "[16]")},
      {"atomic", "atomic: " + beyond("second", "0", "[16]")},
      {"wait", "signal_wait_until: " + beyond("second", "2", "[16]")},
      {"before", "atomic: " + beyond("second", "0", "[-1]")}};
  for (const auto& [call, sentence] : calls) {
    param("call", call);
    expect_parts(failure<Stray>(), {"PE 2 agent 1: " + sentence});
    if (!on().is_alone()) break;
  }
}

TEST_P(StrayPlace, OfAPeThatDoesNotExistIsRefused) {
  param("call", "pe");
  const std::string n = std::to_string(scenario.n_pes());
  expect_parts(failure<Stray>(), {"PE 2 agent 1: ", "expected a PE below " + n + ", got " + n});
}

TEST_P(StrayPlace, OfAContextBeyondThoseDeclaredIsRefused) {
  param("call", "context");
  expect_parts(failure<Stray>(),
               {"PE 2 agent 1: ctx.on(2): expected a context below 2, as many as the program's plan "
                "declares, got 2; plan.contexts(3) declares it"});
}

TEST_P(StrayPlace, AcrossWordsIsRefusedWhereAWordIsAskedFor) {
  const std::pair<const char*, const char*> of_peer[] = {{"atomic", "atomic"},
                                                         {"fetch_atomic", "atomic"},
                                                         {"put_signal", "put_signal: signal"},
                                                         {"signal_op", "atomic"},
                                                         {"lane", "atomic"}};
  const std::pair<const char*, const char*> own[] = {
      {"result", "atomic: result"},     {"local_fetch_add", "local_fetch_add"},
      {"signal_fetch", "signal_fetch"}, {"signal_wait", "signal_wait_until"},
      {"wait_64", "wait_until"},        {"test", "test"}};
  const auto expect = [&](const char* call, const char* named, const std::string& came) {
    param("call", call);
    expect_parts(failure<Misaligned>(),
                 {std::string("PE 2 agent 1: ") + named + ": expected a word at a multiple of its " + came +
                  " behind one; GPUs and NICs have no other"});
  };
  expect("wait_32", "wait_until", "4 bytes, got window bytes[2] of PE 2, which lies 2");
  if (!on().is_alone()) return;
  for (const auto& [call, named] : of_peer)
    expect(call, named, "8 bytes, got window halves[3] of PE 0, which lies 4");
  for (const auto& [call, named] : own) expect(call, named, "8 bytes, got window halves[3] of PE 2, which lies 4");
}

TEST_P(StrayPlace, OfALaneIsRefusedBeforeItIsTheNextWindows) {
  const std::pair<const char*, const char*> loops[] = {{"write", "for_lanes of "},     {"read", "for_lanes of "},
                                                       {"sum", "lane_sum of "},        {"scan", "lane_scan of "},
                                                       {"broadcast", "broadcast of "}, {"outside", ""}};
  for (const auto& [loop, named] : loops) {
    param("loop", loop);
    expect_parts(failure<StrayLanes>(),
                 {std::string("PE 2 agent 1: ") + named +
                  "program stray_lanes: expected an element of window first of PE 2, which has 64, got first[64]"});
    if (!on().is_alone()) return;
  }
  param("loop", "part");
  expect_parts(failure<StrayLanes>(),
               {"PE 2 agent 1: for_lanes: expected a part of window first of PE 2, which has 64 "
                "elements, got 64 elements from [32] on"});
}

TEST_P(StrayPlace, OfALaneAtAPeerIsRefusedAsWell) {
  if (!on().reaches_node() || scenario.cluster.gpus_per_node == 1)
    GTEST_SKIP() << "no peer's memory is reached here";
  param("loop", "peer");
  const std::string peer = scenario.n_pes() == 3 ? "1" : "3";
  expect_parts(failure<StrayLanes>(),
               {"PE 2 agent 1: for_lanes of program stray_lanes: expected an element of window "
                "first of PE " +
                peer + ", which has 64, got first[64]"});
}

TEST_P(StrayPlace, InMemoryThatIsNotReachedIsRefused) {
  if (on().reaches_node() && on().cluster.nodes == 1) GTEST_SKIP() << "all memory is reached here";
  param("loop", "unreached");
  expect_parts(failure<StrayLanes>(),
               {"PE 2 agent 1: for_lanes of program stray_lanes: expected a window of PE 0 that "
                "load and store reach, got [0] of none; ask what ptr() returned"});
}

struct WordOfACounter : Conformance {
  WordOfACounter() : Conformance(harness("P5GpuCounted")) {}
};

TEST_F(WordOfACounter, IsAddedOneToAndNothingElse) {
  const auto sentence = [](const char* pe, const char* came) {
    return std::string("PE 2 agent 1: a signal or atomic on window word[1] of PE ") + pe +
           ": expected one that adds 1, which is all that a counter of the NIC does, got " + came +
           "; add 1, or use a path or stack that has atomics";
  };
  const std::pair<const char*, std::string> calls[] = {
      {"set", sentence("0", "one that does not add")},    {"add_two", sentence("0", "2")},
      {"atomic", sentence("0", "one that does not add")}, {"fetch", sentence("0", "one that brings the old value")},
      {"lanes", sentence("0", "one that does not add")},  {"own", sentence("2", "one that does not add")}};
  for (const auto& [call, expected] : calls) {
    param("call", call);
    expect_parts(failure<Uncounted>(), {expected});
  }
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
