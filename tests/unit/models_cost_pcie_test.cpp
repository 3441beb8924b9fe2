// What crossing PCIe costs, against sums made by hand, and that a longer way is never cheaper.
#include "models/cost/pcie.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <tuple>

#include "tests/unit/refusal.hpp"

namespace gin::models::cost {
namespace {

/// Every number another power of two or ten, so that a sum tells what is in it.
struct Numbers {
  PcieProfile pcie{};
  IommuProfile iommu{};
  Numbers(NicPlacement placement, IommuMode mode) {
    pcie = {.posted = nanoseconds(400),
            .gpu_read_host = nanoseconds(700),
            .cpu_read_gpu = nanoseconds(1500),
            .nic_read = nanoseconds(600),
            .nic_read_host = nanoseconds(900),
            .bandwidth = {57},
            .gpudirect = 1,
            .placement = placement,
            .root_complex = nanoseconds(20),
            .socket = nanoseconds(3),
            .root_complex_bandwidth = {47},
            .socket_bandwidth = {22}};
    iommu = {.mode = mode,
             .passthrough = picoseconds(5),
             .entries = 64,
             .page = {4096},
             .hit = picoseconds(70),
             .miss = nanoseconds(330),
             .walkers = 6};
  }
};

const NicPlacement all_placements[] = {NicPlacement::same_switch, NicPlacement::same_socket,
                                       NicPlacement::cross_socket};
const Way ways_read[] = {
    {Device::nic, Device::gpu}, {Device::nic, Device::cpu}, {Device::gpu, Device::cpu}, {Device::cpu, Device::gpu}};

Duration read_of(const Numbers& of, Way way, Lookup lookup = Lookup::hit) {
  return read(of.pcie, of.iommu, way, lookup).total();
}
Duration written(const Numbers& of, Way way, Lookup lookup = Lookup::hit) {
  return posted_write(of.pcie, of.iommu, way, lookup).total();
}

TEST(PcieCost, AReadPaysEachHopTwiceAndAPostedWriteOnce) {
  constexpr Way to_gpu = {Device::nic, Device::gpu};
  const Numbers beside(NicPlacement::same_switch, IommuMode::off);
  const Numbers socket(NicPlacement::same_socket, IommuMode::off);
  const Numbers across(NicPlacement::cross_socket, IommuMode::off);
  EXPECT_EQ(read_of(beside, to_gpu), nanoseconds(600));
  EXPECT_EQ(read_of(socket, to_gpu), nanoseconds(600 + 2 * 20));
  EXPECT_EQ(read_of(across, to_gpu), nanoseconds(600 + 2 * 20 + 2 * 3));
  EXPECT_EQ(written(beside, to_gpu), nanoseconds(400));
  EXPECT_EQ(written(socket, to_gpu), nanoseconds(400 + 20));
  EXPECT_EQ(written(across, to_gpu), nanoseconds(400 + 20 + 3));
}

TEST(PcieCost, ItemsNameWhatTheSumIsMadeOf) {
  const Numbers across(NicPlacement::cross_socket, IommuMode::translating);
  const Itemised cost = read(across.pcie, across.iommu, {Device::nic, Device::gpu}, Lookup::miss);
  std::vector<std::string> names;
  for (const Item& item : cost.items()) names.push_back(item.name);
  EXPECT_EQ(names, (std::vector<std::string>{"pcie.nic_read", "pcie.root_complex", "pcie.socket", "iommu.hit",
                                             "iommu.miss"}));
  EXPECT_EQ(cost.total(), nanoseconds(600 + 40 + 6 + 330) + picoseconds(70));
}

TEST(PcieCost, TheCpuStandsAtTheNicsSocket) {
  const Numbers across(NicPlacement::cross_socket, IommuMode::off);
  EXPECT_EQ(read_of(across, {Device::nic, Device::cpu}), nanoseconds(900));
  EXPECT_EQ(read_of(across, {Device::gpu, Device::cpu}), nanoseconds(700 + 2 * 3));
  EXPECT_EQ(read_of(across, {Device::cpu, Device::gpu}), nanoseconds(1500 + 2 * 3));
  EXPECT_EQ(written(across, {Device::cpu, Device::nic}), nanoseconds(400));
  EXPECT_EQ(written(across, {Device::cpu, Device::gpu}), nanoseconds(400 + 3));
}

TEST(PcieCost, APageWalkIsPaidByDevicesOnlyAndOnlyWhereAddressesAreTranslated) {
  for (const Way way : ways_read) {
    const auto more = [&](IommuMode mode, Lookup lookup) {
      return read_of({NicPlacement::same_socket, mode}, way, lookup) -
             read_of({NicPlacement::same_socket, IommuMode::off}, way);
    };
    const bool device = way.from != Device::cpu;
    EXPECT_EQ(more(IommuMode::off, Lookup::miss), Duration{});
    EXPECT_EQ(more(IommuMode::passthrough, Lookup::miss), picoseconds(device ? 5 : 0));
    EXPECT_EQ(more(IommuMode::translating, Lookup::hit), picoseconds(device ? 70 : 0));
    EXPECT_EQ(more(IommuMode::translating, Lookup::miss), device ? nanoseconds(330) + picoseconds(70) : Duration{});
  }
}

TEST(PcieCost, TranslationTakesPeersThroughTheRootComplexBelowASwitchToo) {
  const Numbers beside(NicPlacement::same_switch, IommuMode::translating);
  const Numbers socket(NicPlacement::same_socket, IommuMode::translating);
  EXPECT_EQ(read_of(beside, {Device::nic, Device::gpu}), read_of(socket, {Device::nic, Device::gpu}));
  EXPECT_EQ(peer_bandwidth(beside.pcie, beside.iommu), Bandwidth{47});
  const Numbers passing(NicPlacement::same_switch, IommuMode::passthrough);
  EXPECT_EQ(peer_bandwidth(passing.pcie, passing.iommu), Bandwidth{57});
}

TEST(PcieCost, AStreamGetsTheNarrowestPartOfItsWay) {
  const auto most = [](NicPlacement placement) {
    Numbers of(placement, IommuMode::off);
    return peer_bandwidth(of.pcie, of.iommu).bytes_per_second;
  };
  EXPECT_EQ(most(NicPlacement::same_switch), 57);
  EXPECT_EQ(most(NicPlacement::same_socket), 47);
  EXPECT_EQ(most(NicPlacement::cross_socket), 22);
  Numbers narrow(NicPlacement::cross_socket, IommuMode::off);
  narrow.pcie.bandwidth = {10};
  EXPECT_EQ(peer_bandwidth(narrow.pcie, narrow.iommu), Bandwidth{10});
}

TEST(PcieCost, AFetchCrossesTheHopsTwiceFromTheGpuAndNoneFromTheCpu) {
  const Numbers across(NicPlacement::cross_socket, IommuMode::off);
  NicProfile nic{};
  nic.wqe_fetch = nanoseconds(560);
  EXPECT_EQ(fetch(across.pcie, across.iommu, nic, Device::gpu).total(), nanoseconds(560 + 2 * 20 + 2 * 3));
  EXPECT_EQ(fetch(across.pcie, across.iommu, nic, Device::cpu).total(), nanoseconds(560));
}

TEST(PcieCost, ACopyIsItsCallAndItsBytesOverTheNarrowestLink) {
  HostProfile host{};
  host.copy = nanoseconds(6500);
  Numbers of(NicPlacement::same_socket, IommuMode::off);
  of.pcie.bandwidth = {50'000'000'000};
  of.pcie.socket_bandwidth = {20'000'000'000};
  EXPECT_EQ(copy(of.pcie, host, {1000}).total(), nanoseconds(6500 + 20));
  EXPECT_EQ(copy(of.pcie, host, {0}).total(), nanoseconds(6500));
  of.pcie.placement = NicPlacement::cross_socket;
  EXPECT_EQ(copy(of.pcie, host, {1000}).total(), nanoseconds(6500 + 50));
}

TEST(PcieCost, AReadThatNoProfileKnowsIsRefused) {
  const Numbers any(NicPlacement::same_switch, IommuMode::off);
  EXPECT_EQ(test::refusal([&] {
              read_of(any, {Device::gpu, Device::nic});
            }),
            "a read across PCIe: expected the NIC reading GPU or CPU memory, the GPU reading CPU memory or the CPU "
            "reading GPU memory, got the GPU reading NIC memory");
}

RC_GTEST_PROP(PcieCost, MoreHopsAreNeverCheaperNorFaster, ()) {
  const auto number = [] { return *rc::gen::inRange<std::int64_t>(0, 1'000'000); };
  const auto mode = *rc::gen::element(IommuMode::off, IommuMode::passthrough, IommuMode::translating);
  const auto lookup = *rc::gen::element(Lookup::hit, Lookup::miss);
  const auto way = *rc::gen::elementOf(std::vector<Way>(std::begin(ways_read), std::end(ways_read)));
  Numbers of(NicPlacement::same_switch, mode);
  of.pcie.root_complex = {number()};
  of.pcie.socket = {number()};
  of.iommu.hit = {number()};
  of.iommu.miss = {number()};
  of.pcie.bandwidth = {number() + 1};
  of.pcie.root_complex_bandwidth = {number() + 1};
  of.pcie.socket_bandwidth = {number() + 1};
  std::tuple<Duration, Duration, Bandwidth> last;
  Duration copied;
  for (const NicPlacement placement : all_placements) {
    of.pcie.placement = placement;
    const std::tuple now{read_of(of, way, lookup), written(of, way, lookup), peer_bandwidth(of.pcie, of.iommu)};
    if (placement != NicPlacement::same_switch) {
      RC_ASSERT(std::get<0>(now) >= std::get<0>(last));
      RC_ASSERT(std::get<1>(now) >= std::get<1>(last));
      RC_ASSERT(std::get<2>(now) <= std::get<2>(last));
    }
    RC_ASSERT(copy(of.pcie, {}, {4096}).total() >= (placement == NicPlacement::cross_socket ? copied : Duration{}));
    copied = copy(of.pcie, {}, {4096}).total();
    RC_ASSERT(read_of(of, way, Lookup::miss) >= read_of(of, way, Lookup::hit));
    last = now;
  }
}

}  // namespace
}  // namespace gin::models::cost
