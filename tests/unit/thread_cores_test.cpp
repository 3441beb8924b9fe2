// PEs of one machine agree which core each thread gets, and say only what was done.
#include "core/process/thread_cores.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <thread>

#include "tests/unit/small_job.hpp"

namespace gin {
namespace {

/// Of the devices on PCI, as the kernel lists them.
std::vector<std::string> pci_devices() {
  std::vector<std::string> listed;
  for (std::error_code none; const auto& entry : std::filesystem::directory_iterator("/sys/bus/pci/devices", none))
    listed.push_back(entry.path().filename());
  return listed;
}

std::string pinned_to(std::uint32_t pe, std::uint32_t core) {
  return "Pinned(PE " + std::to_string(pe) + ": proxies on core " + std::to_string(core) + ")";
}

TEST(ThreadCores, TwoPesOfAMachineNeverGetOneCore) {
  std::array<std::string, 2> done;
  test::SmallJob(2).run([&](bootstrap::Member& member) {
    ThreadCores cores(member, {"lo"}, {.proxies = 1, .others = 0});
    std::thread([&] { cores.pin_proxy(0); }).join();
    done[member.rank()] = cores.what_was_done(Pe{member.rank()});
    member.leave("");
  });
  const topology::Cores usable = topology::Machine::here().cores();
  const bool fit = usable.size() > 1;
  EXPECT_EQ(done[0], fit ? pinned_to(0, usable[0]) : "");
  EXPECT_EQ(done[1], fit ? pinned_to(1, usable[1]) : "");
}

TEST(ThreadCores, AThreadIsPinnedOnlyWhenItAsks) {
  test::SmallJob(1).run([](bootstrap::Member& member) {
    ThreadCores cores(member, {"lo"}, {.proxies = 1, .others = 0});
    EXPECT_EQ(cores.what_was_done(Pe{0}), "");
    std::thread([&] {
      cores.pin_proxy(0);
      EXPECT_EQ(topology::Machine::here().cores().size(), 1U);
    }).join();
    EXPECT_EQ(cores.what_was_done(Pe{0}), pinned_to(0, topology::Machine::here().cores()[0]));
    member.leave("");
  });
}

TEST(ThreadCores, AgentsHaveCoresOfTheirOwnToo) {
  test::SmallJob(1).run([](bootstrap::Member& member) {
    const topology::Cores usable = topology::Machine::here().cores();
    ThreadCores cores(member, {}, {.proxies = 0, .others = 1});
    EXPECT_TRUE(cores.one_for_each());
    std::thread([&] { cores.pin_agent(0); }).join();
    EXPECT_EQ(cores.what_was_done(Pe{0}), "Pinned(PE 0: agents on core " + std::to_string(usable[0]) + ")");
    member.leave("");
  });
}

TEST(ThreadCores, TheFirstDeviceThatTheMachineListsIsTheOneToBeNear) {
  test::SmallJob(1).run([](bootstrap::Member& member) {
    std::vector<std::string> devices{"lo", "no such device"};
    for (const std::string& device : pci_devices()) devices.push_back(device);
    const auto known = std::ranges::find_if(
        devices, [](const std::string& device) { return topology::Machine::here().near(device).unknown.empty(); });
    ThreadCores cores(member, devices, {.proxies = 1, .others = 0});
    std::thread([&] { cores.pin_proxy(0); }).join();
    const std::string end = known == devices.end() ? ")" : " near " + *known + ")";
    EXPECT_TRUE(cores.what_was_done(Pe{0}).ends_with(end)) << cores.what_was_done(Pe{0}) << " " << end;
    member.leave("");
  });
}

TEST(ThreadCores, WhereThreadsOutnumberCoresNobodyIsPinnedAndNothingSaid) {
  test::SmallJob(1).run([](bootstrap::Member& member) {
    ThreadCores cores(member, {"lo"}, {.proxies = 1, .others = 100'000});
    const topology::Cores before = topology::Machine::here().cores();
    cores.pin_proxy(0);
    cores.pin_agent(0);
    EXPECT_EQ(topology::Machine::here().cores(), before);
    EXPECT_FALSE(cores.one_for_each());
    EXPECT_EQ(cores.what_was_done(Pe{0}), "");
    member.leave("");
  });
}

}  // namespace
}  // namespace gin
