// What was asked for and is not there is refused with what is, on machines with RDMA devices and without.
#include "core/verbs/device.hpp"

#include <gtest/gtest.h>

#include "tests/unit/refusal.hpp"

namespace gin::verbs {
namespace {

TEST(VerbsDevice, ThatIsNotThereIsRefusedWithThoseThatAre) {
  const std::string said = test::refusal([] { Device({.device = "nobody7"}); });
  EXPECT_TRUE(said.starts_with("launch.device: expected a device nobody7 with an active port, came ")) << said;
  const Inventory there = inventory();
  for (const std::string& port : there.ports) EXPECT_NE(said.find(port), std::string::npos) << said;
  if (!there.missing.empty()) {
    EXPECT_NE(said.find("; " + there.missing), std::string::npos) << said;
  }
}

TEST(VerbsDevice, PortsAndAddressesBeyondThoseThatThereAreAreRefused) {
  if (inventory().ports.empty()) GTEST_SKIP() << "no RDMA device here";
  EXPECT_TRUE(test::refusal([] {
                Device({.port = 255});
              }).starts_with("launch.device: expected an RDMA device whose port 255 is active, came ["));
  EXPECT_TRUE(test::refusal([] { Device({.gid = 9999}); }).starts_with("launch.gid: expected entry 9999 "));
}

TEST(VerbsDevice, HardwareIsDescribedByPortFirmwareLinkSpeedAndMtu) {
  if (!inventory().missing.empty()) GTEST_SKIP() << "no RDMA hardware here";
  const std::string said = Device({}).description();
  for (const char* part : {" port ", ": firmware ", " Gbit/s, MTU "})
    EXPECT_NE(said.find(part), std::string::npos) << said;
}

TEST(VerbsDevice, TheOneInSoftwareSaysThatItIsOne) {
  EXPECT_EQ(Device({.device = "soft"}).description(),
            "soft0 port 1: a device in software, whose times are this machine's");
}

}  // namespace
}  // namespace gin::verbs
