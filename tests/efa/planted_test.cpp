// The mistakes of core/base/fault.hpp that a wire over libfabric could make do not stay unnoticed on EFA.
#include <gtest/gtest.h>

#include "core/base/planted.hpp"
#include "tests/efa/counting.hpp"
#include "tests/efa/traffic.hpp"

namespace gin::test {
namespace {

/// What comes of random traffic with that mistake. Immediates of the second end have their highest bit set: 16 bits do not tell all apart.
std::string traffic_with(Fault fault) {
  return on_devices({{"SOFTVERBS_REORDER", "16"}}, [fault] {
    planted_now = fault;
    Ends ends(tested_place());
    if (fault != Fault::none) ends.patience = std::chrono::seconds(2);
    return traffic(ends, 3, 200);
  });
}

TEST(EfaPlanted, NoneIsRight) {
  EXPECT_EQ(traffic_with(Fault::none), "");
}

TEST(EfaPlanted, AContextThatIsUsedAgainIsToldOfAnotherOperation) {
  EXPECT_NE(traffic_with(Fault::context_used_again), "");
}

TEST(EfaPlanted, AnImmediateThatIsCutIsAnothers) {
  EXPECT_NE(traffic_with(Fault::immediate_cut), "");
}

TEST(EfaPlanted, APeerThatIsNotInsertedIsNotReached) {
  EXPECT_NE(traffic_with(Fault::address_not_inserted), "");
}

/// What agents who write a device's queues could get wrong.
std::string values_with(Fault fault) {
  return values_on_slow_devices([fault] { planted_now = fault; });
}

TEST(EfaPlanted, OfTheQueuesNoneIsRight) {
  EXPECT_EQ(values_with(Fault::none), "");
}

TEST(EfaPlanted, APhaseThatStaysIsARequestOfTheLapBefore) {
  EXPECT_NE(values_with(Fault::owner_bit_not_flipped), "");
}

TEST(EfaPlanted, AValueWhosePlaceIsUsedAgainIsAnothers) {
  EXPECT_NE(values_with(Fault::value_place_used_again), "");
}

}  // namespace
}  // namespace gin::test
