// Which send meets which receive.
#include "core/fabric/matching.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <deque>
#include <map>
#include <tuple>
#include <vector>

namespace gin {
namespace {

Arrival send_from(std::uint32_t peer, std::uint64_t tag, std::uint64_t id) {
  Arrival arrival;
  arrival.source = Pe{peer};
  arrival.has_message = true;
  arrival.message.kind = MessageKind::eager;
  arrival.message.value = tag;
  arrival.message.extra = id;
  return arrival;
}

TEST(Matching, TheOldestOfEachSideMeetFirst) {
  Matching matching;
  EXPECT_FALSE(matching.post({Pe{1}, 7, 100, 8, 1}));
  EXPECT_FALSE(matching.post({Pe{1}, 7, 200, 8, 2}));
  Arrival arrival = send_from(1, 7, 0);
  EXPECT_EQ(matching.arrive(arrival)->cookie, 1u);
  EXPECT_EQ(matching.arrive(arrival)->cookie, 2u);
  EXPECT_FALSE(matching.arrive(arrival));
  Arrival later = send_from(1, 7, 1);
  EXPECT_FALSE(matching.arrive(later));
  EXPECT_EQ(matching.post({Pe{1}, 7, 0, 8, 3})->message.extra, 0u);
  EXPECT_EQ(matching.post({Pe{1}, 7, 0, 8, 4})->message.extra, 1u);
}

TEST(Matching, OtherPeersAndTagsWait) {
  Matching matching;
  Arrival of_peer = send_from(2, 7, 0), of_tag = send_from(1, 8, 0);
  EXPECT_FALSE(matching.arrive(of_peer));
  EXPECT_FALSE(matching.arrive(of_tag));
  EXPECT_FALSE(matching.post({Pe{1}, 7, 0, 8, 1}));
  EXPECT_EQ(matching.receives_waiting(), 1u);
  EXPECT_EQ(matching.sends_waiting(), 2u);
}

RC_GTEST_PROP(Matching, AgreesWithAQueuePerPeerAndTag, ()) {
  using Step = std::tuple<bool, std::uint32_t, std::uint64_t>;
  const auto steps = *rc::gen::container<std::vector<Step>>(rc::gen::tuple(
      rc::gen::arbitrary<bool>(), rc::gen::inRange<std::uint32_t>(0, 3), rc::gen::inRange<std::uint64_t>(0, 3)));
  Matching matching;
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::deque<std::uint64_t>> sends, receives;
  std::uint64_t next = 0;
  for (const auto& [is_send, peer, tag] : steps) {
    const std::uint64_t id = next++;
    auto& waiting = (is_send ? receives : sends)[{peer, tag}];
    const bool meets = !waiting.empty();
    if (is_send) {
      Arrival arrival = send_from(peer, tag, id);
      const auto found = matching.arrive(arrival);
      RC_ASSERT(found.has_value() == meets);
      if (meets) RC_ASSERT(found->cookie == waiting.front());
    } else {
      const auto found = matching.post({Pe{peer}, tag, 0, 8, id});
      RC_ASSERT(found.has_value() == meets);
      if (meets) RC_ASSERT(found->message.extra == waiting.front());
    }
    if (meets)
      waiting.pop_front();
    else
      (is_send ? sends : receives)[{peer, tag}].push_back(id);
  }
}

}  // namespace
}  // namespace gin
