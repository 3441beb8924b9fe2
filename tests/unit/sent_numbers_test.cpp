// The source's side of numbers: who is told what, and when there is something to ask.
#include "core/fabric/sent_numbers.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace gin {
namespace {

constexpr std::uint32_t first_number = 0xfffffffe;  // all of it goes over the end of all numbers

struct SentNumbersOfFive : testing::Test {
  SentNumbersOfFive() {
    for (std::uint32_t who = 10; who < 15; ++who) EXPECT_EQ(sent.take(who), first_number + who - 10);
  }
  bool acknowledge(std::uint32_t ahead) {
    return sent.acknowledge(first_number + ahead, [&](std::uint32_t who) { told.push_back(who); });
  }
  SentNumbers sent{first_number};
  std::vector<std::uint32_t> told;
};
using Told = std::vector<std::uint32_t>;

TEST_F(SentNumbersOfFive, AreToldInOrderAndOnce) {
  EXPECT_EQ(sent.under_way(), 5u);
  EXPECT_TRUE(acknowledge(2));
  EXPECT_EQ(told, (Told{10, 11}));
  EXPECT_TRUE(acknowledge(2));
  EXPECT_TRUE(acknowledge(5));
  EXPECT_EQ(told, (Told{10, 11, 12, 13, 14}));
  EXPECT_EQ(sent.under_way(), 0u);
}

TEST_F(SentNumbersOfFive, AnOldReportSaysNothingAndOneAheadIsRefused) {
  EXPECT_TRUE(acknowledge(4));
  EXPECT_TRUE(acknowledge(1));
  EXPECT_TRUE(sent.acknowledge(first_number - 5000, [&](std::uint32_t who) { told.push_back(who); }));
  EXPECT_FALSE(acknowledge(6));
  EXPECT_EQ(told.size(), 4u);
  EXPECT_EQ(sent.under_way(), 1u);
}

TEST_F(SentNumbersOfFive, AQuestionCoversAllThatIsTakenAndAnAnswerThatComesByItselfToo) {
  EXPECT_EQ(sent.unasked(), 5u);
  EXPECT_TRUE(acknowledge(3));
  EXPECT_EQ(sent.unasked(), 2u);
  EXPECT_EQ(sent.ask(), first_number + 5);
  EXPECT_EQ(sent.unasked(), 0u);
  sent.take(15);
  EXPECT_EQ(sent.unasked(), 1u);
  EXPECT_TRUE(acknowledge(4));  // does not unask
  EXPECT_EQ(sent.unasked(), 1u);
  EXPECT_TRUE(acknowledge(6));
  EXPECT_EQ(sent.unasked(), 0u);
}

}  // namespace
}  // namespace gin
