// Two runs are called the same when their digests agree, so nothing that was delivered may be left out of it.
#include "core/env/ledger.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

namespace gin {
namespace {

using Delivered = std::vector<std::pair<Pe, Ledger::Event>>;

std::uint64_t digest_of(const Delivered& events) {
  Ledger ledger(4);
  for (const auto& [pe, event] : events) ledger.deliver(pe, event);
  return ledger.digest().value();
}

TEST(Ledger, TheDigestDependsOnEveryFieldOfAnEvent) {
  const Ledger::Event event{Instant{100}, 2, Delivery::nic_write, 4096, 64};
  std::set<std::uint64_t> digests = {digest_of({}), digest_of({{Pe{1}, event}})};
  const auto changed = [&](auto change) {
    Pe pe{1};
    Ledger::Event other = event;
    change(pe, other);
    digests.insert(digest_of({{pe, other}}));
  };
  changed([](Pe&, Ledger::Event& e) { e.when = Instant{101}; });
  changed([](Pe&, Ledger::Event& e) { e.actor = 3; });
  changed([](Pe&, Ledger::Event& e) { e.kind = Delivery::nic_read; });
  changed([](Pe&, Ledger::Event& e) { e.offset = 4097; });
  changed([](Pe&, Ledger::Event& e) { e.bytes = 65; });
  changed([](Pe& pe, Ledger::Event&) { pe = Pe{2}; });
  EXPECT_EQ(digests.size(), 8u);
}

TEST(Ledger, TheDigestDependsOnTheOrderOfEvents) {
  const std::pair<Pe, Ledger::Event> a{Pe{0}, {Instant{1}, 0, Delivery::store, 0, 8}};
  const std::pair<Pe, Ledger::Event> b{Pe{1}, {Instant{1}, 0, Delivery::store, 0, 8}};
  EXPECT_NE(digest_of({a, b}), digest_of({b, a}));
  EXPECT_EQ(digest_of({a, b}), digest_of({a, b}));
}

TEST(Ledger, KeepsTheLastFewEventsOfEachPeOldestFirst) {
  Ledger ledger(2);
  EXPECT_TRUE(ledger.last_events(Pe{0}).empty());
  for (std::uint64_t i = 1; i <= 6; ++i)
    ledger.deliver(Pe{0}, {Instant{static_cast<std::int64_t>(i) * 1'500'000}, 0, Delivery::nic_write, i, 8});
  ledger.deliver(Pe{1}, {Instant{7}, 0, Delivery::completion, 0, 1});
  EXPECT_EQ(ledger.last_events(Pe{0}),
            (std::vector<std::string>{"   4.500000 us  PE 0: nic write of 8 bytes at heap offset 3",
                                      "   6.000000 us  PE 0: nic write of 8 bytes at heap offset 4",
                                      "   7.500000 us  PE 0: nic write of 8 bytes at heap offset 5",
                                      "   9.000000 us  PE 0: nic write of 8 bytes at heap offset 6"}));
  EXPECT_EQ(ledger.last_events(Pe{1}), (std::vector<std::string>{"   0.000007 us  PE 1: completion from PE 0"}));
}

TEST(Ledger, ATimelineHoldsEveryEventOfEveryPe) {
  Ledger ledger(2);
  std::vector<std::string> timeline;
  ledger.timeline = &timeline;
  for (std::uint64_t i = 0; i < 6; ++i) ledger.deliver(Pe{i % 2 == 0 ? 0u : 1u}, {{}, 0, Delivery::store, i, 8});
  ASSERT_EQ(timeline.size(), 6u);
  EXPECT_EQ(timeline[5], "   0.000000 us  PE 1: store of 8 bytes at heap offset 5");
}

TEST(Ledger, ADeliveryIsProgress) {
  Ledger ledger(1);
  ledger.vain_polls = 5;
  ledger.deliver(Pe{0}, {});
  EXPECT_EQ(ledger.vain_polls, 0);
}

TEST(Ledger, EveryKindAndLinkHasANameOfItsOwn) {
  std::set<std::string> names;
  for (int i = 0; i <= static_cast<int>(Delivery::completion); ++i) names.insert(name(static_cast<Delivery>(i)));
  EXPECT_EQ(names.size(), 8u);
  names.clear();
  for (std::uint32_t i = 0; i < link_count; ++i) names.insert(name(static_cast<Link>(i)));
  EXPECT_EQ(names.size(), link_count);
}

TEST(Tally, CountsOperationsAndBytes) {
  Tally tally;
  tally.add(100);
  tally.add(0);
  EXPECT_EQ(tally.operations, 2);
  EXPECT_EQ(tally.bytes, 100);
}

}  // namespace
}  // namespace gin
