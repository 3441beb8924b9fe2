// The bound from a profile and traffic: which resource, on whom, and for how long, by plain division.
#include "models/bound.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "models/load.hpp"

namespace gin::models {
namespace {

/// Two GPUs with two NICs each.
MachineTraffic quiet_machine() {
  MachineTraffic traffic;
  traffic.gpus.resize(2);
  traffic.nics.resize(4);
  return traffic;
}

Profile even_profile() {
  return load_profile("laptop", {{"nic.line_bytes_per_second", "50000000000"},
                                 {"nic.messages_per_second", "100000000"},
                                 {"nic.atomics_per_second", "20000000"},
                                 {"pcie.bandwidth_bytes_per_second", "25000000000"},
                                 {"nvlink.read_bytes_per_second", "100000000000"},
                                 {"nvlink.write_bytes_per_second", "200000000000"},
                                 {"gpu.l2_bytes_per_second", "1000000000000"},
                                 {"gpu.hbm_bytes_per_second", "500000000000"}});
}

std::string binding(const MachineTraffic& traffic) {
  const Bound bound = bound_of(even_profile(), traffic);
  const Bound::Need* need = bound.binding();
  return need ? bound.name_of(*need) + ": " + std::to_string(need->time.ps) : "nothing";
}

TEST(Bound, WhereNothingMovesNothingBinds) {
  EXPECT_EQ(binding({}), "nothing");
  EXPECT_EQ(binding(quiet_machine()), "nothing");
}

TEST(Bound, EveryResourceBindsByItsOwnRate) {
  const auto of = [](auto set) {
    MachineTraffic traffic = quiet_machine();
    set(traffic);
    return binding(traffic);
  };
  EXPECT_EQ(of([](MachineTraffic& t) { t.nics[3].line_out.amount = 1000; }), "nic.line_out of PE 1, rail 1: 20000");
  EXPECT_EQ(of([](MachineTraffic& t) { t.nics[2].line_in.amount = 1000; }), "nic.line_in of PE 1, rail 0: 20000");
  EXPECT_EQ(of([](MachineTraffic& t) { t.nics[0].messages_out.amount = 3; }),
            "nic.messages_out of PE 0, rail 0: 30000");
  EXPECT_EQ(of([](MachineTraffic& t) { t.nics[1].messages_in.amount = 3; }),
            "nic.messages_in of PE 0, rail 1: 30000");
  EXPECT_EQ(of([](MachineTraffic& t) { t.nics[1].atomics.amount = 1; }), "nic.atomics of PE 0, rail 1: 50000");
  EXPECT_EQ(of([](MachineTraffic& t) { t.gpus[1].pcie_read.amount = 1000; }), "pcie.read of PE 1: 40000");
  EXPECT_EQ(of([](MachineTraffic& t) { t.gpus[0].pcie_written.amount = 1000; }), "pcie.written of PE 0: 40000");
  EXPECT_EQ(of([](MachineTraffic& t) { t.gpus[1].l2.amount = 1000; }), "memory.l2 of PE 1: 1000");
  EXPECT_EQ(of([](MachineTraffic& t) { t.gpus[1].hbm.amount = 1000; }), "memory.hbm of PE 1: 2000");
  EXPECT_EQ(of([](MachineTraffic& t) { t.latency = Duration{7}; }), "latency: 7");
}

TEST(Bound, LoadsAndStoresShareAPortAtTheirOwnRates) {
  MachineTraffic traffic = quiet_machine();
  traffic.gpus[0].link_in = {1000, 1000, {}};
  traffic.gpus[1].link_out = {0, 3500, {}};
  EXPECT_EQ(binding(traffic), "nvlink.out of PE 1: 17500");
  traffic.gpus[0].link_in.loaded += 300;
  EXPECT_EQ(binding(traffic), "nvlink.in of PE 0: 18000");
}

TEST(Bound, WhatIsNotThroughByTheEndDoesNotCount) {
  MachineTraffic traffic = quiet_machine();
  traffic.nics[0].line_out = {1000, Duration{15'000}};
  traffic.gpus[0].link_out = {1000, 0, Duration{4'000}};
  EXPECT_EQ(binding(traffic), "nvlink.out of PE 0: 6000");
  traffic.gpus[0].link_out.late = Duration{6'000};
  EXPECT_EQ(binding(traffic), "nic.line_out of PE 0, rail 0: 5000");
}

TEST(Bound, OneNicPerGpuHasNoRailInItsName) {
  MachineTraffic traffic;
  traffic.gpus.resize(2);
  traffic.nics.resize(2);
  traffic.nics[1].line_in.amount = 50;
  EXPECT_EQ(binding(traffic), "nic.line_in of PE 1: 1000");
}

RC_GTEST_PROP(Bound, IsTheLargestItemAndMoreTrafficNeverLowersIt, ()) {
  const auto amount = rc::gen::inRange<std::int64_t>(0, 1'000'000);
  const Profile profile = load_profile("laptop");
  MachineTraffic traffic = quiet_machine();
  Duration before;
  for (int step = 0; step < 20; ++step) {
    NicTraffic& nic = traffic.nics[*rc::gen::inRange<std::size_t>(0, 4)];
    GpuTraffic& gpu = traffic.gpus[*rc::gen::inRange<std::size_t>(0, 2)];
    Carried* parts[] = {&nic.line_out, &nic.messages_in, &gpu.pcie_read, &gpu.hbm};
    parts[*rc::gen::inRange(0, 4)]->amount += *amount;
    gpu.link_out.loaded += *amount;
    const Bound bound = bound_of(profile, traffic);
    const Duration now = bound.binding() ? bound.binding()->time : Duration{};
    for (const Bound::Need& need : bound.needs) RC_ASSERT(need.time <= now && need.time > Duration{});
    RC_ASSERT(now >= before);
    before = now;
  }
}

}  // namespace
}  // namespace gin::models
