// A GPU that keeps its peers' lines in its own L2: what a further pass over the same remote bytes costs, and when
// they have to come again.
#include "models/cost/memory.hpp"
#include "models/load.hpp"
#include "tests/effects/laboratory.hpp"

namespace gin {
namespace {

using laboratory::percent;
using laboratory::row;
using Sets = std::vector<scenario::Assignment>;

constexpr std::int64_t buffer = 1 << 20;
const Sets kept = {{"profile.nvlink.remote_lines", "until_acquire"}};

/// One agent moves the buffer once or several times.
trace::Row moved(const std::string& mode, std::int64_t passes, Sets sets = {}) {
  sets.insert(
      sets.end(),
      {{"params.mode", mode}, {"params.bytes", std::to_string(buffer)}, {"params.passes", std::to_string(passes)}});
  const trace::Result result = laboratory::run("tests/effects/one_copy.json", sets);
  EXPECT_TRUE(result.rows.at(0).verified);
  return result.rows.at(0);
}
std::int64_t further_pass(const std::string& mode, const Sets& sets = {}) {
  return moved(mode, 3, sets).p50_ps() - moved(mode, 2, sets).p50_ps();
}
std::int64_t over_nvlink(const trace::Row& row) {
  for (const trace::Traffic& link : row.by_link)
    if (link.name == "nvlink") return link.bytes;
  return 0;
}

TEST(RemoteLines, AreFetchedAnewInEachPassWhereTheGpuKeepsNone) {
  EXPECT_EQ(over_nvlink(moved("read", 3)), 3 * buffer);
  EXPECT_EQ(over_nvlink(moved("get", 3)), 3 * buffer);
}

TEST(RemoteLines, CrossTheLinkOnceWhereTheyAreKeptAndFit) {
  EXPECT_EQ(over_nvlink(moved("read", 3, kept)), buffer);
  EXPECT_EQ(over_nvlink(moved("get", 3, kept)), buffer);
}

TEST(RemoteLines, CostWhatOwnMemoryCostsFromTheSecondPassOn) {
  EXPECT_EQ(further_pass("read", kept), further_pass("local"));
  EXPECT_GT(further_pass("read"), 2 * further_pass("read", kept));
}

TEST(RemoteLines, LeaveNothingBehindWhenTheyAreMoreThanTheL2Holds) {
  for (const char* l2 : {"1048575", "524288"}) {
    const Sets small = {{"profile.gpu.l2_size_bytes", l2}};
    Sets small_and_kept = small;
    small_and_kept.push_back(kept.front());
    EXPECT_EQ(moved("read", 3, small_and_kept).p50_ps(), moved("read", 3, small).p50_ps()) << l2;
    EXPECT_EQ(over_nvlink(moved("read", 3, small_and_kept)), 3 * buffer);
  }
}

TEST(RemoteLines, StoresGoToThePeerAllTheSame) {
  for (const char* mode : {"put", "write"}) {
    EXPECT_EQ(over_nvlink(moved(mode, 3, kept)), 3 * buffer) << mode;
    EXPECT_EQ(moved(mode, 3, kept).p50_ps(), moved(mode, 3).p50_ps()) << mode;
  }
}

TEST(RemoteLines, DoNotOutliveAKernel) {
  Sets twice = kept;
  twice.insert(twice.end(), {{"measure.warmup", "1"}, {"measure.iterations", "2"}});
  const trace::Row row = moved("read", 3, twice);
  EXPECT_EQ(over_nvlink(row), 2 * buffer);
  EXPECT_EQ(row.samples_ps.at(0), row.samples_ps.at(1));
}

TEST(RemoteLines, AreWhatTheCostFunctionSays) {
  for (const char* lines : {"not_kept", "until_acquire"}) {
    const models::Profile p = models::load_profile("dgx-h100-cx7", {{"nvlink.remote_lines", lines}});
    models::cost::Transfer reads{.bytes = {buffer}, .footprint = {buffer}, .remote = true, .passes = 2};
    const Duration two = models::cost::transfer(p, reads).total();
    reads.passes = 3;
    const Duration three = models::cost::transfer(p, reads).total();
    // A pass of the program also writes its sums.
    const auto sums = [&](const Sets& sets) { return further_pass("read", sets) - (three - two).ps; };
    models::cost::Transfer own{.bytes = {buffer}, .footprint = {buffer}};
    EXPECT_EQ(sums({{"profile.nvlink.remote_lines", lines}}),
              further_pass("local") - models::cost::transfer(p, own).total().ps)
        << lines;
  }
}

TEST(RemoteLines, DecideWhetherThePointerWinsThreePasses) {
  const trace::Result result = laboratory::run("scenarios/library/pointer_where_lines_stay.json");
  EXPECT_GE(percent(row(result, {"not_kept", "pointer", "3"}), row(result, {"not_kept", "all_to_all", "3"})), 105);
  EXPECT_GE(
      percent(row(result, {"until_acquire", "all_to_all", "3"}), row(result, {"until_acquire", "pointer", "3"})),
      105);
  for (const char* mode : {"pointer", "all_to_all"})
    EXPECT_EQ(row(result, {"until_acquire", mode, "1"}).p50_ps(), row(result, {"not_kept", mode, "1"}).p50_ps());
}

}  // namespace
}  // namespace gin
