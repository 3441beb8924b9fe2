// What was asked for and is not there is refused with what is, on machines with RDMA devices and without.
#include "core/verbs/device.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include "core/verbs/domain.hpp"
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
  EXPECT_TRUE(
      test::refusal([] { Device({.port = 255}); })
          .starts_with(
              "launch.device: expected an RDMA device with reliable connections whose port 255 is active, came ["));
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

TEST(VerbsDevice, EachPortSaysWhetherAgentsCanWriteItsQueues) {
  const Inventory there = inventory();
  ASSERT_EQ(there.queues.size(), there.ports.size());
  EXPECT_EQ(there.queues.back(), "agents can write its queues (format its own, or of mlx5)");
}

TEST(VerbsDevice, AHeapIsRegisteredByTheDescriptorThatExportsIt) {
  const int file = ::memfd_create("exported heap", MFD_CLOEXEC);
  ASSERT_EQ(::ftruncate(file, 8192), 0);
  void* const memory = ::mmap(nullptr, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  const std::span<unsigned char> heap(static_cast<unsigned char*>(memory), 8192);
  const Domain domain({.device = "soft"}, {heap, file}, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE);
  EXPECT_EQ(domain.address().base, reinterpret_cast<std::uintptr_t>(memory));
  EXPECT_EQ(domain.heap_region->length, 8192u);
  const int other = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  const std::string said = test::refusal([&] {
    Domain({.device = "soft"}, {heap, other}, IBV_ACCESS_LOCAL_WRITE);
  });
  EXPECT_TRUE(said.starts_with("registering a heap of 8192 bytes on soft0: expected it to work, came ")) << said;
  ::close(file);
  ::close(other);
  ::munmap(memory, 8192);
}

}  // namespace
}  // namespace gin::verbs
