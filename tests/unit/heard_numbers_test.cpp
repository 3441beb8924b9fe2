// The target's side of numbers: when a source has to be told.
#include "core/fabric/heard_numbers.hpp"

#include <gtest/gtest.h>

namespace gin {
namespace {

constexpr std::uint32_t first_number = 0xfffffffe;  // all of it goes over the end of all numbers
constexpr std::uint32_t window = 100;

struct HeardNumbersTold : testing::Test {
  void carry_out(std::uint32_t count) {
    for (; count > 0; --count) {
      const Immediate immediate = decode({}, encode({}, {ImmediateKind::part, 0, heard.base(), 1}).bits);
      heard.signals().accept({}, immediate, [](std::uint32_t, Arrival*) {});
    }
  }
  bool question(std::uint32_t ahead) { return heard.question(first_number + ahead, window); }
  bool due() const { return heard.answer_due(window); }
  HeardNumbers heard{{}, UnorderedSignals::receiver_count, first_number};
};

TEST_F(HeardNumbersTold, WhenAQuarterOfTheWindowIsDone) {
  carry_out(24);
  EXPECT_FALSE(due());
  carry_out(1);
  EXPECT_TRUE(due());
  EXPECT_EQ(heard.answer(), first_number + 25);
  EXPECT_FALSE(due());
}

TEST_F(HeardNumbersTold, WhenWhatWasAskedForIsDoneAndNotBefore) {
  EXPECT_TRUE(question(3));
  carry_out(2);
  EXPECT_FALSE(due());
  carry_out(1);
  EXPECT_TRUE(due());
  EXPECT_EQ(heard.answer(), first_number + 3);
  EXPECT_FALSE(due());
}

TEST_F(HeardNumbersTold, OfTheLaterOfTwoQuestionsWhicheverComesFirst) {
  EXPECT_TRUE(question(5));
  EXPECT_TRUE(question(3));
  carry_out(4);
  EXPECT_FALSE(due());
  carry_out(1);
  EXPECT_TRUE(due());
}

TEST_F(HeardNumbersTold, OfAQuestionThatIsStillOpenAfterAnAnswerThatCameByItself) {
  EXPECT_TRUE(question(40));
  carry_out(25);
  EXPECT_TRUE(due());
  heard.answer();
  carry_out(14);
  EXPECT_FALSE(due());
  carry_out(1);
  EXPECT_TRUE(due());
}

TEST_F(HeardNumbersTold, NothingAboutAQuestionThatAnAnswerHasCrossedAndNothingThatCannotBe) {
  carry_out(30);
  heard.answer();
  EXPECT_TRUE(question(30));
  EXPECT_TRUE(question(7));
  EXPECT_FALSE(due());
  EXPECT_TRUE(question(130));
  EXPECT_FALSE(question(131));
}

}  // namespace
}  // namespace gin
