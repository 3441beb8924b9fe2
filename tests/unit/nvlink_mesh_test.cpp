// Links between pairs of GPUs: which way bytes take on the mesh of the first DGX, counted by hand, and what is
// refused.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

#include "models/cost/nvlink.hpp"
#include "models/load.hpp"
#include "tests/unit/refusal.hpp"

namespace gin::models {
namespace {

NvlinkMesh mesh_of(const std::string& links) {
  return nvlink_mesh(links, "FILE: $.nvlink.links");
}

NvlinkMesh cube() {
  return mesh_of(load_profile("dgx-1-v100").nvlink.links);
}

/// The GPUs on the way, both ends included.
std::vector<std::uint32_t> gpus_on(const NvlinkMesh& mesh, std::uint32_t from, std::uint32_t to) {
  std::vector<std::uint32_t> gpus = {from};
  for (const std::uint32_t link : mesh.way(from, to)) {
    EXPECT_EQ(mesh.links[link].from, gpus.back());
    gpus.push_back(mesh.links[link].to);
  }
  EXPECT_EQ(gpus.back(), to);
  return gpus;
}

using Way = std::vector<std::uint32_t>;

TEST(CubeMesh, EveryGpuHasSixBricksAndFourNeighbours) {
  const NvlinkMesh mesh = cube();
  EXPECT_EQ(mesh.gpus, 8u);
  EXPECT_EQ(mesh.bricks, 6);
  for (std::uint32_t gpu = 0; gpu < mesh.gpus; ++gpu) {
    std::int64_t bricks = 0, neighbours = 0;
    for (const NvlinkLink& link : mesh.links)
      if (link.from == gpu) bricks += link.bricks, ++neighbours;
    EXPECT_EQ(bricks, 6) << gpu;
    EXPECT_EQ(neighbours, 4) << gpu;
  }
}

TEST(CubeMesh, TwelvePairsAreReachedOverOneGpuEach) {
  const NvlinkMesh mesh = cube();
  int direct = 0, relayed = 0;
  for (std::uint32_t from = 0; from < mesh.gpus; ++from)
    for (std::uint32_t to = 0; to < mesh.gpus; ++to)
      (mesh.way(from, to).size() == 2 ? relayed : direct) += from < to;
  EXPECT_EQ(direct, 16);
  EXPECT_EQ(relayed, 12);
}

TEST(CubeMesh, WaysAreTheWidestAndThenThoseOverTheLowestGpu) {
  const NvlinkMesh mesh = cube();
  EXPECT_EQ(gpus_on(mesh, 0, 3), (Way{0, 3}));
  // Over 1 and over 4 there is a single brick somewhere: the lower one.
  EXPECT_EQ(gpus_on(mesh, 0, 5), (Way{0, 1, 5}));
  // 0-4 and 4-7 are double, 3-7 is not.
  EXPECT_EQ(gpus_on(mesh, 0, 7), (Way{0, 4, 7}));
  EXPECT_EQ(gpus_on(mesh, 7, 0), (Way{7, 4, 0}));
  EXPECT_TRUE(mesh.way(4, 4).empty());
}

TEST(NvlinkMesh, APortIsDividedAmongTheBricksOfTheWidestGpu) {
  const NvlinkMesh mesh = mesh_of("0-1x2 1-2");  // GPU 1 has three
  EXPECT_EQ(link_rate(Bandwidth{90}, mesh, mesh.links[0]).bytes_per_second, 60);
  EXPECT_EQ(link_rate(Bandwidth{90}, mesh, mesh.links[2]).bytes_per_second, 30);
}

TEST(NvlinkMesh, EachLinkHasItsLatencyAndEachRelayItsOwn) {
  NvlinkProfile nvlink{};
  nvlink.load = nanoseconds(500);
  nvlink.store = nanoseconds(200);
  nvlink.relay = nanoseconds(30);
  EXPECT_EQ(load_over(nvlink, 1), nanoseconds(500));
  EXPECT_EQ(store_over(nvlink, 1), nanoseconds(200));
  EXPECT_EQ(load_over(nvlink, 3), nanoseconds(1560));
  EXPECT_EQ(store_over(nvlink, 3), nanoseconds(660));
}

TEST(NvlinkMesh, RefusesWhatIsNoMeshWithThePlaceAndTheReason) {
  const std::pair<const char*, const char*> refused[] = {
      {"", "expected the links of the mesh"},
      {"0-0", "got \"0-0\""},
      {"0-1 1", "got \"1\""},
      {"0-1,1-2", "got \"0-1,1-2\""},
      {"0-1x0", "got \"0-1x0\""},
      {"0-1x", "got \"0-1x\""},
      {"0-1  1-2", "got \"\""},
      {"0-64", "GPUs below 64"},
      {"0-99999999999", "GPUs below 64"},
      {"-1-2", "got \"-1-2\""},
      {"0-1 1-0", "got 1-0 twice"},
      {"0-1 2-3", "none that lead from 0 to 2"},
  };
  for (const auto& [links, words] : refused) {
    const std::string message = test::refusal([&, text = links] { mesh_of(text); });
    EXPECT_NE(message.find("FILE: $.nvlink.links: "), std::string::npos) << links << ": " << message;
    EXPECT_NE(message.find(words), std::string::npos) << links << ": " << message;
  }
}

TEST(NvlinkMesh, AProfileThatAsksForAMeshHasToSayItsLinks) {
  const std::string message = test::refusal([] { load_profile("dgx-h100-cx7", {{"nvlink.topology", "mesh"}}); });
  EXPECT_NE(message.find("with nvlink.topology = mesh: $.nvlink.links: expected the links"), std::string::npos)
      << message;
}

/// A ring of so many GPUs, which joins all, and some chords.
std::string some_links(std::uint32_t gpus, const std::set<std::pair<std::uint32_t, std::uint32_t>>& chords) {
  std::string text;
  const auto add = [&](std::uint32_t a, std::uint32_t b) {
    text += (text.empty() ? "" : " ") + std::to_string(a) + "-" + std::to_string(b);
  };
  for (std::uint32_t gpu = 0; gpu + 1 < gpus; ++gpu) add(gpu, gpu + 1);
  for (const auto& [a, b] : chords) add(a, b);
  return text;
}

RC_GTEST_PROP(NvlinkMesh, OneMoreLinkMakesNoWayLongerAndAllWaysLeadThere, ()) {
  const auto gpus = *rc::gen::inRange<std::uint32_t>(3, 12);
  std::set<std::pair<std::uint32_t, std::uint32_t>> chords;
  NvlinkMesh before = mesh_of(some_links(gpus, chords));
  const int steps = *rc::gen::inRange(1, 8);
  for (int step = 0; step < steps; ++step) {
    const auto a = *rc::gen::inRange<std::uint32_t>(0, gpus), b = *rc::gen::inRange<std::uint32_t>(0, gpus);
    if (b < a + 2 || !chords.insert({a, b}).second) continue;
    const NvlinkMesh after = mesh_of(some_links(gpus, chords));
    for (std::uint32_t from = 0; from < gpus; ++from) {
      for (std::uint32_t to = 0; to < gpus; ++to) {
        RC_ASSERT(after.way(from, to).size() <= before.way(from, to).size());
        RC_ASSERT(after.way(from, to).size() == after.way(to, from).size());
        RC_ASSERT(gpus_on(after, from, to).back() == to);
      }
    }
    RC_ASSERT(after.way(a, b).size() == 1u);
    before = after;
  }
}

}  // namespace
}  // namespace gin::models
