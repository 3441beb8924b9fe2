// The ring as real threads use it: agents push with the proxy path, a proxy thread serves them. Meant for the
// thread sanitizer, too.
#include <gtest/gtest.h>

#include <span>
#include <thread>
#include <vector>

#include "core/device/proxy_path.hpp"
#include "core/env/wall_env.hpp"
#include "core/run/agent_memory.hpp"
#include "core/run/ring_memory.hpp"
#include "tests/unit/still_proxy.hpp"

namespace gin {
namespace {

constexpr std::uint32_t producers = 3;
constexpr std::uint64_t commands_each = 2'000;

/// Command `number` of a producer: one, two or three slots, recognisable as a whole.
Operation command_of(std::uint32_t producer, std::uint64_t number) {
  Operation operation;
  operation.peer = Pe{producer};
  operation.remote = number;
  if (number % 3 == 0) {
    operation.op = Op::put;
    operation.local = number * 7;
    operation.bytes = number % 1000;
  } else if (number % 3 == 1) {
    operation.op = Op::value;
    operation.bytes = 8;
    operation.value = number * 11;
  } else {
    operation.op = Op::fetch_amo;
    operation.amo = Amo::compare_swap;
    operation.bytes = 8;
    operation.local = number * 7;
    operation.value = number * 11;
    operation.compare = number * 13;
  }
  return operation;
}

/// Plain memory of each command: written before it is pushed and read when it is posted, and the other way round
/// for what completes. The ring alone must make both safe.
struct EagerPayload {
  std::uint64_t sent = 0;
  std::uint64_t returned = 0;
};
using EagerPayloads = std::vector<std::vector<EagerPayload>>;

/// Completes everything at once.
class EagerFabric {
 public:
  explicit EagerFabric(EagerPayloads& payloads) : payloads_(payloads) {}
  Post post(const Posting& posting) {
    EagerPayload& payload = payloads_[posting.operation.peer.value][posting.operation.remote];
    payload.returned = payload.sent + 1;
    return inner_.post(posting);
  }
  bool wants_doorbell() const { return false; }
  void ring_doorbell() {}
  bool progress() { return false; }
  void request_completions() {}
  std::size_t poll(std::span<Completion> out) {
    while (!inner_.under_way.empty()) inner_.complete(inner_.under_way.size() - 1);
    return inner_.poll(out);
  }
  const std::vector<Posting>& posted() const { return inner_.posted; }

 private:
  EagerPayloads& payloads_;
  test::ObedientFabric inner_;
};

void produce(WallWorld& world, std::uint32_t number, Ring<WallEnv> ring, std::vector<EagerPayload>& payloads) {
  WallEnv::Identity who;
  who.number = number;
  WallEnv env(world, who);
  AgentMemory<WallEnv> memory({1, 0, 1});
  memory.push_to(0, ring);
  AgentView<WallEnv> view = memory.view({}, {});
  view.completes_on_demand = true;
  IssueState<WallEnv>& state = view.issue[0];
  ProxyPath<WallEnv> path(env, view, 0);
  std::uint64_t known = 0;
  const auto quiet = [&](std::uint64_t end) {
    path.wait(state, env.limit(Deadline::never()), "quiet");
    for (; known < end; ++known) ASSERT_EQ(payloads[known].returned, known * 17 + 1);
  };
  for (std::uint64_t i = 0; i < commands_each; i += 2) {
    payloads[i].sent = i * 17;
    payloads[i + 1].sent = (i + 1) * 17;
    const Operation operations[] = {command_of(number, i), command_of(number, i + 1)};
    path.issue(state, OneLaneBatch(operations, 2));
    if (i % 100 == 0) quiet(i + 2);
  }
  quiet(commands_each);
}

TEST(ProxyRingThreads, EveryCommandOfEveryProducerArrivesOnceWholeAndInItsOrder) {
  const std::uint32_t start = 0xffffffff - 1000;  // the positions wrap on the way
  WallWorld world;
  WallEnv::Gate gate;
  RingMemory memory(16, start);
  const Ring<WallEnv> ring = memory.ring<WallEnv>(gate, gate, gate);
  EagerPayloads payloads(producers, std::vector<EagerPayload>(commands_each));
  EagerFabric fabric(payloads);
  std::thread consumer([&] {
    WallEnv env(world, {});
    ProxyRules rules;
    rules.batch = 4;
    rules.operations_max = 8;
    rules.bytes_max = 1 << 20;
    Proxy<WallEnv, EagerFabric> proxy(env, fabric, {ring}, gate, rules);
    while (fabric.posted().size() < producers * commands_each || proxy.operations_under_way() > 0) proxy.step();
  });
  std::vector<std::thread> threads;
  for (std::uint32_t i = 0; i < producers; ++i)
    threads.emplace_back([&, i] { produce(world, i, ring, payloads[i]); });
  for (std::thread& thread : threads) thread.join();
  consumer.join();

  ASSERT_EQ(fabric.posted().size(), producers * commands_each);
  std::vector<std::uint64_t> next(producers);
  for (const Posting& posting : fabric.posted()) {
    const Operation& came = posting.operation;
    ASSERT_LT(came.peer.value, producers);
    const Operation expected = command_of(came.peer.value, next[came.peer.value]++);
    ASSERT_EQ(came.op, expected.op);
    ASSERT_EQ(came.remote, expected.remote);
    ASSERT_EQ(came.local, expected.local);
    ASSERT_EQ(came.bytes, expected.bytes);
    ASSERT_EQ(came.value, expected.value);
    ASSERT_EQ(came.compare, expected.compare);
  }
  EXPECT_EQ(memory.gpu().head, memory.answers().completed);
  EXPECT_EQ(world.totals()[Count::commands], producers * commands_each);
}

}  // namespace
}  // namespace gin
