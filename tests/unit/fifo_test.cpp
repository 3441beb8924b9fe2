// A queue that turns in its own memory: what goes in comes out, in order, wherever in the ring it happens to stand.
#include "core/base/fifo.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <deque>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace gin {
namespace {

RC_GTEST_PROP(Fifo, IsADequeHoweverOftenItTurns, ()) {
  // Runs of pushes (positive) and pops; the script is repeated, so that the ring turns and grows at any place of
  // it.
  const auto script = *rc::gen::container<std::vector<int>>(rc::gen::inRange(-9, 10));
  constexpr int repeats = 50;
  Fifo<int> fifo;
  std::deque<int> model;
  int next = 0;
  for (int repeat = 0; repeat < repeats; ++repeat)
    for (const int run : script) {
      for (int i = 0; i < run; ++i) {
        fifo.push(next);
        model.push_back(next++);
      }
      for (int i = run; i < 0 && !model.empty(); ++i) {
        RC_ASSERT(fifo.pop() == model.front());
        model.pop_front();
      }
      RC_ASSERT(fifo.size() == model.size());
      RC_ASSERT(fifo.empty() == model.empty());
      if (model.empty()) continue;
      RC_ASSERT(fifo.front() == model.front());
      RC_ASSERT(fifo.back() == model.back());
    }
  for (; !model.empty(); model.pop_front()) RC_ASSERT(fifo.pop() == model.front());
  RC_ASSERT(fifo.empty());
}

TEST(Fifo, GrowsAtEveryPlaceOfItsTurn) {
  for (int turned = 0; turned < 8; ++turned) {
    Fifo<int> fifo;
    for (int i = 0; i < turned; ++i) {
      fifo.push(-1);
      fifo.pop();
    }
    for (int i = 0; i < 100; ++i) fifo.push(i);
    for (int i = 0; i < 100; ++i) ASSERT_EQ(fifo.pop(), i) << "turned by " << turned;
  }
}

TEST(Fifo, TurnsWithoutNewMemory) {
  Fifo<int> fifo;
  std::set<const int*> places;
  for (int i = 0; i < 1000; ++i) {
    fifo.push(i);
    fifo.push(i);
    fifo.push(i);
    for (int popped = 0; popped < 3; ++popped) {
      places.insert(&fifo.front());
      fifo.pop();
    }
  }
  EXPECT_EQ(places.size(), 4u);
}

TEST(Fifo, TakesWhatCanOnlyBeMoved) {
  Fifo<std::unique_ptr<int>> fifo;
  for (int i = 0; i < 10; ++i) fifo.push(std::make_unique<int>(i));
  for (int i = 0; i < 10; ++i) EXPECT_EQ(*fifo.pop(), i);
}

TEST(Fifo, ACopyThatIsPushedLeavesTheOriginalAsItWas) {
  Fifo<std::string> fifo;
  const std::string original(100, 'x');
  fifo.push(original);
  EXPECT_EQ(original.size(), 100u);
  EXPECT_EQ(fifo.pop(), original);
}

}  // namespace
}  // namespace gin
