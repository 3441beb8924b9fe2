// Many producers and one proxy thread on a ring, against a list. Slots may become visible in any order, credit
// may be old, completions come in any order: no command may be lost, doubled, torn or overwritten.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <deque>
#include <numeric>
#include <tuple>
#include <vector>

#include "core/run/ring_memory.hpp"
#include "tests/unit/made_operation.hpp"
#include "tests/unit/still_proxy.hpp"

namespace gin {
namespace {

using test::push;
using test::StillEnv;

constexpr std::uint32_t proxy_wrap = 0;  // 2^32 on the circle of positions

/// Producers that publish their slots one by one and in any order, a proxy thread, and what it ought to do.
class Model {
 public:
  static constexpr std::size_t producers = 3;

  struct Setup {
    std::uint32_t capacity;
    std::uint32_t start;
    ProxyRules rules;
  };
  explicit Model(const Setup& setup)
      : rules_(setup.rules),
        memory_(setup.capacity, setup.start),
        ring_(memory_.ring<StillEnv>(gate_, gate_, gate_)),
        proxy_(env_, fabric, {ring_}, gate_, setup.rules),
        taken_(setup.start),
        completed_(setup.start) {}

  void reserve(std::size_t producer, const Operation& operation) {
    if (in_hand_[producer]) return;
    const Command command = encode(operation);
    std::vector<std::uint32_t> slots(command.count);
    std::iota(slots.begin(), slots.end(), 0);
    commands_.push_back(
        {operation, command, fetch_add<Order::relaxed>(ring_.gpu->head, command.count), slots, false});
    in_hand_[producer] = &commands_.back();
  }

  /// Publishes one more slot, if there is room for the whole command.
  void publish_one(std::size_t producer, std::size_t which) {
    Given* given = in_hand_[producer];
    if (!given) return;
    const std::uint32_t capacity = ring_.capacity;
    if (!has_room(given->position, given->command.count, ring_.gpu->tail_cache, capacity)) {
      ring_.gpu->tail_cache = ring_.host->tail;
      if (!has_room(given->position, given->command.count, ring_.host->tail, capacity)) return;
    }
    // Never over a slot whose command is still to be taken or, where credit returns late, still under way.
    const std::uint32_t held = rules_.credit_at_completion ? completed_ : taken_;
    RC_ASSERT(given->position + given->command.count - held <= capacity);
    const auto chosen = given->unpublished.begin() + static_cast<std::ptrdiff_t>(which % given->unpublished.size());
    const std::uint32_t position = given->position + *chosen;
    Slot slot = given->command.slots[*chosen];
    slot.high |= lap_parity(position, capacity);
    publish_pair(ring_.slot(position), slot);
    given->unpublished.erase(chosen);
    if (given->unpublished.empty()) in_hand_[producer] = nullptr;
  }

  /// The producer shares a thread with the proxy and does without the ring, if that works.
  void hand_over(std::size_t producer) {
    Given* given = in_hand_[producer];
    const bool has_begun = given && given->unpublished.size() < given->command.count;
    if (!given || has_begun || !has_room(given->position, given->command.count, ring_.host->tail, ring_.capacity))
      return;
    const bool is_next =
        given == &commands_[next_] && !fabric.busy && proxy_.operations_under_way() < rules_.operations_max;
    RC_ASSERT(proxy_.take_at_once(0, given->position, given->command) == is_next);
    if (!is_next) return;
    RC_ASSERT(test::same(fabric.posted.back().operation, given->operation));
    given->unpublished.clear();
    in_hand_[producer] = nullptr;
    taken_ += commands_[next_++].command.count;
  }

  /// One look of the proxy, at the ring and at completions in turn.
  void step() {
    if (looks_at_ring_)
      look_at_ring();
    else
      look_at_completions();
    looks_at_ring_ = !looks_at_ring_;
  }

  void complete(std::size_t which) {
    if (fabric.under_way.empty()) return;
    which %= fabric.under_way.size();
    std::size_t command = 0;
    while (fabric.posted[command].tag != fabric.under_way[which]) ++command;
    commands_[command].done = true;
    fabric.complete(which);
  }

  bool all_published() const {
    return std::all_of(std::begin(in_hand_), std::end(in_hand_),
                       [](const Given* given) { return given == nullptr; });
  }
  bool all_complete() const { return first_ == commands_.size() && ring_.answers->completed == ring_.gpu->head; }

