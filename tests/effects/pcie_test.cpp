// The way between GPU, NIC and the CPU's memory: how often a hop of ping-pong crosses what, to the picosecond, and
// what scenarios show of page walks, staging and the placement of queues.
#include "core/base/error.hpp"
#include "tests/effects/laboratory.hpp"

namespace gin {
namespace {

using laboratory::percent;
using laboratory::row;
using Sets = std::vector<scenario::Assignment>;

constexpr std::int64_t rounds = 10;

Sets with(Sets sets, const Sets& more) {
  for (const scenario::Assignment& one : more) {
    std::erase_if(sets, [&](const auto& set) { return set.path == one.path; });
    sets.push_back(one);
  }
  return sets;
}

/// Of one hop of ping-pong, in picoseconds.
std::int64_t hop(const Sets& sets) {
  const trace::Result result = laboratory::run("tests/effects/ping_pong.json", sets);
  EXPECT_TRUE(result.rows.at(0).verified);
  return result.rows.at(0).p50_ps() / (2 * rounds);
}

/// How often a hop pays the number: it is set to nothing, then to a nanosecond.
std::int64_t occurs(const std::string& number, const Sets& sets) {
  return (hop(with(sets, {{number, "1"}})) - hop(with(sets, {{number, "0"}}))) / 1000;
}

// Looks that cost nothing: else the time would step from one look of the proxy to the next.
const Sets gpu = {{"path", "gpu"}};
const Sets proxy = {{"path", "proxy"}, {"stack.proxy.poll_ring_ns", "0"}, {"stack.proxy.poll_completions_ns", "0"}};
const Sets across = {{"profile.pcie.placement", "cross_socket"}};
const Sets not_inline = {{"stack.gpu.inline_max_bytes", "0"}, {"stack.proxy.inline_max_bytes", "0"}};

constexpr const char* root = "profile.pcie.root_complex_ns";
constexpr const char* socket = "profile.pcie.socket_ns";

TEST(Placement, AHopCrossesTheRootComplexAsOftenAsAHandCounts) {
  // The doorbell, the fetch there and back, and at the target the atomic's read there and back.
  EXPECT_EQ(occurs(root, with(gpu, across)), 5);
  EXPECT_EQ(occurs(root, with(gpu, {{"profile.pcie.placement", "same_socket"}})), 5);
  EXPECT_EQ(occurs(root, gpu), 0);
  // The payload's read there and back as well.
  EXPECT_EQ(occurs(root, with(with(gpu, across), not_inline)), 7);
  // The CPU's queue lies beside the NIC: only the atomic crosses.
  EXPECT_EQ(occurs(root, with(proxy, across)), 2);
}

TEST(Placement, TheSocketsLinkIsCrossedByCommandsToo) {
  EXPECT_EQ(occurs(socket, with(gpu, across)), 5);
  EXPECT_EQ(occurs(socket, with(proxy, across)), 3);
  EXPECT_EQ(occurs(socket, with(gpu, {{"profile.pcie.placement", "same_socket"}})), 0);
}

TEST(Placement, LargePutsGetWhatTheNarrowestPartOfTheWayCarries) {
  const trace::Result result = laboratory::run("scenarios/library/nic_near_and_far.json");
  for (const char* path : {"gpu", "proxy"}) {
    const trace::Row& beside = row(result, {"same_switch", path, "1048576"});
    const trace::Row& socket_too = row(result, {"cross_socket", path, "1048576"});
    // 22 GB/s instead of the line's 50 less headers: twice as long and a bit.
    EXPECT_GE(percent(socket_too, beside), 200) << path;
    EXPECT_LE(percent(socket_too, beside), 240) << path;
    EXPECT_GT(percent(row(result, {"same_socket", path, "1048576"}), beside), 100) << path;
  }
  // A small put that a proxy posts hardly notices; one whose queue the NIC has to fetch from the GPU does.
  const auto more = [&](const char* path) {
    return row(result, {"cross_socket", path, "64"}).p50_ps() - row(result, {"same_switch", path, "64"}).p50_ps();
  };
  EXPECT_GT(more("gpu"), 2 * more("proxy"));
}

TEST(Iommu, EveryRequestOfADevicePaysItsTranslation) {
  // Doorbell, fetch, payload write or atomic: each is one request, and those in a row count once each.
  const Sets passing = with(gpu, {{"profile.iommu.mode", "passthrough"}});
  EXPECT_EQ(occurs("profile.iommu.passthrough_ns", passing), 3);
  const Sets translating = with(gpu, {{"profile.iommu.mode", "translating"}});
  EXPECT_EQ(occurs("profile.iommu.hit_ns", translating), 3);
  EXPECT_EQ(occurs("profile.iommu.miss_ns", translating), 0);  // the same few pages again and again
}

TEST(Iommu, APeerIsReachedThroughTheRootComplexWhenAddressesAreTranslated) {
  EXPECT_EQ(occurs(root, with(gpu, {{"profile.iommu.mode", "translating"}})), 5);
  EXPECT_EQ(occurs(root, with(gpu, {{"profile.iommu.mode", "passthrough"}})), 0);
}

std::int64_t item(const trace::Row& row, const std::string& name) {
  for (const trace::PathItem& one : row.critical_path)
    if (one.item == name) return one.ps;
  return 0;
}

TEST(Iommu, PageWalksComeWithMorePagesThanAreCachedAndGoWithLargerPages) {
  const trace::Result result = laboratory::run("scenarios/library/iommu_modes.json");
  // With few agents only the queue's work requests come to a new page now and then.
  const std::int64_t few = item(row(result, {"translating", "4096", "16"}), "iommu.walk");
  EXPECT_LE(few, 330'000);
  EXPECT_GT(item(row(result, {"translating", "4096", "128"}), "iommu.walk"), 3 * few);
  EXPECT_EQ(item(row(result, {"translating", "2097152", "128"}), "iommu.walk"), 0);
  for (const char* page : {"4096", "2097152"})
    for (const char* agents : {"16", "128"})
      EXPECT_EQ(row(result, {"passthrough", page, agents}).p50_ps(), row(result, {"off", page, agents}).p50_ps());
}

TEST(Staging, CostsACopyAtEachEnd) {
  const trace::Result result = laboratory::run("scenarios/library/gpudirect_against_staging.json");
  for (const char* bytes : {"1024", "65536", "1048576"}) {
    const trace::Row& direct = row(result, {"1", bytes});
    const trace::Row& staged = row(result, {"0", bytes});
    EXPECT_GT(percent(staged, direct), 120) << bytes;
    EXPECT_EQ(item(direct, "host.copy"), 0);
    EXPECT_GE(item(staged, "host.copy"), 2 * 6'500'000) << bytes;
    EXPECT_NE(std::find(staged.layers.begin(), staged.layers.end(), "Staged"), staged.layers.end());
  }
}

TEST(Staging, AHopPaysBothCopiesOfItsPayloadAndTheSignalFollowsThem) {
  const Sets staged = with(with(proxy, not_inline), {{"profile.pcie.gpudirect", "0"}});
  EXPECT_EQ(occurs("profile.host.copy_ns", staged), 2);
  EXPECT_EQ(occurs("profile.pcie.nic_read_host_ns", staged), 1);
  EXPECT_EQ(occurs("profile.pcie.nic_read_ns", staged), 0);
}

TEST(Staging, APutIsCompleteWhenTheCopyAtTheTargetIsAndItsAcknowledgementIsBack) {
  const Sets one = {{"profile.pcie.gpudirect", "0"},
                    {"path", "proxy"},
                    {"params.until", "quiet"},
                    {"launch.agents", "1"},
                    {"params.count", "1"}};
  const trace::Result result = laboratory::run("tests/effects/one_call.json", one);
  const trace::Row& call = result.rows.at(0);
  EXPECT_GE(item(call, "host.copy"), 2 * 6'500'000);
  EXPECT_EQ(item(call, "nic.acknowledge"), 980'000);
  EXPECT_EQ(item(call, "nic.earlier_work"), 0);  // else it was acknowledged before, and held up by the copy
}

TEST(Staging, LeavesTheBytesOnBothSidesOfEveryOperation) {
  for (const char* op : {"put", "p", "get", "g", "add", "fetch_add", "ping_pong"})
    for (const char* path : {"proxy", "host"}) {
      const Sets sets = {
          {"profile.pcie.gpudirect", "0"}, {"params.op", op}, {"path", path}, {"params.until", "quiet"}};
      const trace::Result result = laboratory::run("tests/effects/one_call.json", sets);
      EXPECT_TRUE(result.rows.at(0).verified) << op << " " << path;
    }
}

TEST(Staging, SignalsComeAfterTheirDataWhoeverOrdersThem) {
  for (const char* profile : {"dgx-h100-cx7", "aws-p5-efa"})
    for (const char* stack : {"lean", "mscclpp", "nccl-proxy", "uccl-ep"}) {
      const Sets sets = {{"profile.pcie.gpudirect", "0"},
                         {"cluster.profile", profile},
                         {"stack", stack},
                         {"stack.offers.unordered", "true"},
                         {"path.other_node", "proxy"},
                         {"profile.host.copy_ns", "100000"}};  // long enough for any signal to overtake
      const trace::Result result = laboratory::run("scenarios/library/quickstart.json", sets);
      for (const trace::Row& one : result.rows) EXPECT_TRUE(one.verified) << profile << " " << stack;
    }
}

TEST(Staging, IsRefusedWhereNoCpuCouldCopy) {
  for (const char* path : {"gpu", "gpu-cpu-doorbell"}) {
    std::string said;
    try {
      hop({{"path", path}, {"profile.pcie.gpudirect", "0"}});
    } catch (const Error& error) {
      said = error.what();
      EXPECT_EQ(error.exit_code(), 2);
    }
    EXPECT_NE(said.find("profile.pcie.gpudirect: expected 1 on path " + std::string(path)), std::string::npos)
        << said;
  }
}

TEST(Queues, InTheCpusMemoryLoseNearTheNicAndWinAtAnotherSocket) {
  const trace::Result result = laboratory::run("scenarios/library/queue_placement.json");
  const auto ratio = [&](const char* placement) {
    return percent(row(result, {"host", "host", "gpu", placement}), row(result, {"gpu", "host", "gpu", placement}));
  };
  EXPECT_GT(ratio("same_switch"), 105);
  // The NIC reads the work request and writes the completion beside itself instead of across both hops.
  EXPECT_LT(ratio("cross_socket"), 100);
}

TEST(Queues, InTheCpusMemoryAreWrittenAndLookedAtAcrossPcie) {
  const Sets on_host = {{"stack.gpu.queue_memory", "host"}};
  constexpr const char* posted = "profile.pcie.posted_ns";
  EXPECT_EQ(occurs(posted, gpu), 1);                 // the doorbell
  EXPECT_EQ(occurs(posted, with(gpu, on_host)), 2);  // and before it the work requests
  const Sets call = {{"path", "gpu"}, {"launch.agents", "1"}, {"params.count", "1"}, {"params.until", "quiet"}};
  const auto time = [&](const Sets& sets, const char* load) {
    const Sets all = with(with(call, sets), {{"profile.pcie.gpu_read_host_ns", load}});
    return laboratory::run("tests/effects/one_call.json", all).rows.at(0).p50_ps();
  };
  EXPECT_EQ(time({}, "1700"), time({}, "700"));
  const std::int64_t longer = time(on_host, "1700") - time(on_host, "700");
  EXPECT_GE(longer, 1'000'000);
  EXPECT_EQ(longer % 1'000'000, 0);  // as many looks as there are
}

TEST(Rings, InGpuMemoryTakeCommandsWithoutCrossingPcie) {
  EXPECT_EQ(occurs("profile.pcie.posted_ns", proxy), 2);  // command and doorbell
  const Sets on_gpu = {{"stack.proxy.ring_memory", "gpu"}, {"profile.pcie.cpu_read_gpu_ns", "0"}};
  EXPECT_EQ(occurs("profile.pcie.posted_ns", with(proxy, on_gpu)), 1);
}

TEST(Rings, InGpuMemoryMakeEveryLookOfTheCpuARead) {
  const trace::Result result = laboratory::run("scenarios/library/queue_placement.json");
  for (const char* placement : {"same_switch", "cross_socket"}) {
    const trace::Row& on_host = row(result, {"gpu", "host", "proxy", placement});
    EXPECT_GT(percent(row(result, {"gpu", "gpu", "proxy", placement}), on_host), 105) << placement;
    EXPECT_EQ(row(result, {"gpu", "gpu", "gpu", placement}).p50_ps(),
              row(result, {"gpu", "host", "gpu", placement}).p50_ps());
  }
}

}  // namespace
}  // namespace gin
