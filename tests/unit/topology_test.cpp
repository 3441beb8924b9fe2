// Which cores there are, which are near a NIC, and that a thread stays where it was put.
#include <gtest/gtest.h>
#include <sched.h>

#include <cstdlib>
#include <thread>

#include "core/topology/host.hpp"
#include "core/topology/machine.hpp"
#include "tests/unit/described_machine.hpp"
#include "tests/unit/holds.hpp"
#include "tests/unit/refusal.hpp"

namespace gin::topology {
namespace {

Cores usable_of(const std::string& xml) {
  return Machine::described(xml).cores();
}

TEST(Topology, ACoreIsOneOfItsProcessors) {
  EXPECT_EQ(usable_of(test::two_packages()), (Cores{0, 1, 2, 3}));
}

TEST(Topology, WhatIsNotAllowedIsNoCoreAndASiblingStandsInForTheOther) {
  EXPECT_EQ(usable_of(test::two_packages(0x84)), (Cores{2, 7}));
}

TEST(Topology, WhereCoresAreHiddenEveryProcessorIsOne) {
  test::MachineText text;
  EXPECT_EQ(usable_of(text.machine(0x7, 1, 0x7, text.node(0, 0x7) + text.processors(0x7, 1))), (Cores{0, 1, 2}));
}

TEST(Topology, TheCoresOfTheNicsPackageComeFirst) {
  const Machine machine = Machine::described(test::two_packages());
  for (const char* nic : {"mlx5_0", "mlx5_1", "0000:a1:00.0", "0000:b1:00.0"}) {
    const Nearness near = machine.near(nic);
    EXPECT_EQ(near.cores, (Cores{2, 3, 0, 1})) << nic;
    EXPECT_EQ(near.unknown, "");
  }
  EXPECT_EQ(machine.near("eth0").cores, (Cores{0, 1, 2, 3}));
  EXPECT_EQ(Machine::described(test::two_packages(0xe4)).near("mlx5_0").cores, (Cores{2, 7, 5}));
}

TEST(Topology, ANicOfNoPackageIsKnownAndEquallyFarFromAllCores) {
  const Nearness near = Machine::described(test::two_packages()).near("far0");
  EXPECT_EQ(near.cores, (Cores{0, 1, 2, 3}));
  EXPECT_EQ(near.unknown, "");
}

TEST(Topology, TheNicsDieComesBeforeTheRestOfItsPackage) {
  EXPECT_EQ(Machine::described(test::package_of_dies()).near("rdmap65s0").cores, (Cores{4, 5, 2, 3, 0, 1}));
}

TEST(Topology, ANicThatIsNotThereLeavesTheMachinesOrderAndSaysSo) {
  const Machine machine = Machine::described(test::two_packages());
  for (const std::string nic : {"lo", "", "shm", "mlx5_", "mlx5_00", "0000:a2:00.0", "a1"}) {
    const Nearness near = machine.near(nic);
    EXPECT_EQ(near.cores, machine.cores()) << nic;
    EXPECT_TRUE(test::holds(near.unknown, "NIC \"" + nic + "\": expected a device that hwloc lists")) << nic;
  }
}

TEST(Topology, ABrokenDescriptionIsRefusedAndThisMachineNotTakenInstead) {
  const std::string whole = test::two_packages();
  for (const std::string& xml : {std::string(), std::string("cores: 4"), whole.substr(0, whole.size() / 2),
                                 std::string("<topology version=\"2.0\"></topology>")})
    EXPECT_TRUE(test::holds(test::refusal([&] { Machine::described(xml); }),
                            "machine in XML: expected a description as lstopo writes it"))
        << xml;
}

TEST(Topology, AnotherMachineInTheEnvironmentIsNotThisOne) {
  ::setenv("HWLOC_SYNTHETIC", "pack:2 core:4 pu:1", 1);
  EXPECT_EQ(test::refusal([] { Machine::here(); }),
            "hwloc: expected this machine, came another; unset HWLOC_XMLFILE and HWLOC_SYNTHETIC");
  ::unsetenv("HWLOC_SYNTHETIC");
}

TEST(Topology, NothingIsPinnedToTheCoresOfADescription) {
  EXPECT_TRUE(
      test::holds(Machine::described(test::two_packages()).pin_this_thread(0), "came one of a description"));
}

cpu_set_t affinity() {
  cpu_set_t set;
  CPU_ZERO(&set);
  EXPECT_EQ(::sched_getaffinity(0, sizeof set, &set), 0);
  return set;
}

/// On a thread of its own: what it does to its affinity is over with it.
template <class Body>
void aside(Body body) {
  std::thread(body).join();
}

TEST(Topology, AThreadStaysOnTheCoreItWasPinnedTo) {
  aside([] {
    const Machine machine = Machine::here();
    ASSERT_FALSE(machine.cores().empty());
    for (const std::uint32_t core : machine.cores()) {
      EXPECT_EQ(machine.pin_this_thread(core), "");
      const cpu_set_t now = affinity();
      EXPECT_EQ(CPU_COUNT(&now), 1);
      EXPECT_TRUE(CPU_ISSET(core, &now)) << core;
    }
  });
}

TEST(Topology, ACoreThatTheOsDoesNotHaveIsASentenceAndTheThreadRunsOn) {
  aside([] {
    const cpu_set_t before = affinity();
    const std::string refused = Machine::here().pin_this_thread(100'000);
    EXPECT_TRUE(test::holds(refused, "core 100000: expected the OS to keep a thread there, came: ")) << refused;
    const cpu_set_t after = affinity();
    EXPECT_TRUE(CPU_EQUAL(&before, &after));
  });
}

TEST(Topology, TheAffinityOfTheCallerLimitsTheCores) {
  aside([] {
    const std::uint32_t last = Machine::here().cores().back();
    ASSERT_EQ(Machine::here().pin_this_thread(last), "");
    EXPECT_EQ(Machine::here().cores(), Cores{last});
  });
}

TEST(Topology, AMachineIsTheSameForAllItsProcesses) {
  EXPECT_EQ(host_identity(), host_identity());
  EXPECT_FALSE(host_identity().empty());
  EXPECT_FALSE(test::holds(host_identity(), "\n"));
}

}  // namespace
}  // namespace gin::topology