  test::ObedientFabric fabric;

 private:
  struct Given {
    Operation operation;
    Command command;
    std::uint32_t position;
    std::vector<std::uint32_t> unpublished;
    bool done;
  };

  void look_at_ring() {
    const std::size_t end = next_ + std::min<std::size_t>(rules_.batch, takeable());
    proxy_.step();
    RC_ASSERT(fabric.posted.size() == end);
    for (; next_ < end; ++next_) {
      RC_ASSERT(test::same(fabric.posted[next_].operation, commands_[next_].operation));
      taken_ += commands_[next_].command.count;
    }
  }

  /// Commands that are there as a whole and may be taken.
  std::size_t takeable() const {
    std::size_t end = next_;
    while (!fabric.busy && end < commands_.size() && commands_[end].unpublished.empty() &&
           end - next_ + proxy_.operations_under_way() < rules_.operations_max)
      ++end;
    return end - next_;
  }

  void look_at_completions() {
    proxy_.step();
    RC_ASSERT(fabric.posted.size() == next_);
    for (; first_ < next_ && commands_[first_].done; ++first_) completed_ += commands_[first_].command.count;
    RC_ASSERT(ring_.answers->completed == completed_);
  }

  ProxyRules rules_;
  StillEnv env_;
  StillEnv::Gate gate_;
  RingMemory memory_;
  Ring<StillEnv> ring_;
  Proxy<StillEnv, test::ObedientFabric> proxy_;
  std::deque<Given> commands_;  // in order of position
  Given* in_hand_[producers] = {};
  bool looks_at_ring_ = true;
  std::size_t next_ = 0;   // the next command the proxy should take
  std::size_t first_ = 0;  // the first that is not complete
  std::uint32_t taken_;
  std::uint32_t completed_;
};

RC_GTEST_PROP(ProxyRing, DeliversEveryCommandOnceInOrderAndWholeAcrossEveryWrap, ()) {
  const auto capacity = *rc::gen::element(4u, 8u, 16u, 32u);
  const auto start = *rc::gen::element(0u, 1u, capacity - 1, capacity, 2 * capacity - 2, proxy_wrap - 2 * capacity,
                                       proxy_wrap - capacity, proxy_wrap - 3, proxy_wrap - 1);
  ProxyRules rules;
  rules.credit_at_completion = *rc::gen::arbitrary<bool>();
  rules.batch = *rc::gen::inRange(1u, 5u);
  rules.operations_max = *rc::gen::inRange(1u, 9u);
  rules.bytes_max = ~std::uint64_t{0} >> 1;
  Model model({capacity, start, rules});
  using Step = std::tuple<int, std::size_t, std::size_t>;  // what, who, which
  const auto step = rc::gen::tuple(rc::gen::inRange(0, 14), rc::gen::inRange<std::size_t>(0, Model::producers),
                                   rc::gen::inRange<std::size_t>(0, 60));
  for (const auto& [what, who, which] : *rc::gen::scale(4.0, rc::gen::container<std::vector<Step>>(step))) {
    if (what < 3)
      model.reserve(who, *test::any_operation());
    else if (what < 7)
      model.publish_one(who, which);
    else if (what < 10)
      model.step();
    else if (what == 10)
      model.complete(which);
    else if (what < 13)
      model.hand_over(who);
    else
      model.fabric.busy = which % 4 == 0;
  }
  model.fabric.busy = false;
  for (int round = 0; round < 200 && !(model.all_published() && model.all_complete()); ++round) {
    for (std::size_t who = 0; who < Model::producers; ++who) model.publish_one(who, 0);
    model.step();
    model.complete(0);
  }
  RC_ASSERT(model.all_published());
  RC_ASSERT(model.all_complete());
}

TEST(ProxyRing, FullRingBlocksTheProducerAndLosesNothing) {
  ProxyRules rules;
  rules.operations_max = 8;
  rules.bytes_max = 1000;
  Model model({4, proxy_wrap - 2, rules});
  Operation put;
  put.bytes = 8;
  for (int i = 0; i < 4; ++i) {
    model.reserve(0, put);
    model.publish_one(0, 0);
    EXPECT_TRUE(model.all_published());
  }
  model.reserve(0, put);
  model.publish_one(0, 0);
  EXPECT_FALSE(model.all_published());
  model.step();
  model.publish_one(0, 0);
  EXPECT_TRUE(model.all_published());
  while (model.fabric.posted.size() < 5) model.step();
}

TEST(ProxyRing, OneLookTakesNoMoreCompletionsThanTheRulesSay) {
  StillEnv env;
  StillEnv::Gate gate;
  test::ObedientFabric fabric;
  RingMemory memory(8, 0);
  const Ring<StillEnv> ring = memory.ring<StillEnv>(gate, gate, gate);
  Proxy<StillEnv, test::ObedientFabric> proxy(
      env, fabric, {ring}, gate, {.batch = 8, .operations_max = 8, .bytes_max = 1000, .completions_batch = 2});
  Operation put;
  put.bytes = 8;
  for (int i = 0; i < 5; ++i) push(ring, put);
  proxy.round();
  ASSERT_EQ(fabric.under_way.size(), 5U);
  while (!fabric.under_way.empty()) fabric.complete(0);
  for (const std::uint64_t left : {3U, 1U, 0U}) {
    proxy.round();
    EXPECT_EQ(proxy.operations_under_way(), left);
  }
}

TEST(ProxyRing, AsksOnceForWhatSomebodyWaitsForAlsoBeforeItIsThereAndAfterManyThatNobodyWaitedFor) {
  StillEnv env;
  StillEnv::Gate gate;
  test::ObedientFabric fabric;
  RingMemory memory(8, 0xffffffff - 50);
  const Ring<StillEnv> ring = memory.ring<StillEnv>(gate, gate, gate);
  Proxy<StillEnv, test::ObedientFabric> proxy(env, fabric, {ring}, gate,
                                              {.batch = 8, .operations_max = 8, .bytes_max = 1000});
  Operation put;
  put.bytes = 8;
  for (int i = 0; i < 100; ++i) {
    push(ring, put);
    proxy.round();
    fabric.complete(0);
    proxy.round();
  }
  ASSERT_EQ(ring.answers->completed, ring.gpu->head);
  ASSERT_EQ(fabric.requests, 0U);
  ring.host->wanted = ring.gpu->head + slots_of(put);
  proxy.round();
  EXPECT_EQ(fabric.requests, 0U);  // nothing is there to be asked for
  push(ring, put);
  for (int i = 0; i < 4; ++i) proxy.round();
  EXPECT_EQ(fabric.requests, 1U);
  push(ring, put);
  for (int i = 0; i < 4; ++i) proxy.round();
  EXPECT_EQ(fabric.requests, 1U);  // nobody waits for this one
}

/// Nothing completes that nobody has asked for, one thing at a time of what was. A steady stream through a full
/// budget may not stop, and may not ask for each few.
RC_GTEST_PROP(ProxyRing, AsksForManyCompletionsAtOnceAndForAllInTheEnd, ()) {
  constexpr std::size_t stream = 300;
  StillEnv env;
  StillEnv::Gate gate;
  test::ObedientFabric fabric;
  RingMemory memory(64, 0);
  const Ring<StillEnv> ring = memory.ring<StillEnv>(gate, gate, gate);
  ProxyRules rules;
  rules.batch = *rc::gen::inRange<std::uint32_t>(1, 16);
  rules.operations_max = *rc::gen::inRange<std::uint32_t>(1, 40);
  Operation put;
  put.bytes = *rc::gen::inRange<std::uint32_t>(1, 100);
  rules.bytes_max = put.bytes * *rc::gen::inRange<std::uint64_t>(1, 40);
  const std::uint64_t budget = std::min<std::uint64_t>(rules.operations_max, rules.bytes_max / put.bytes);
  Proxy<StillEnv, test::ObedientFabric> proxy(env, fabric, {ring}, gate, rules);
  std::size_t pushed = 0;
  for (std::size_t looks = 0; fabric.posted.size() < stream; ++looks) {
    RC_ASSERT(looks < 10 * stream);
    while (ring.gpu->head - ring.host->tail + 8 < ring.capacity && pushed < stream + 50) push(ring, put), ++pushed;
    proxy.round();
    if (fabric.asked_for > 0) fabric.complete(0);
  }
  // It asks from half a budget on, when half of that has not been asked for; rounding makes small budgets ask more.
  RC_ASSERT(fabric.requests <= 2 + 6 * stream / budget);
}

}  // namespace
}  // namespace gin
