// Sends and receives between GPUs that reach each other by load and store: which link their bytes take.
#include <algorithm>

#include "tests/effects/laboratory.hpp"

namespace gin {
namespace {

using laboratory::percent;

trace::Row transposed(const std::string& mode, const std::string& path, const std::string& nodes = "1") {
  return laboratory::run("tests/effects/transpose.json", {{"cluster.nodes", nodes},
                                                          {"cluster.gpus_per_node", "8"},
                                                          {"stack", "nccl-proxy"},
                                                          {"path.same_node", path},
                                                          {"path.other_node", path == "pointer" ? "proxy" : path},
                                                          {"launch.agents", "1"},
                                                          {"params.rows", "256"},
                                                          {"params.mode", mode}})
      .rows.at(0);
}

std::int64_t bytes_on(const trace::Row& row, const std::string& link) {
  const auto at = std::ranges::find(row.by_link, link, &trace::Traffic::name);
  return at == row.by_link.end() ? 0 : at->bytes;
}

constexpr std::int64_t block_bytes = 256 * 256 * 4;

TEST(TwoSided, WithinANodeTakesNvlinkAndNoNicWherePointersReach) {
  for (const char* path : {"pointer", "host"}) {
    const trace::Row row = transposed("two_sided", path);
    EXPECT_TRUE(row.verified) << row.mismatch;
    EXPECT_EQ(bytes_on(row, "nic"), 0) << path;
    EXPECT_EQ(bytes_on(row, "nvlink"), 8 * 7 * block_bytes) << path;
  }
}

TEST(TwoSided, TakesTheNicWhereTheScenarioSendsEverythingInsideTheNodeOverIt) {
  const trace::Row row = transposed("two_sided", "proxy");
  EXPECT_TRUE(row.verified) << row.mismatch;
  EXPECT_GE(bytes_on(row, "nic"), 8 * 7 * block_bytes);
  EXPECT_EQ(bytes_on(row, "nvlink"), 0);
}

TEST(TwoSided, OfTwoNodesTakesBothEachForItsOwn) {
  for (const char* path : {"pointer", "host"}) {
    const trace::Row row = transposed("two_sided", path, "2");
    EXPECT_TRUE(row.verified) << row.mismatch;
    EXPECT_EQ(bytes_on(row, "nvlink"), 16 * 7 * block_bytes) << path;
    EXPECT_GE(bytes_on(row, "nic"), 16 * 8 * block_bytes) << path;
    EXPECT_LT(bytes_on(row, "nic"), 16 * 8 * block_bytes * 5 / 4) << path;
  }
}

TEST(TwoSided, InOneNodeIsNoMoreThanTwiceAPointerForBlocksOfAQuarterMebibyte) {
  EXPECT_LE(percent(transposed("two_sided", "host"), transposed("pointer", "host")), 200);
}

}  // namespace
}  // namespace gin
