// What a GPU has kept of its peers' memory: by hand, against a map of every byte, and when an actor lets go of it.
#include "core/env/kept_lines.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>

#include "tests/unit/small_world.hpp"

namespace gin {
namespace {

constexpr Pe a_peer{1}, other_peer{2};

TEST(KeptLines, AreThereFromTheSecondLoadOn) {
  KeptLines lines(Bytes{1000});
  EXPECT_EQ(lines.load({a_peer, 0, 400}), 0u);
  EXPECT_EQ(lines.load({a_peer, 0, 400}), 400u);
  EXPECT_EQ(lines.load({a_peer, 300, 200}), 100u);
  EXPECT_EQ(lines.load({a_peer, 0, 500}), 500u);
}

TEST(KeptLines, OfTwoPeersAreNotEachOthers) {
  KeptLines lines(Bytes{1000});
  lines.load({a_peer, 0, 400});
  EXPECT_EQ(lines.load({other_peer, 0, 400}), 0u);
  EXPECT_EQ(lines.load({a_peer, 0, 400}), 400u);
}

TEST(KeptLines, GiveWayToWhatIsLoadedLater) {
  KeptLines lines(Bytes{1000});
  lines.load({a_peer, 0, 600});
  lines.load({a_peer, 1000, 600});  // 200 too many: the oldest
  EXPECT_EQ(lines.load({a_peer, 200, 400}), 400u);
  EXPECT_EQ(lines.load({a_peer, 0, 200}), 0u);
}

TEST(KeptLines, OfMoreThanTheL2HoldsNothingIsLeft) {
  KeptLines lines(Bytes{1000});
  lines.load({a_peer, 0, 600});
  EXPECT_EQ(lines.load({a_peer, 0, 1001}), 600u);
  EXPECT_EQ(lines.load({a_peer, 0, 1001}), 0u);
}

TEST(KeptLines, AreForgotten) {
  KeptLines lines(Bytes{1000});
  lines.load({a_peer, 0, 600});
  lines.forget();
  EXPECT_EQ(lines.load({a_peer, 0, 600}), 0u);
}

TEST(KeptLines, WithoutRoomNothingIsKept) {
  EXPECT_FALSE(KeptLines().keeps());
  EXPECT_TRUE(KeptLines(Bytes{1}).keeps());
}

/// Every byte with the load that brought it; the first of the oldest load goes first.
class EveryByte {
 public:
  explicit EveryByte(std::uint64_t room) : room_(room) {}
  std::uint64_t load(const LineRange& range) {
    std::uint64_t found = 0;
    for (std::uint64_t i = 0; i < range.bytes; ++i) found += bytes_.erase({range.peer.value, range.offset + i});
    if (range.bytes > room_) {
      bytes_.clear();
      return found;
    }
    ++loads_;
    for (std::uint64_t i = 0; i < range.bytes; ++i) bytes_[{range.peer.value, range.offset + i}] = loads_;
    while (bytes_.size() > room_)
      bytes_.erase(std::min_element(bytes_.begin(), bytes_.end(),
                                    [](const auto& a, const auto& b) { return a.second < b.second; }));
    return found;
  }

 private:
  std::uint64_t room_, loads_ = 0;
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint64_t> bytes_;
};

RC_GTEST_PROP(KeptLines, AreThoseOfAMapOfEveryByte, ()) {
  const auto upto = [](int most) { return static_cast<std::uint64_t>(*rc::gen::inRange(0, most)); };
  const std::uint64_t room = 1 + upto(60);
  KeptLines lines(Bytes{static_cast<std::int64_t>(room)});
  EveryByte bytes(room);
  for (std::uint64_t left = upto(30); left > 0; --left) {
    const LineRange range{Pe{static_cast<std::uint32_t>(upto(2))}, upto(50), upto(40)};
    RC_ASSERT(lines.load(range) == bytes.load(range));
  }
}

Machine machine_that_keeps_remote_lines() {
  Machine machine = test::still_machine();
  machine.memory.keeps_remote = true;
  return machine;
}

Machine machine_with_l1() {
  Machine machine = test::still_machine();
  machine.memory.l1 = {Bytes{1024}, nanoseconds(1), Bandwidth{1'000'000'000}};
  return machine;
}

/// Bytes over the link of an agent that reads a view of PE 1, does something, and reads it again.
std::int64_t bytes_over_nvlink(const Machine& machine, void (*between)(VirtualEnv&)) {
  static unsigned char heap[256];
  test::SmallWorld small(machine, {}, 2);
  small.world.pes[1].heap = heap;
  small.spawn([&](VirtualEnv& env) {
    Access view{Pe{1}, false, heap, 4, 256};
    view.part_begin = 64, view.part_bytes = 128;
    env.touch(view, 32);
    between(env);
    env.touch(view, 32);
  });
  small.run();
  return small.world.ledger.by_link[static_cast<std::uint32_t>(Link::nvlink)].bytes;
}

TEST(KeptLines, StayUntilAnAgentAcquires) {
  for (const Cost look : {Cost::word_poll, Cost::gpu_poll, Cost::proxy_poll}) EXPECT_TRUE(is_acquire(look));
  EXPECT_FALSE(is_acquire(Cost::fence_system));
  for (const Machine& machine : {machine_with_l1(), machine_that_keeps_remote_lines()}) {
    const auto bytes = [&](void (*between)(VirtualEnv&)) { return bytes_over_nvlink(machine, between); };
    EXPECT_EQ(bytes([](VirtualEnv&) {}), 128);
    EXPECT_EQ(bytes([](VirtualEnv& env) { env.drain(); }), 128);  // a release tells others, not us
    EXPECT_EQ(bytes([](VirtualEnv& env) { env.charge(Cost::word_poll, 1); }), 256);
    EXPECT_EQ(bytes([](VirtualEnv& env) { env.charge(Cost::gpu_poll, 1); }), 256);
    EXPECT_EQ(bytes([](VirtualEnv& env) { env.charge(Cost::proxy_poll, 1); }), 256);
    EXPECT_EQ(bytes([](VirtualEnv& env) { env.restart(); }), machine.memory.keeps_remote ? 128 : 256);
  }
}

TEST(KeptLines, OfAnSmAreNotAnothers) {
  static unsigned char heap[256];
  for (const bool is_l1 : {false, true}) {
    test::SmallWorld small(is_l1 ? machine_with_l1() : machine_that_keeps_remote_lines(), {}, 2);
    small.world.pes[1].heap = heap;
    for (int agent = 0; agent < 2; ++agent) {
      small.spawn([&](VirtualEnv& env) {
        Access view{Pe{1}, false, heap, 4, 256};
        view.part_bytes = 128;
        env.touch(view, 32);
      });
    }
    small.run();
    EXPECT_EQ(small.world.ledger.by_link[static_cast<std::uint32_t>(Link::nvlink)].bytes, is_l1 ? 256 : 128);
  }
}

TEST(KeptLines, StayOnlyWhereThePartIsTold) {
  static unsigned char heap[256];
  test::SmallWorld small(machine_that_keeps_remote_lines(), {}, 2);
  small.world.pes[1].heap = heap;
  small.spawn([&](VirtualEnv& env) {
    for (int i = 0; i < 2; ++i) env.touch({Pe{1}, false, heap, 4, 256}, 32);
  });
  small.run();
  EXPECT_EQ(small.world.ledger.by_link[static_cast<std::uint32_t>(Link::nvlink)].bytes, 256);
}

}  // namespace
}  // namespace gin
