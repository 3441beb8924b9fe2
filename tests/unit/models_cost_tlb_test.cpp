// Translations that the TLBs have not kept.
#include "models/cost/tlb.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/env/machine.hpp"
#include "models/load.hpp"

namespace gin::models::cost {
namespace {

constexpr TlbLevel level{{1'000}, {400}};

TEST(TlbCost, NothingWaitsWithinTheReach) {
  EXPECT_EQ(tlb_wait(level, {1}), Duration{});
  EXPECT_EQ(tlb_wait(level, {1'000}), Duration{});
}

TEST(TlbCost, EveryLoadWaitsForTheShareOfTheFootprintThatIsBeyond) {
  EXPECT_EQ(tlb_wait(level, {2'000}), Duration{200});
  EXPECT_EQ(tlb_wait(level, {4'000}), Duration{300});
  EXPECT_EQ(tlb_wait(level, {std::int64_t{1} << 40}), Duration{399});  // never a whole miss
}

TEST(TlbCost, LevelsAddUpAndAPeersIsItsOwn) {
  Profile p = load_profile("h200-nvlink");
  p.gpu.load = {1'000}, p.gpu.tlb = level, p.gpu.walk = {{2'000}, {10'000}};
  p.nvlink.load = {7'000}, p.nvlink.tlb = {{1'000}, {80}};
  EXPECT_EQ(scattered_load(p, {2'000}, false).total(), Duration{1'000 + 200});
  EXPECT_EQ(scattered_load(p, {4'000}, false).total(), Duration{1'000 + 300 + 5'000});
  EXPECT_EQ(scattered_load(p, {4'000}, true).total(), Duration{7'000 + 60});
}

RC_GTEST_PROP(TlbCost, IsWhatTheMachineChargesAndGrowsWithTheFootprint, ()) {
  const auto upto = [](std::int64_t most) { return *rc::gen::inRange<std::int64_t>(1, most); };
  const TlbLevel of{{upto(std::int64_t{1} << 40)}, {upto(1'000'000'000)}};
  const std::int64_t footprint = upto(std::int64_t{1} << 41);
  const Tlb machine{of.reach, of.miss};
  RC_ASSERT(tlb_wait(of, {footprint}) == machine.wait(static_cast<std::uint64_t>(footprint)));
  RC_ASSERT(tlb_wait(of, {footprint}) <= tlb_wait(of, {footprint + 1}));
}

}  // namespace
}  // namespace gin::models::cost
