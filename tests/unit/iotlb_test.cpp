// The IOMMU's cache against a list that is searched from its front, and its page walks against a clock by hand.
#include "nic/iotlb.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <list>

namespace gin::emulated {
namespace {

models::IommuProfile translating(std::int64_t entries, std::int64_t walkers = 1) {
  return {.mode = models::IommuMode::translating,
          .passthrough = {},
          .entries = entries,
          .page = {4096},
          .hit = {},
          .miss = nanoseconds(300),
          .walkers = walkers};
}

Instant at(std::int64_t ns) {
  return Instant{} + nanoseconds(ns);
}

TEST(Iotlb, AMissWaitsForAWalkAndThenThePageIsKnown) {
  Iotlb iotlb(translating(2));
  EXPECT_EQ(iotlb.translate(at(0), 0, 8).first, at(300));
  EXPECT_EQ(iotlb.translate(at(1000), 4095, 1).first, at(1000));
  EXPECT_EQ(iotlb.translate(at(1000), 4096, 1).first, at(1300));
  EXPECT_EQ(iotlb.walks(), 2U);
}

TEST(Iotlb, WhoAsksForAPageWhoseWalkIsUnderWayWaitsForThatOne) {
  Iotlb iotlb(translating(2));
  iotlb.translate(at(0), 0, 8);
  EXPECT_EQ(iotlb.translate(at(100), 8, 8).first, at(300));
  EXPECT_EQ(iotlb.walks(), 1U);
}

TEST(Iotlb, MoreWalksThanWalkersQueue) {
  Iotlb iotlb(translating(8, 2));
  const Iotlb::Translated four = iotlb.translate(at(0), 0, 4 * 4096);
  EXPECT_EQ(four.first, at(300));
  EXPECT_EQ(four.last, at(600));
}

TEST(Iotlb, ARequestThatCrossesIntoAPageNeedsBoth) {
  Iotlb iotlb(translating(8));
  const Iotlb::Translated both = iotlb.translate(at(0), 4095, 2);
  EXPECT_EQ(both.first, at(300));
  EXPECT_EQ(both.last, at(600));
}

TEST(Iotlb, TheLeastRecentlyUsedMakesRoom) {
  Iotlb iotlb(translating(2));
  for (const std::uint64_t page : {0, 1, 0, 2}) iotlb.translate(at(0), page * 4096, 1);
  EXPECT_EQ(iotlb.walks(), 3U);
  iotlb.translate(at(0), 0, 1);
  EXPECT_EQ(iotlb.walks(), 3U);
  iotlb.translate(at(0), 4096, 1);
  EXPECT_EQ(iotlb.walks(), 4U);
}

TEST(Iotlb, NothingIsTranslatedWhereNobodyTranslates) {
  for (const models::IommuMode mode : {models::IommuMode::off, models::IommuMode::passthrough}) {
    models::IommuProfile iommu = translating(2);
    iommu.mode = mode;
    Iotlb iotlb(iommu);
    EXPECT_EQ(iotlb.translate(at(7), 1 << 20, 1 << 20).last, at(7));
    EXPECT_EQ(iotlb.walks(), 0U);
  }
}

/// Pages near each other, far from each other, and again and again the same.
rc::Gen<std::vector<std::uint64_t>> traces() {
  return rc::gen::container<std::vector<std::uint64_t>>(
      rc::gen::oneOf(rc::gen::inRange<std::uint64_t>(0, 12), rc::gen::inRange<std::uint64_t>(0, 1 << 30),
                     rc::gen::map(rc::gen::inRange<std::uint64_t>(0, 40),
                                  [](std::uint64_t n) { return (std::uint64_t{1} << 50) + (n << 20); })));
}

RC_GTEST_PROP(RecentlyUsed, ForgetWhatAListSearchedFromItsFrontForgets, ()) {
  const auto entries = *rc::gen::inRange<std::uint32_t>(1, 20);
  RecentlyUsed cached(entries);
  std::list<std::uint64_t> list;
  std::int64_t now = 0;
  for (const std::uint64_t page : *traces()) {
    const auto found = std::find(list.begin(), list.end(), page);
    const Instant* const known = cached.find(page);
    RC_ASSERT((known != nullptr) == (found != list.end()));
    if (found != list.end()) {
      list.erase(found);
    } else {
      cached.insert(page, {++now});
      if (list.size() == entries) list.pop_back();
    }
    list.push_front(page);
  }
}

RC_GTEST_PROP(Iotlb, MoreEntriesNeverNeedMoreWalks, ()) {
  const auto entries = *rc::gen::inRange<std::int64_t>(1, 30);
  const auto more = *rc::gen::inRange<std::int64_t>(0, 30);
  Iotlb small(translating(entries)), large(translating(entries + more));
  for (const std::uint64_t page : *traces()) {
    small.translate({}, page * 4096, 1);
    large.translate({}, page * 4096, 1);
  }
  RC_ASSERT(large.walks() <= small.walks());
}

}  // namespace
}  // namespace gin::emulated
