// What it costs that agents share a queue: its index goes from one to the next, a lock is waited for, and a NIC carries only so
// much of one queue.
#include "tests/effects/laboratory.hpp"

namespace gin {
namespace {

using SharedSets = std::vector<scenario::Assignment>;

constexpr int shared_count = 32;

struct Sharing {
  std::int64_t agents = 1;
  std::int64_t queues = 1;
  SharedSets more = {};
};

trace::Row shared(const Sharing& s) {
  SharedSets sets = {{"launch.agents", std::to_string(s.agents)},
                     {"path", "gpu"},
                     {"params.count", std::to_string(shared_count)},
                     {"params.bytes", "8"},
                     {"params.until", "quiet_at_end"},
                     {"override.stack.queues.per_peer", std::to_string(s.queues)},
                     {"override.stack.queues.map", "by_agent"}};
  sets.insert(sets.end(), s.more.begin(), s.more.end());
  return laboratory::run("tests/effects/one_call.json", sets).rows.at(0);
}

/// Of one message after the other, where `atomic` is what an atomic takes.
double between_messages(std::int64_t agents, std::int64_t queues, const char* atomic) {
  const auto time = shared({agents, queues, {{"override.profile.gpu.atomic_ns", atomic}}}).p50_ps();
  return static_cast<double>(time) / static_cast<double>(agents * shared_count);
}

TEST(SharedQueue, PassesItsIndexOnWithALookAndAnAtomic) {
  const double short_turns = between_messages(32, 1, "190"), long_turns = between_messages(32, 1, "500");
  EXPECT_NEAR(short_turns, 2 * 190000, 19000);
  EXPECT_NEAR(long_turns, 2 * 500000, 50000);
  EXPECT_EQ(between_messages(32, 32, "190"), between_messages(32, 32, "500")) << "a queue each has no turns";
  EXPECT_LT(4 * between_messages(32, 32, "190"), short_turns);
}

TEST(SharedQueue, CostsTwoAtomicsForALockThatNobodyHolds) {
  const SharedSets once = {{"params.count", "1"}, {"params.until", "issued"}};
  SharedSets locked = once;
  locked.push_back({"override.stack.gpu.doorbells", "locked"});
  EXPECT_EQ(shared({1, 1, locked}).p50_ps(), shared({1, 1, once}).p50_ps() + 2 * 190000);
}

TEST(SharedQueue, HasItsDoorbellRungByOneAtATime) {
  const auto slow = [](const char* doorbells) {
    const auto row =
        shared({16, 1, {{"override.stack.gpu.doorbell_ns", "2000"}, {"override.stack.gpu.doorbells", doorbells}}});
    // Nobody is done before its doorbell is: each takes its time, and no two take it together.
    EXPECT_GE(row.p50_ps(), laboratory::counter(row, "doorbells") * 2000000) << doorbells;
    return row.p50_ps();
  };
  EXPECT_GT(slow("locked"), slow("left")) << "who has to wait for a lock does nothing else";
}

TEST(SharedQueue, IsCarriedAsFastAsTheNicCarriesOne) {
  const auto rate = [](std::int64_t queues) {
    const SharedSets slow = {{"launch.scope", "warp"},
                             {"params.together", "32"},
                             {"override.profile.nic.queue_messages_per_second", "1000000"}};
    return static_cast<double>(shared({8, queues, slow}).p50_ps() * queues) / (8 * 32 * shared_count);
  };
  EXPECT_NEAR(rate(1), 1000000, 10000);
  EXPECT_NEAR(rate(8), 1000000, 10000);
  EXPECT_LT(shared({1, 1, {{"override.profile.nic.queue_messages_per_second", "0"}}}).p50_ps(), 32 * 1000000);
}

}  // namespace
}  // namespace gin
