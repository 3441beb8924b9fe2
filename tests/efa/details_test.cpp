// What `ginlab doctor` says of backend efa, on the device in software.
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "backends/efa/details.hpp"
#include "backends/efa/offer.hpp"
#include "core/ofi/ofi_version.hpp"
#include "tests/efa/traffic.hpp"
#include "tests/unit/holds.hpp"

namespace gin::test {
namespace {

TEST(EfaDetails, NameFabricAndNicsAndWhatTheDeviceDoesNot) {
  const char* const asked = std::getenv("SOFTVERBS_EFA");
  const std::string uncounted = std::to_string((asked ? std::atoi(asked) : 7) & ~64);
  const std::string said = on_devices({{"SOFTVERBS_NICS", "3"}, {"SOFTVERBS_EFA", uncounted}},
                                      [] { return efa::details(tested_place(0)); });
  EXPECT_TRUE(holds(said, " over softefa0, softefa1, softefa2; ")) << said;
  EXPECT_TRUE(
      holds(said, "; no bytes of a write come in order; agents cannot write its queues: expected an EFA device, "))
      << said;
}

TEST(EfaDetails, SayThatAgentsCanWriteTheQueuesOfADeviceThatCounts) {
  const std::string said = on_devices({{"SOFTVERBS_EFA", "95"}}, [] { return efa::details(tested_place(0)); });
  EXPECT_TRUE(holds(said, "; agents can write its queues (path gpu)") || ofi::library_version() == "1.17") << said;
}

TEST(EfaDetails, SayWhoCarriesOutWrites) {
  const std::string said = on_devices({}, [] { return efa::details(tested_place()); });
  EXPECT_TRUE(holds(said, "the device writes by itself") || holds(said, "this libfabric does not tell who"))
      << said;
}

/// What it says of the backend where the machine's libfabric is another one: that is found by the name of what is loaded.
std::string missing_with_libfabric_1(std::uint32_t minor) {
  return on_devices({{"STAND_IN_MINOR", std::to_string(minor)}}, [] {
    if (!::dlopen(GINLAB_OLD_LIBFABRIC, RTLD_NOW)) return std::string(::dlerror());
    return efa::trouble_with({});
  });
}

TEST(EfaDetails, ALibfabricThatIsTooOldIsNamedWithTheVersionThatIsWantedAndWhereOneIs) {
  const std::string wanted =
      std::to_string(FI_MAJOR(ofi::api_version)) + "." + std::to_string(FI_MINOR(ofi::api_version));
  EXPECT_EQ(
      missing_with_libfabric_1(14),
      "libfabric.so.1: expected version " + wanted +
          " or later, came 1.14; install a later one, or let LD_LIBRARY_PATH begin with its folder (Amazon's: "
          "/opt/amazon/efa/lib, of aws-efa-installer)");
}

TEST(EfaDetails, ALibfabricWithoutTheProviderIsNamedWithOneThatHasIt) {
  const std::string said = missing_with_libfabric_1(99);
  // Of a later major version of the interface this one is too old, too.
  EXPECT_TRUE(holds(said, "provider efa, which libfabric 1.99 has not: install Amazon's (aws-efa-installer)") ||
              FI_MAJOR(ofi::api_version) > 1)
      << said;
}

}  // namespace
}  // namespace gin::test
