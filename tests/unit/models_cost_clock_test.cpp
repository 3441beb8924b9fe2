// Costs at the clocks of a machine, against sums by hand and at their limits.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "models/cost/agent.hpp"
#include "models/cost/clock.hpp"
#include "models/load.hpp"
#include "models/numbers.hpp"

namespace gin::models::cost {
namespace {

constexpr Duration microsecond{1'000'000};

GpuProfile gpu_at(std::int64_t clock_hz) {
  GpuProfile gpu{};
  gpu.clock_hz = clock_hz;
  return gpu;
}

TEST(CostByClock, AtTheClockItWasToldAtWorkTakesWhatWasTold) {
  for (const std::int64_t percent : {0, 33, 100})
    EXPECT_EQ(by_sm({1'234'567}, {1'980'000'000, percent}, gpu_at(1'980'000'000)).total(), Duration{1'234'567});
}

TEST(CostByClock, HalfTheClockDoublesTheCyclesAndLeavesTheMemory) {
  const Itemised cost = by_sm(microsecond, {2'000'000'000, 80}, gpu_at(1'000'000'000));
  ASSERT_EQ(cost.items().size(), 2U);
  EXPECT_EQ(cost.items()[0].time, Duration{1'600'000});
  EXPECT_EQ(cost.items()[1].time, Duration{200'000});
}

TEST(CostByClock, WorkThatIsAllMemoryDoesNotCareForTheClock) {
  EXPECT_EQ(by_sm(microsecond, {2'000'000'000, 0}, gpu_at(1)).total(), microsecond);
}

TEST(CostByClock, AColdCoreTakesItsPercentAndAWarmOneWhatWasTold) {
  HostProfile host{};
  host.cold_percent = 200;
  EXPECT_EQ(by_cpu(microsecond, host).total(), microsecond);
  host.clock = CpuClock::cold;
  const Itemised cold = by_cpu(microsecond, host);
  EXPECT_EQ(cold.total(), Duration{2'000'000});
  EXPECT_EQ(cold.items().size(), 2U);
}

TEST(CostByClock, TheIssueOfNvshmemsPutIsWhatWasPublishedForItsClock) {
  Profile profile{};
  const auto issue = [&] {
    profile.gpu.atomic = {190'000};
    return cost::issue(profile, at_clocks(load_stack("nvshmem-ibgda"), profile), Handing::gpu).total();
  };
  profile.gpu = gpu_at(1'980'000'000);
  EXPECT_EQ(issue(), Duration{5'310'000});
  // 380 ns of atomics and 739.5 ns of memory, 4190.5 ns of cycles that take 1980/990 as long.
  profile.gpu = gpu_at(990'000'000);
  EXPECT_EQ(issue(), Duration{9'500'500});
}

TEST(CostByClock, EveryCostOfAColdProxyDoublesAndNoneOfTheAgents) {
  Profile profile{};
  profile.gpu = gpu_at(1'980'000'000);
  profile.host.clock = CpuClock::cold;
  profile.host.cold_percent = 200;
  const Stack told = load_stack("nvshmem-ibrc");
  for (const Number& cost : numbers_of(at_clocks(told, profile))) {
    if (cost.unit != "ns") continue;
    const std::vector<Number> numbers = numbers_of(told);
    const auto same =
        std::find_if(numbers.begin(), numbers.end(), [&](const Number& n) { return n.path == cost.path; });
    const std::set<std::string> of_agents = {
        "call_ns",      "wait_return_ns", "gpu.build_ns",         "gpu.publish_ns", "gpu.doorbell_ns",
        "gpu.joint_ns", "gpu.poll_ns",    "cpu_doorbell.note_ns", "proxy.push_ns",  "proxy.poll_ns"};
    EXPECT_EQ(cost.value, of_agents.contains(cost.path) ? same->value : 2 * same->value) << cost.path;
  }
}

RC_GTEST_PROP(CostByClock, AFasterClockNeverMakesWorkSlower, ()) {
  const Duration told{*rc::gen::inRange<std::int64_t>(0, 10'000'000)};
  const AgentRules rules{*rc::gen::inRange<std::int64_t>(1, 3'000'000'000),
                         *rc::gen::inRange<std::int64_t>(0, 101)};
  const auto slow = *rc::gen::inRange<std::int64_t>(1, 3'000'000'000);
  const auto fast = *rc::gen::inRange<std::int64_t>(slow, 3'000'000'001);
  RC_ASSERT(by_sm(told, rules, gpu_at(fast)).total() <= by_sm(told, rules, gpu_at(slow)).total());
}

RC_GTEST_PROP(CostByClock, TheColdPartIsNeverNegativeFrom100Percent, ()) {
  HostProfile host{};
  host.clock = CpuClock::cold;
  host.cold_percent = *rc::gen::inRange<std::int64_t>(100, 1000);
  const Duration warm{*rc::gen::inRange<std::int64_t>(0, 10'000'000)};
  RC_ASSERT(by_cpu(warm, host).total() >= warm);
}

}  // namespace
}  // namespace gin::models::cost
