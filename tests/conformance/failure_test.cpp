// An error completion is a status, or the end of its agent with a diagnosis; never a hang, and never taken for done.
#include <functional>

#include "tests/conformance/conformance.hpp"
#include "tests/conformance/programs/refused.hpp"

namespace gin::conformance {
namespace {

class Failing : public Conformance {
 protected:
  void refuse(std::int64_t which) {
    scenario.test.refuse_request = which;
    param("values", which - 1);
    param("behind", on().spreads() || on().over_a_wire() ? "any" : on().unordered() ? "arrive" : "nothing");
  }
  void expect_end(const char* call, const std::string& named) {
    param("call", call);
    const std::string text = failure<Refused>();
    const std::string last = std::to_string(scenario.n_pes() - 1);
    for (const std::string& part :
         {"PE 0 agent 0: " + named + ": expected what it issued to complete, got \"", "\" from PE " + last + "; "})
      EXPECT_NE(text.find(part), std::string::npos) << part << "\nis not in\n" << text;
  }
};
INSTANTIATE_TEST_SUITE_P(On, Failing, testing::ValuesIn(harnesses_where(std::mem_fn(&Harness::refuses))), name_of);

TEST_P(Failing, IsAStatusOfWhoWaitsWithADeadline) {
  refuse(3);
  expect_right<Refused>();
}

TEST_P(Failing, OfTheFirstLeavesNothingBehindIt) {
  refuse(1);
  expect_right<Refused>();
}

TEST_P(Failing, OfWhatIsNeverIssuedIsNone) {
  scenario.test.refuse_request = 1000;
  param("failed", std::int64_t{0});
  param("values", std::int64_t{4});
  expect_right<Refused>();
}

TEST_P(Failing, EndsTheAgentInCallsThatReturnNoStatus) {
  refuse(3);
  const std::pair<const char*, const char*> calls[] = {{"quiet", "quiet"},
                                                       {"flush", "flush"},
                                                       {"put", "put"},
                                                       {"get", "get"},
                                                       {"fetch_atomic", "fetch_atomic"},
                                                       {"barrier", "barrier_all"}};
  for (const auto& [call, named] : calls)
    if (!on().counts() || std::string(call) != "fetch_atomic") expect_end(call, named);  // it is refused otherwise
}

TEST_P(Failing, EndsWhoWaitsForAWordForEver) {
  refuse(3);
  for (const char* call : {"wait_until", "signal_wait_until"}) expect_end(call, call);
}

TEST_P(Failing, EndsWhoHasNoRoomAnyMore) {
  refuse(3);
  override_stack("proxy.ring_slots", "128");
  const scenario::Path way = on().cluster.nodes > 1 ? on().paths.other_node : on().paths.same_node;
  const char* const in_queue = on().reorders() ? "number" : "reserve";
  expect_end("pushes", way == scenario::Path::proxy ? "push" : in_queue);
}

}  // namespace
}  // namespace gin::conformance
