// An answer finds the operation that asked, and nobody once that is over.
#include "core/fabric/slots.hpp"

#include <gtest/gtest.h>

namespace gin {
namespace {

TEST(Slots, AnIdIsGoodForOneUseOfItsSlot) {
  Slots<int> slots;
  std::uint32_t found = 9;
  EXPECT_EQ(slots.find(0, found), nullptr);
  const std::uint32_t slot = slots.begin(7);
  const std::uint64_t id = slots.id(slot);
  ASSERT_NE(slots.find(id, found), nullptr);
  EXPECT_EQ(*slots.find(id, found), 7);
  EXPECT_EQ(found, slot);
  slots.end(slot);
  EXPECT_EQ(slots.find(id, found), nullptr);
  EXPECT_EQ(slots.begin(8), slot);
  EXPECT_EQ(slots.find(id, found), nullptr);
  EXPECT_EQ(*slots.find(slots.id(slot), found), 8);
  EXPECT_LT(slots.id(slot), std::uint64_t{1} << id_bits);
}

TEST(Slots, AreUsedAgainAndCounted) {
  Slots<int> slots;
  const std::uint32_t a = slots.begin(1), b = slots.begin(2);
  EXPECT_NE(a, b);
  EXPECT_EQ(slots.used(), 2u);
  slots.end(a);
  EXPECT_EQ(slots.used(), 1u);
  EXPECT_EQ(slots.at(b), 2);
  EXPECT_DEATH(slots.at(a), "used");
}

}  // namespace
}  // namespace gin
