// The functions of models/cost/ordering.hpp and the machine say the same: one put that is told, by every library,
// by GPU and by proxy, on a fabric that keeps order and on one that does not, takes what the function's items say.
#include "models/cost/clock.hpp"
#include "models/cost/ordering.hpp"
#include "models/load.hpp"
#include "tests/effects/items.hpp"
#include "tests/effects/laboratory.hpp"

namespace gin {
namespace {

using laboratory::Items;
using laboratory::items_of;
using models::cost::Handing;
using models::cost::Itemised;
using models::cost::Looks;

struct Telling {
  std::string stack;
  std::string profile;
  std::string path;
  std::int64_t bytes = 8;
  std::string signals = {};  ///< instead of the stack's own
};

struct Numbers {
  models::Profile profile;
  models::Stack stack;
};
Numbers numbers_of(const Telling& t) {
  Overrides of_stack;
  if (!t.signals.empty()) of_stack.push_back({"arrivals.signals", t.signals});
  const models::Profile profile = models::load_profile(t.profile, {{"wire.spray_ns", "0"}});
  return {profile, models::cost::at_clocks(models::load_stack(t.stack, of_stack), profile)};
}

models::cost::Told told_of(const Telling& t, const models::Stack& stack) {
  models::cost::Told told;
  told.handing = t.path == "gpu" ? Handing::gpu : Handing::proxy;
  told.bytes = {t.bytes};
  told.looks = Looks::in_turn;
  told.ring = stack.proxy.ring_map == models::RingMap::by_peer ? 1 % stack.proxy.rings : 0;  // of PE 0, for PE 1
  return told;
}

trace::Row run(const Telling& t, const std::string& signalling, const std::string& behind = "nothing") {
  std::vector<scenario::Assignment> sets = {{"stack", t.stack},         {"cluster.profile", t.profile},
                                            {"path", t.path},           {"params.bytes", std::to_string(t.bytes)},
                                            {"signalling", signalling}, {"profile.wire.spray_ns", "0"},
                                            {"params.behind", behind}};
  if (!t.signals.empty()) sets.push_back({"stack.arrivals.signals", t.signals});
  const trace::Result result = laboratory::run("tests/effects/told.json", sets);
  EXPECT_TRUE(result.rows.at(0).verified);
  return result.rows.at(0);
}

/// The waiting agent looks once more, sees it, and goes on.
void expect_same(const trace::Row& row, Itemised cost, const Numbers& n) {
  cost.add("agent.word_poll", n.profile.gpu.load).add("agent.wait_return", n.stack.wait_return);
  EXPECT_EQ(items_of(row), items_of(cost));
  EXPECT_EQ(row.p50_ps(), cost.total().ps);
}

/// A stack whose signals the NIC counts has no path by a CPU, and wants a NIC that does.
bool is_refused(const Telling& t, const Numbers& n) {
  return n.stack.arrivals.signals == models::UnorderedSignals::nic_counter &&
         (t.path != "gpu" || n.profile.nic.counters == 0);
}

void expect_both_same(const Telling& t) {
  SCOPED_TRACE(t.stack + " on " + t.profile + " by " + t.path + ", " + std::to_string(t.bytes) + " bytes " +
               t.signals);
  const Numbers n = numbers_of(t);
  const models::cost::Told told = told_of(t, n.stack);
  if (!is_known(n.stack, told.handing) || is_refused(t, n)) return;
  {
    SCOPED_TRACE("put_signal");
    expect_same(run(t, "put_signal"), put_signal_visible(n.profile, n.stack, told), n);
  }
  SCOPED_TRACE("put_fence_flag");
  expect_same(run(t, "put_fence_flag"), put_fence_flag_visible(n.profile, n.stack, told), n);
}

TEST(OrderingCost, OnePutThatIsToldTakesWhatTheFunctionSaysWithEveryLibrary) {
  for (const models::Shipped& stack : models::shipped_stacks())
    for (const char* profile : {"dgx-h100-cx7", "aws-p5-efa"})
      for (const char* path : {"gpu", "proxy"}) expect_both_same({stack.name, profile, path});
}

TEST(OrderingCost, SoDoesItInEveryModeOfALayerAndWithPayloadThatIsRead) {
  for (const char* stack : {"lean", "nvshmem-ibgda", "tuned-proxy"})
    for (const char* signals : {"receiver_count", "receiver_reorder", "sender_hold"})
      for (const char* path : {"gpu", "proxy"})
        for (const std::int64_t bytes : {8, 33, 65536})
          expect_both_same({stack, "aws-p5-efa", path, bytes, signals});
}

TEST(OrderingCost, SoDoesASignalThatTheTargetsNicCounts) {
  for (const char* stack : {"lean", "nvshmem-ibgda", "nccl-efa-gda"})
    for (const char* profile : {"aws-p5-efa", "aws-p5en-efa-direct"})
      for (const std::int64_t bytes : {8, 33, 65536})
        expect_both_same({stack, profile, "gpu", bytes, "nic_counter"});
}

TEST(OrderingCost, SoDoesALongPutWhoseSignalWaitsInTheQueue) {
  for (const char* stack : {"lean", "nvshmem-ibrc"})
    for (const char* path : {"gpu", "proxy"})
      for (const std::int64_t bytes : {33, 4097, 1 << 20}) expect_both_same({stack, "dgx-h100-cx7", path, bytes});
}

TEST(OrderingCost, AStrongSignalWaitsAtTheSourceAsLongAsTheFunctionSays) {
  // Order by the target's count covers a put_signal's own data only, so the put ahead of it is waited for.
  const Telling t{"lean", "aws-p5-efa", "gpu", 8, "receiver_count"};
  const Numbers n = numbers_of(t);
  const models::cost::Told told = told_of(t, n.stack);
  const Itemised waits = strong_signal_wait(n.profile, n.stack, told);
  Itemised whole = issue(n.profile, n.stack, Handing::gpu);
  whole.add(waits).add(put_signal_visible(n.profile, n.stack, told)).add("agent.word_poll", n.profile.gpu.load);
  whole.add("agent.wait_return", n.stack.wait_return);
  whole.add("agent.call", Duration{} - n.stack.call);  // of the second call, which begins before it waits
  Items expected = items_of(whole), came = items_of(run(t, "put_signal", "put"));
  // What a sum of two parts does not know: when it is the turn of the look of the target's thread, and the
  // fractions of a picosecond that a pipeline carries on.
  const std::map<std::string, std::int64_t> open = {{"proxy.poll_grid", n.stack.proxy.poll_completions.ps},
                                                    {"nic.pipeline_queue", 2}};
  for (const auto& [item, most] : open) {
    EXPECT_LE(std::abs(expected[item] - came[item]), most) << item;
    expected.erase(item), came.erase(item);
  }
  EXPECT_EQ(came, expected);
  EXPECT_EQ(laboratory::counter(run(t, "put_signal", "put"), "strong_signals_that_waited"), 1);
  // Where the target keeps the order of issue, or the queue does, nobody waits.
  for (const Telling& free : {Telling{"lean", "aws-p5-efa", "gpu", 8, "receiver_reorder"},
                              Telling{"lean", "dgx-h100-cx7", "gpu", 8, ""}}) {
    const Numbers other = numbers_of(free);
    EXPECT_EQ(strong_signal_wait(other.profile, other.stack, told).total(), Duration{});
    EXPECT_EQ(laboratory::counter(run(free, "put_signal", "put"), "strong_signals_that_waited"), 0);
  }
}

TEST(OrderingCost, FencesWaitWhereTheFunctionSaysSo) {
  for (const models::Shipped& stack : models::shipped_stacks()) {
    for (const char* profile : {"dgx-h100-cx7", "aws-p5-efa"}) {
      for (const char* path : {"gpu", "proxy"}) {
        SCOPED_TRACE(stack.name + " on " + profile + " by " + path);
        const Telling t{stack.name, profile, path, 8, ""};
        const Numbers n = numbers_of(t);
        if (!is_known(n.stack, told_of(t, n.stack).handing) || is_refused(t, n)) continue;
        const bool waits = fence_wait(n.profile, n.stack, told_of(t, n.stack)).total() > Duration{};
        EXPECT_EQ(laboratory::counter(run(t, "put_fence_flag"), "fences_that_waited"), waits ? 1 : 0);
      }
    }
  }
}

}  // namespace
}  // namespace gin
