#include "core/env/working_set.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

#include "core/env/loads_under_way.hpp"

namespace gin {
namespace {

constexpr Instant at(std::int64_t ps) {
  return {ps};
}

TEST(LoadsUnderWay, AreForgottenWhenTheyAreThrough) {
  LoadsUnderWay loads;
  EXPECT_EQ(loads.at(at(0)), Bytes{0});
  loads.add({100}, at(20));
  loads.add({10}, at(10));
  loads.add({1}, at(30));
  EXPECT_EQ(loads.at(at(9)), Bytes{111});
  EXPECT_EQ(loads.at(at(10)), Bytes{101});
  EXPECT_EQ(loads.at(at(30)), Bytes{0});
}

TEST(WorkingSet, CountsWhatManyLoadOnce) {
  WorkingSet set;
  set.add({0, 100}, at(10));
  set.add({50, 150}, at(10));
  EXPECT_EQ(set.with({100, 200}, at(5), 10), 200u);
  EXPECT_EQ(set.with({1000, 1001}, at(5), 10), 151u);
  EXPECT_EQ(set.with({0, 30}, at(10), 10), 30u) << "the others are through";
}

RC_GTEST_PROP(WorkingSet, IsTheUnionOfWhatIsUnderWayWhereItMatters, ()) {
  const auto enough = *rc::gen::inRange<std::uint64_t>(0, 200);
  WorkingSet set;
  std::vector<std::pair<WorkingSet::Range, Instant>> all;
  Instant now;
  for (int i = 0; i < 200; ++i) {
    now = now + Duration{*rc::gen::inRange<std::int64_t>(0, 5)};
    const auto begin = *rc::gen::inRange<std::uint64_t>(0, 300);
    const WorkingSet::Range range{begin, begin + *rc::gen::inRange<std::uint64_t>(1, 40)};
    std::set<std::uint64_t> bytes;
    const auto count = [&](const WorkingSet::Range& r) {
      for (std::uint64_t b = r.begin; b < r.end; ++b) bytes.insert(b);
    };
    count(range);
    for (const auto& [other, until] : all)
      if (until > now) count(other);
    const std::uint64_t told = set.with(range, now, enough);
    RC_ASSERT(told >= bytes.size());
    if (told > enough) RC_ASSERT(told == bytes.size());
    const Instant until = now + Duration{*rc::gen::inRange<std::int64_t>(1, 40)};
    set.add(range, until);
    all.push_back({range, until});
  }
}

}  // namespace
}  // namespace gin
