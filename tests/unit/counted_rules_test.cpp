// Where the NIC counts signals: what profile and stack say as rules, and which runs are refused before anything starts.
#include <gtest/gtest.h>

#include "core/run/backend.hpp"
#include "models/rules/rules.hpp"
#include "nic/nic_queue.hpp"
#include "tests/unit/refusal.hpp"

namespace gin {
namespace {

scenario::Scenario on_counting_nics(scenario::Path path = scenario::Path::gpu) {
  scenario::Scenario scenario;
  scenario.cluster = {2, 1, "aws-p5en-efa-direct"};
  scenario.stack = "lean";
  scenario.stack_overrides = {{"arrivals.signals", "nic_counter"}, {"gpu.inline_max_bytes", "28"}};
  scenario.paths = {path, path};
  return scenario;
}

std::string refused_to_count(const scenario::Scenario& scenario) {
  return test::refusal([&] { rules::refuse_without_counters(rules::pairing_of(scenario), scenario); });
}

TEST(CountedRules, NothingIsNumberedInlinedOrSpread) {
  const PostRules post = rules::of_library(rules::pairing_of(on_counting_nics())).queues.post;
  EXPECT_TRUE(post.counted);
  EXPECT_FALSE(post.numbered);
  EXPECT_FALSE(post.keeps_order);
  EXPECT_EQ(post.inline_max, 0u);
  EXPECT_EQ(post.rails, 2u);
  EXPECT_EQ(post.stripe_min, ~std::uint64_t{0});
  EXPECT_TRUE(post.may_overtake());
  EXPECT_TRUE(post.signals_may_overtake());
}

TEST(CountedRules, AStackOfAnotherKindNeverCountsWhateverTheNicHas) {
  scenario::Scenario scenario = on_counting_nics();
  scenario.stack_overrides = {};
  const PostRules post = rules::of_library(rules::pairing_of(scenario)).queues.post;
  EXPECT_FALSE(post.counted);
  EXPECT_TRUE(post.numbered);
}

TEST(CountedRules, TheShippedStackHasThem) {
  scenario::Scenario scenario = on_counting_nics();
  scenario.stack = "nccl-efa-gda";
  scenario.stack_overrides = {};
  const StackRules rules = rules::of_library(rules::pairing_of(scenario));
  EXPECT_TRUE(rules.queues.post.counted);
  EXPECT_FALSE(rules.queues.strong_signals);
  EXPECT_EQ(rules.queue_depth, 4096u);
  EXPECT_EQ(rules.queues.map, QueueMap::by_agent);
  EXPECT_EQ(refused_to_count(scenario), "accepted");
}

TEST(CountedRules, ANicWithoutCountersIsRefused) {
  scenario::Scenario scenario = on_counting_nics();
  scenario.cluster.profile = "dgx-h100-cx7";
  EXPECT_EQ(
      refused_to_count(scenario),
      "profile.nic.counters: expected a NIC that counts where stack.arrivals.signals is nic_counter, got 0; take a "
      "profile whose NIC has counters (aws-p5en-efa-direct), or set stack.arrivals.signals to receiver_count");
  EXPECT_TRUE(rules::of_library(rules::pairing_of(scenario)).queues.post.keeps_order);
}

TEST(CountedRules, ANicThatDoesNotReachGpuMemoryIsRefused) {
  scenario::Scenario scenario = on_counting_nics();
  scenario.profile_overrides = {{"pcie.gpudirect", "0"}};
  EXPECT_EQ(
      refused_to_count(scenario),
      "profile.pcie.gpudirect: expected 1, because the NIC writes its counts into GPU memory, where "
      "stack.arrivals.signals is nic_counter, got 0; set it to 1, or stack.arrivals.signals to receiver_count");
}

TEST(CountedRules, APathWithACpuOnItIsRefused) {
  using enum scenario::Path;
  for (const scenario::Path path : {gpu_cpu_doorbell, proxy, host})
    EXPECT_EQ(refused_to_count(on_counting_nics(path)),
              std::string(
                  "path: expected gpu or pointer, because no CPU has a part in it, where stack.arrivals.signals is "
                  "nic_counter, got ") +
                  name(path_of(path)) + "; set path to gpu, or stack.arrivals.signals to receiver_count");
  scenario::Scenario scenario = on_counting_nics(pointer);
  scenario.cluster = {1, 2, "dgx-h100-cx7"};
  EXPECT_EQ(refused_to_count(scenario), "accepted") << "no NIC has to count there";
}

TEST(CountedRules, AContextHasOneNicWhoeverThePeerIs) {
  emulated::NetworkRules network;
  network.agent_streams = 6;
  network.contexts = 2;
  network.counted = true;
  for (std::uint32_t peer = 0; peer < 4; ++peer)
    for (std::uint32_t stream = 0; stream < 6; ++stream)
      EXPECT_EQ(network.home_rail(Pe{7}, Pe{peer}, stream), stream / 3);
  network.contexts = 1;
  for (std::uint32_t stream = 0; stream < 6; ++stream) EXPECT_EQ(network.home_rail(Pe{7}, Pe{1}, stream), 0u);
}

}  // namespace
}  // namespace gin
