// What of memory the device takes, and how: limits, and the flags of heaps.
#include <gtest/gtest.h>
#include <rdma/fi_errno.h>

#include "backends/efa/offer.hpp"
#include "core/base/error.hpp"
#include "core/ofi/endpoint.hpp"
#include "tests/efa/traffic.hpp"
#include "tests/unit/holds.hpp"

namespace gin::test {
namespace {

/// Of memory that nobody touches.
std::string opened_with_heap_of(std::uint64_t bytes, std::int64_t rails) {
  const std::unique_ptr<unsigned char[]> heap(new unsigned char[bytes]);
  const efa::EfaWire wire({.heap = {heap.get(), bytes}, .eager_max = 64, .n_pes = 2, .place = tested_place(rails)});
  return "";
}

TEST(EfaRegistration, AHeapBeyondTheLimitOfRegisteredMemoryIsRefusedWithItsSizeAndWhatHelps) {
  constexpr std::uint64_t limit = 1 << 30;
  const SoftSettings devices = {{"SOFTVERBS_REGISTERED", std::to_string(limit)}, {"SOFTVERBS_NICS", "2"}};
  EXPECT_EQ(on_devices(devices, [] { return opened_with_heap_of(limit / 4 * 3, 1); }), "");
  const std::string one = on_devices(devices, [] { return opened_with_heap_of(limit + 1, 1); });
  EXPECT_TRUE(
      one.starts_with("fi_mr_reg of a heap of 1073741825 bytes over efa on softefa0: expected it to work, came "
                      "-12 (Cannot allocate memory); a limit on locked memory is "))
      << one;
  EXPECT_TRUE(holds(one, "raise it (`ulimit -l unlimited`), or let a PE have fewer NICs or a smaller heap")) << one;
  const std::string two = on_devices(devices, [] { return opened_with_heap_of(limit / 4 * 3, 2); });
  EXPECT_TRUE(two.starts_with("fi_mr_reg of a heap of 805306368 bytes over efa on softefa1: ")) << two;
}

/// Fabric efa-direct sends from the memory that it is given; efa has packets of its own, of two ends 37 MB, which the provider would do
/// without until it is killed by a signal, or for ever.
TEST(EfaRegistration, ALimitThatIsTooSmallForTheProvidersOwnMemoryIsRefusedAtOnce) {
  for (const char* limit : {"10000000", "30000000", "43000000", "45000000"}) {
    const std::string said = on_devices({{"SOFTVERBS_REGISTERED", limit}}, [] {
      Ends ends(tested_place());
      const std::string wrong = traffic(ends, 7, 200);
      return ends.wire(0).title().starts_with("efa-direct") && wrong.empty() ? "direct" : wrong;
    });
    EXPECT_TRUE(
        said == "direct" || (said.empty() && std::stoi(limit) == 45'000'000) ||
        (said.starts_with(
             "fi_mr_reg of room for the provider's own messages of 18874368 bytes over efa on softefa0: ") &&
         holds(said, "came -12 (Cannot allocate memory); ")))
        << limit << ": " << said;
  }
}

std::uint64_t flags_seen = 0;

/// In place of the provider's: older ones do not know the flag that is looked for.
int see_flags(fid*, const void*, std::size_t, std::uint64_t, std::uint64_t, std::uint64_t, std::uint64_t flags,
              fid_mr**, void*) {
  flags_seen = flags;
  return -FI_ENOSYS;
}

TEST(EfaRegistration, TheProvidersFlagsAreThoseOfHeapsAndOfNothingElse) {
  const std::string said = on_devices({}, [] {
    constexpr std::uint64_t flag = std::uint64_t{1} << 61;
    ofi::Provider rail = efa::rails_of_place(tested_place()).front();
    rail.heap_flags = flag;
    const ofi::Endpoint endpoint(rail);
    fi_ops_mr* const providers = endpoint.domain->mr;
    fi_ops_mr ours = *providers;
    ours.reg = see_flags;
    std::vector<unsigned char> memory(4096);
    const auto flags_of = [&](ofi::Endpoint::Use use) {
      endpoint.domain->mr = &ours;
      EXPECT_THROW(endpoint.region(memory, use), Error);
      endpoint.domain->mr = providers;
      return flags_seen;
    };
    if (flags_of(ofi::Endpoint::Use::heap) != flag) return "a heap has others";
    return flags_of(ofi::Endpoint::Use::messages) != 0 ? "message buffers have some" : "";
  });
  EXPECT_EQ(said, "");
}

TEST(EfaRegistration, RelaxedOrderingIsRefusedWhereItWouldNotBe) {
  const std::string said = on_devices({}, [] {
    WirePlace place = tested_place();
    place.nic.relaxed = true;
    return efa::trouble_with(place);
  });
  EXPECT_TRUE(
      said.starts_with("launch.relaxed_ordering: expected libfabric 2.7 or later and fabric efa-direct, came "))
      << said;
}

}  // namespace
}  // namespace gin::test
