// Sends and receives meet by peer and tag, first come first served.
#include "tests/conformance/conformance.hpp"
#include "tests/conformance/programs/held_send.hpp"
#include "tests/conformance/programs/parcels.hpp"

namespace gin::conformance {
namespace {

class TwoSidedTransfers : public Conformance {
 protected:
  void SetUp() override {
    Conformance::SetUp();
    if (IsSkipped()) return;
    if (!on().traits.matches || on().counts())
      GTEST_SKIP() << "a CPU matches sends with receives, and nobody does here";
    override_stack("proxy.threads", "1");  // by one thread they are matched
  }
};
INSTANTIATE_TEST_SUITE_P(On, TwoSidedTransfers, testing::ValuesIn(every_harness()), name_of);

/// Such as bring their bytes, and such as are fetched.
TEST_P(TwoSidedTransfers, OfAGroupMeetWhateverTheOrderOfTheirTags) {
  for (const std::int64_t bytes : {8, 1000, 100'000}) {
    SCOPED_TRACE(bytes);
    param("bytes", bytes);
    expect_right<Parcels>();
  }
}

TEST_P(TwoSidedTransfers, ReturnWhenTheSourceIsFreeOrTheBytesAreThere) {
  param("how", "in_turn");
  for (const std::int64_t bytes : {8, 100'000}) {
    SCOPED_TRACE(bytes);
    param("bytes", bytes);
    expect_right<Parcels>();
  }
}

TEST_P(TwoSidedTransfers, HoldUpNothingOfOtherAgents) {
  scenario.launch.agents = 2;
  for (const std::int64_t bytes : {8, 100'000}) {
    SCOPED_TRACE(bytes);
    param("bytes", bytes);
    expect_right<HeldSend>();
  }
}

TEST_P(TwoSidedTransfers, WithLessRoomThanASendHasAreAFailure) {
  param("less_room", std::int64_t{2});
  const std::string text = failure<Parcels>();
  EXPECT_NE(text.find("expected at most"), std::string::npos) << text;
  EXPECT_NE(text.find("the send has"), std::string::npos) << text;
}

}  // namespace
}  // namespace gin::conformance
