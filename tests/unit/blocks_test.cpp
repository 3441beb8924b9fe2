// References into such a list are kept while it grows, and cleared lists are filled again with what lies there.
#include "core/base/blocks.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace gin {
namespace {

struct Counted {
  std::uint64_t number = 42;
};
using List = Blocks<Counted, 4>;

struct Modelled {
  explicit Modelled(Arena& arena) : list(arena) {}
  List list;
  std::vector<std::uint64_t> written;  // also those beyond size(), from before the list was cleared
  std::vector<Counted*> places;

  void add(std::uint64_t number) {
    const std::size_t index = list.size();
    Counted& one = list.add();
    RC_ASSERT(list.size() == index + 1);
    if (index == written.size()) {
      RC_ASSERT(one.number == 42u);  // as it was made
      written.push_back(number);
      places.push_back(&one);
    } else {
      RC_ASSERT(one.number == written[index]);  // as it was left
    }
    RC_ASSERT(&one == places[index]);
    one.number = written[index] = number;
  }
  void check() const {
    for (std::size_t i = 0; i < list.size(); ++i) {
      RC_ASSERT(&list[i] == places[i]);
      RC_ASSERT(list[i].number == written[i]);
    }
  }
};

RC_GTEST_PROP(Blocks, ListsThatShareAnArenaGrowInPlaceAndApart, ()) {
  // Runs of additions to one of two lists; 0 clears it.
  using Step = std::pair<bool, int>;
  const auto steps =
      *rc::gen::container<std::vector<Step>>(rc::gen::pair(rc::gen::arbitrary<bool>(), rc::gen::inRange(0, 12)));
  Arena arena;
  Modelled lists[] = {Modelled(arena), Modelled(arena)};
  std::uint64_t next = 1000;
  for (const auto& [which, run] : steps) {
    Modelled& one = lists[which ? 1 : 0];
    if (run == 0) {
      one.list.clear();
      RC_ASSERT(one.list.size() == 0u);
    }
    for (int i = 0; i < run; ++i) one.add(next++);
    lists[0].check();
    lists[1].check();
  }
}

TEST(Blocks, AClearedListHandsOutTheSameObjectsAsTheyWereLeft) {
  Arena arena;
  List list(arena);
  for (std::uint64_t i = 0; i < 10; ++i) list.add().number = i;
  list.clear();
  for (std::uint64_t i = 0; i < 10; ++i) EXPECT_EQ(list.add().number, i);
  EXPECT_EQ(list.add().number, 42u);
}

TEST(Blocks, ObjectsLieAsTheirTypeAsks) {
  struct alignas(64) Line {
    char text = 'x';
  };
  Arena arena;
  Blocks<char, 1> shifts(arena);
  Blocks<Line, 2> lines(arena);
  for (int i = 0; i < 9; ++i) {
    shifts.add();
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&lines.add()) % alignof(Line), 0u);
  }
}

TEST(Blocks, ObjectsLiveUntilTheArenaGoesNotTheList) {
  Arena arena;
  auto list = std::make_unique<List>(arena);
  Counted& kept = list->add();
  kept.number = 7;
  list.reset();
  List next(arena);
  for (int i = 0; i < 100; ++i) next.add().number = 8;
  EXPECT_EQ(kept.number, 7u);
}

}  // namespace
}  // namespace gin
