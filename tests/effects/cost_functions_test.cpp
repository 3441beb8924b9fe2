// Cost functions and machine say the same: of every library, one operation on an idle machine takes what the
// function's items say, item by item and to the picosecond.
#include <cctype>
#include <nlohmann/json.hpp>

#include "models/cost/function.hpp"
#include "models/cost/pointer.hpp"
#include "models/cost/put.hpp"
#include "models/load.hpp"
#include "tests/effects/items.hpp"
#include "tests/effects/laboratory.hpp"
#include "tests/unit/refusal.hpp"

namespace gin {
namespace {

using laboratory::Items;
using laboratory::items_of;
using models::cost::Handing;
using models::cost::Itemised;
using models::cost::Waits;

struct Asked {
  std::string stack;
  Handing handing;
  std::string op;
  std::int64_t bytes;
};

trace::Row run_of(const Asked& asked) {
  const std::string path = asked.handing == Handing::gpu ? "gpu" : "proxy";
  const trace::Result result =
      laboratory::run("tests/effects/one_put.json", {{"stack", asked.stack},
                                                     {"path", path},
                                                     {"params.op", asked.op},
                                                     {"params.until", asked.op == "fetch_add" ? "issued" : "quiet"},
                                                     {"params.bytes", std::to_string(asked.bytes)}});
  return result.rows.at(0);
}

/// Of PE 0's agent, for PE 1.
std::int64_t ring_of(const models::Stack& stack) {
  return stack.proxy.ring_map == models::RingMap::by_peer ? 1 % stack.proxy.rings : 0;
}

Itemised function_of(const Asked& asked) {
  const models::Profile p = models::load_profile("dgx-h100-cx7");
  const models::Stack s = models::load_stack(asked.stack);
  const Bytes bytes{asked.bytes};
  const std::int64_t ring = ring_of(s);
  const auto looks = [&](const models::cost::Work& work) {
    return asked.handing == Handing::proxy ? waits(p, s, work, ring) : Waits{};
  };
  if (asked.op == "get") return get_completed(p, s, asked.handing, bytes, looks(get_work(p, asked.handing, bytes)));
  if (asked.op == "fetch_add") return atomic_completed(p, s, asked.handing, looks(atomic_work(p, asked.handing)));
  return put_completed(p, s, asked.handing, bytes, looks(put_work(p, s, asked.handing, bytes)));
}

/// When the put's bytes are at PE 1, in picoseconds: a line of the timeline has them in microseconds, all six
/// digits.
std::int64_t delivered(const Asked& asked) {
  const std::string path = asked.handing == Handing::gpu ? "gpu" : "proxy";
  for (const std::string& line :
       laboratory::timeline("tests/effects/one_put.json", {{"stack", asked.stack}, {"path", path}}))
    if (const std::size_t unit = line.find(" us  PE 1: nic write"); unit != std::string::npos) {
      std::string digits = line.substr(0, unit);
      std::erase_if(digits, [](char c) { return std::isdigit(c) == 0; });
      return std::stoll(digits);
    }
  return -1;
}

/// A look through the GPU's BAR is long: the first one begins before the agent's call and finds its command at the
/// end, so the path goes through the look instead. The sum is the same.
bool first_look_covers_the_call(const Asked& asked) {
  return asked.handing == Handing::proxy &&
         models::load_stack(asked.stack).proxy.ring_memory == models::SharedMemory::gpu;
}

void expect_same(const Asked& asked) {
  const trace::Row row = run_of(asked);
  EXPECT_TRUE(row.verified);
  if (!first_look_covers_the_call(asked)) {
    EXPECT_EQ(items_of(row), items_of(function_of(asked)));
  }
  EXPECT_EQ(row.p50_ps(), function_of(asked).total().ps);
}

/// Of the NIC, which this machine's has not (tests/effects/ordering_cost_test.cpp has one that does).
bool wants_counters(const std::string& stack) {
  return models::load_stack(stack).arrivals.signals == models::UnorderedSignals::nic_counter;
}

TEST(CostFunctions, OnePutOfEveryLibraryTakesWhatTheFunctionSays) {
  for (const models::Shipped& stack : models::shipped_stacks()) {
    for (const Handing handing : {Handing::gpu, Handing::proxy}) {
      SCOPED_TRACE(stack.name + (handing == Handing::gpu ? ", gpu" : ", proxy"));
      if (!is_known(models::load_stack(stack.name), handing) || wants_counters(stack.name)) continue;
      expect_same({stack.name, handing, "put", 8});
    }
  }
}

TEST(CostFunctions, ProxiesThatAskForAcknowledgementsAreRefused) {
  const models::Profile p = models::load_profile("host-shm");
  const models::Stack s = models::load_stack("ginlab-host");
  const models::cost::Function* put = models::cost::find_function("put.visible");
  const auto call = [&](const char* handing) {
    const Values inputs = put->inputs.check({{"handing", handing}}, "cost");
    return test::refusal([&] { put->of({p, s, inputs}); });
  };
  EXPECT_EQ(call("gpu"), "accepted");
  EXPECT_EQ(call("proxy"),
            "cost: expected a stack that acknowledges at each look, got ginlab-host, whose proxies ask for "
            "acknowledgements when somebody waits; run a scenario instead");
}

TEST(CostFunctions, ItsBytesAreVisibleWhenTheFunctionSays) {
  const models::Profile p = models::load_profile("dgx-h100-cx7");
  for (const models::Shipped& stack : models::shipped_stacks()) {
    SCOPED_TRACE(stack.name);
    const models::Stack s = models::load_stack(stack.name);
    if (wants_counters(stack.name)) continue;
    EXPECT_EQ(delivered({stack.name, Handing::gpu, "put", 8}), put_visible(p, s, Handing::gpu, {8}).total().ps);
    if (!is_known(s, Handing::proxy)) continue;
    const Waits looks = waits(p, s, put_work(p, s, Handing::proxy, {8}), ring_of(s));
    EXPECT_EQ(delivered({stack.name, Handing::proxy, "put", 8}),
              put_visible(p, s, Handing::proxy, {8}, looks).total().ps);
  }
}

TEST(CostFunctions, SoDoLongPutsGetsAndAtomics) {
  for (const Handing handing : {Handing::gpu, Handing::proxy}) {
    SCOPED_TRACE(handing == Handing::gpu ? "gpu" : "proxy");
    for (const std::int64_t bytes : {33, 4097, 1 << 20}) {
      expect_same({"lean", handing, "put", bytes});
      expect_same({"lean", handing, "get", bytes});
    }
    expect_same({"lean", handing, "fetch_add", 8});
  }
}

const char* const small_l2 = "1048576";

/// Over NVLink, by an agent of one block; what is longer than the L2 comes from HBM.
Items stored_or_loaded(const std::string& op, std::int64_t bytes) {
  const trace::Result result =
      laboratory::run("tests/effects/one_put.json", {{"cluster.nodes", "1"},
                                                     {"cluster.gpus_per_node", "2"},
                                                     {"path", "pointer"},
                                                     {"profile.gpu.l2_size_bytes", small_l2},
                                                     {"launch.scope", "block"},
                                                     {"params.op", op},
                                                     {"params.bytes", std::to_string(bytes)}});
  EXPECT_TRUE(result.rows.at(0).verified);
  return items_of(result.rows.at(0));
}

TEST(CostFunctions, StoresAndLoadsOverNvlinkAreTheirs) {
  const models::Profile p = models::load_profile("dgx-h100-cx7", {{"gpu.l2_size_bytes", small_l2}});
  const models::Stack s = models::load_stack("lean");
  for (const std::int64_t bytes : {8, 4097, 1 << 20, 3 << 20}) {
    SCOPED_TRACE(bytes);
    EXPECT_EQ(stored_or_loaded("put", bytes), items_of(models::cost::stored_completed(p, s, {{bytes}})));
    EXPECT_EQ(stored_or_loaded("get", bytes), items_of(models::cost::loaded(p, s, {{bytes}})));
  }
}

}  // namespace
}  // namespace gin
