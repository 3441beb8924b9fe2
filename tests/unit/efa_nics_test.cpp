// Which NICs a PE of backend efa opens.
#include <gtest/gtest.h>

#include "backends/efa/nics.hpp"
#include "core/topology/machine.hpp"
#include "tests/unit/rails_machine.hpp"
#include "tests/unit/refusal.hpp"

namespace gin::test {
namespace {

using NicNames = std::vector<std::string>;

WirePlace gpu_of(std::uint32_t gpu, std::uint32_t gpus, std::int64_t rails = 0) {
  WirePlace place;
  place.gpu = gpu;
  place.gpus = gpus;
  place.nic.rails = rails;
  return place;
}

topology::Devices p5_devices() {
  return topology::Machine::described(RailsMachine::text(p5(), {})).devices();
}

NicNames all_of(const topology::Devices& devices) {
  NicNames names;
  for (const topology::Nic& nic : devices.nics) names.push_back(nic.name);
  return names;
}

TEST(EfaNics, AreThoseNearestToItsGpu) {
  const topology::Devices machine = p5_devices();
  EXPECT_EQ(efa::nics_for(gpu_of(1, 8), all_of(machine), machine),
            (NicNames{"rdmap96s0", "rdmap97s0", "rdmap98s0", "rdmap99s0"}));
  EXPECT_EQ(efa::nics_for(gpu_of(1, 8, 2), all_of(machine), machine), (NicNames{"rdmap96s0", "rdmap97s0"}));
}

TEST(EfaNics, WhatLibfabricDoesNotOfferIsPassedOver) {
  const topology::Devices machine = p5_devices();
  NicNames offered = all_of(machine);
  std::erase(offered, "rdmap97s0");
  EXPECT_EQ(efa::nics_for(gpu_of(1, 8), offered, machine), (NicNames{"rdmap96s0", "rdmap98s0", "rdmap99s0"}));
}

TEST(EfaNics, WhoAsksForMoreThanAreNearGetsTheNextNearest) {
  const topology::Devices machine = p5_devices();
  const NicNames five = efa::nics_for(gpu_of(0, 8, 5), all_of(machine), machine);
  EXPECT_EQ(NicNames(five.begin(), five.begin() + 4),
            (NicNames{"rdmap79s0", "rdmap80s0", "rdmap81s0", "rdmap82s0"}));
  EXPECT_EQ(five.back(), "rdmap96s0");
}

TEST(EfaNics, OfAMachineThatIsNotKnownAreDealtOutEvenly) {
  const NicNames offered = {"a", "b", "c", "d"};
  EXPECT_EQ(efa::nics_for(gpu_of(0, 2), offered, {}), (NicNames{"a", "b"}));
  EXPECT_EQ(efa::nics_for(gpu_of(1, 2), offered, {}), (NicNames{"c", "d"}));
  EXPECT_EQ(efa::nics_for(gpu_of(2, 4), offered, {}), (NicNames{"c"}));
  EXPECT_EQ(efa::nics_for(gpu_of(2, 3), {"a"}, {}), (NicNames{"a"}));
  EXPECT_EQ(efa::nics_for(gpu_of(3, 4, 2), offered, {}), (NicNames{"d", "a"}));  // its own first
}

TEST(EfaNics, OneThatIsNamedIsTheOne) {
  WirePlace place = gpu_of(0, 1);
  place.nic.device = "b";
  EXPECT_EQ(efa::nics_for(place, {"a", "b"}, {}), (NicNames{"b"}));
  place.nic.device = "c";
  EXPECT_EQ(refusal([&] {
              efa::nics_for(place, {"a", "b"}, {});
            }),
            "launch.device: expected one of a, b, came c; `fi_info -p efa` lists them");
}

TEST(EfaNics, MoreThanThereAreAreRefused) {
  EXPECT_EQ(refusal([] {
              efa::nics_for(gpu_of(0, 1, 3), {"a", "b"}, {});
            }),
            "launch.rails: expected at most 2, which are offered (a, b), came 3");
}

}  // namespace
}  // namespace gin::test
