// What `ginlab doctor` says of backend efa, on the device in software.
#include <gtest/gtest.h>

#include "backends/efa/details.hpp"
#include "tests/efa/traffic.hpp"
#include "tests/unit/holds.hpp"

namespace gin::test {
namespace {

TEST(EfaDetails, NameFabricAndNicsAndWhatTheDeviceDoesNot) {
  const std::string said = on_devices({{"SOFTVERBS_NICS", "3"}}, [] { return efa::details(tested_place(0)); });
  EXPECT_TRUE(holds(said, " over softefa0, softefa1, softefa2; ")) << said;
  EXPECT_TRUE(holds(said, "; no bytes of a write come in order; GPUs cannot post: ")) << said;
}

TEST(EfaDetails, SayWhoCarriesOutWrites) {
  const std::string said = on_devices({}, [] { return efa::details(tested_place()); });
  EXPECT_TRUE(holds(said, "the device writes by itself") || holds(said, "this libfabric does not tell who"))
      << said;
}

}  // namespace
}  // namespace gin::test
