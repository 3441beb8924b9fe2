#include "core/env/promises.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace gin {
namespace {

using Part = Promises::Part;
constexpr Promises::Issuer issuer_one{{1}, 0};

class PromisesKept : public testing::Test {
 protected:
  void issue(std::uint32_t number, Op op, Promises::Issuer issuer = issuer_one, bool has_signal = false) {
    Operation operation{.op = op, .has_signal = has_signal, .peer = {2}, .number = number};
    promises.issued(issuer, operation);
  }
  bool may_come(const Part& part) { return promises.may_come(part, &message[part.number]); }

  Promises promises;
  int message[16] = {};
};

TEST_F(PromisesKept, LetPutsComeInAnyOrder) {
  issue(1, Op::put);
  issue(2, Op::put);
  promises.taken({1});
  promises.taken({2});
  EXPECT_TRUE(may_come({2}));
  EXPECT_TRUE(may_come({1}));
}

TEST_F(PromisesKept, HoldWhatComesAfterAFenceUntilWhatWasBeforeIsThere) {
  issue(1, Op::put);
  promises.fence(issuer_one);
  issue(2, Op::amo);
  promises.taken({1});
  promises.taken({2, false, true});
  EXPECT_FALSE(may_come({2, false, true}));
  EXPECT_TRUE(promises.let_go().empty());
  promises.is_there({1});
  EXPECT_EQ(promises.let_go(), std::vector<void*>{&message[2]});
  EXPECT_TRUE(may_come({2, false, true}));
}

TEST_F(PromisesKept, HoldASendForSendsAndForNothingElse) {
  issue(1, Op::put);
  promises.fence(issuer_one);
  issue(2, Op::send);
  issue(3, Op::send);
  issue(4, Op::put);
  for (std::uint32_t number = 1; number <= 4; ++number) promises.taken({number});
  EXPECT_TRUE(may_come({2})) << "neither a put nor a fence is any of its business";
  EXPECT_FALSE(may_come({3}));
  EXPECT_FALSE(may_come({4})) << "the fence after put 1 is still in the way";
  promises.is_there({1});
  EXPECT_EQ(promises.let_go(), std::vector<void*>{&message[4]})
      << "send 2 holds it up no more than it would a send";
  promises.is_there({2});
  EXPECT_EQ(promises.let_go(), std::vector<void*>{&message[3]});
}

TEST_F(PromisesKept, HoldNothingOfOthersAgentsAndContexts) {
  issue(1, Op::put);
  promises.fence(issuer_one);
  promises.fence({{7}, 0});
  promises.fence({{1}, 1});
  issue(2, Op::put, {{7}, 0});
  issue(3, Op::put, {{1}, 1});
  promises.taken({1});
  EXPECT_TRUE(may_come({2}));
  EXPECT_TRUE(may_come({3}));
}

TEST_F(PromisesKept, HoldASignalForAllPartsOfItsPayloadAndForNothingElse) {
  issue(1, Op::put);
  issue(2, Op::put, issuer_one, true);
  promises.taken({1});
  promises.taken({2});
  promises.taken({2});
  promises.taken({2, false, true});
  EXPECT_FALSE(may_come({2, false, true}));
  promises.is_there({2});
  EXPECT_TRUE(promises.let_go().empty());
  promises.is_there({2});
  EXPECT_EQ(promises.let_go().size(), 1U);
  EXPECT_TRUE(may_come({2, false, true}));
}

TEST_F(PromisesKept, HoldAGetAfterAFenceButNobodyForIt) {
  issue(1, Op::put);
  promises.fence(issuer_one);
  issue(2, Op::get);
  promises.fence(issuer_one);
  issue(3, Op::put);
  promises.taken({1});
  promises.taken({2, true});
  promises.taken({3});
  EXPECT_FALSE(may_come({2, true}));
  promises.is_there({1});
  EXPECT_EQ(promises.let_go().size(), 1U);
  EXPECT_TRUE(may_come({3}));
}

TEST_F(PromisesKept, SayWhenAllOfAnIssuerIsThere) {
  issue(1, Op::put);
  EXPECT_TRUE(promises.all_there(issuer_one));  // no NIC has it: its completion is waited for first
  promises.taken({1});
  EXPECT_FALSE(promises.all_there(issuer_one));
  EXPECT_TRUE(promises.all_there({{1}, 1}));
  promises.is_there({1});
  EXPECT_TRUE(promises.all_there(issuer_one));
}

TEST_F(PromisesKept, KnowNothingOfWhatHasNoNumber) {
  promises.taken({0});
  EXPECT_TRUE(may_come({0}));
  promises.is_there({0});
  EXPECT_FALSE(promises.is(0, Op::put));
}

TEST_F(PromisesKept, KnowWhatHasStillToLandOfAContextFromAnOperationOn) {
  issue(1, Op::get);
  issue(2, Op::get, {{1}, 1});
  issue(3, Op::get);
  promises.lands(1);
  promises.lands(3);
  EXPECT_FALSE(promises.is_landing({{1}, 1}, 0));
  EXPECT_TRUE(promises.is_landing(issuer_one, 3));
  promises.landed(3);
  EXPECT_FALSE(promises.is_landing(issuer_one, 3));
  EXPECT_TRUE(promises.is_landing(issuer_one, 0));
  promises.landed(1);
  EXPECT_FALSE(promises.is_landing(issuer_one, 0));
}

TEST_F(PromisesKept, HaveSourcesReadOfAContextFromAnOperationOnAndOnce) {
  std::vector<void*> read;
  promises.read = [&](void* unread) { read.push_back(unread); };
  issue(1, Op::put);
  issue(2, Op::put, {{1}, 1});
  issue(3, Op::put);
  issue(4, Op::put);
  for (const std::uint32_t number : {1u, 2u, 3u, 4u}) promises.leaves_unread(number, &message[number]);
  promises.was_read(4, &message[4]);
  promises.read_from(issuer_one, 3);
  EXPECT_EQ(read, std::vector<void*>{&message[3]});
  promises.read_from(issuer_one, 0);
  EXPECT_EQ(read, (std::vector<void*>{&message[3], &message[1]}));
}

}  // namespace
}  // namespace gin
