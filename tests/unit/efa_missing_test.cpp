// What a machine without EFA is told.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "backends/efa/missing.hpp"
#include "tests/unit/holds.hpp"

namespace gin::test {
namespace {

namespace fs = std::filesystem;

/// What the kernel would tell of devices.
class EfaMissing : public testing::Test {
 protected:
  EfaMissing() {
    fs::remove_all(sys_);
    fs::create_directories(sys_ / "bus/pci/devices");
    found.sys = sys_;
  }
  ~EfaMissing() override { fs::remove_all(sys_); }

  fs::path plug_in(const std::string& address, const std::string& vendor, const std::string& device) {
    const fs::path at = sys_ / "bus/pci/devices" / address;
    fs::create_directories(at);
    std::ofstream(at / "vendor") << vendor << '\n';
    std::ofstream(at / "device") << device << '\n';
    return at;
  }

  efa::Found found{.libfabric = "1.17", .has_provider = true};

 private:
  const fs::path sys_ = fs::path(testing::TempDir()) / ("ginlab_efa_missing_" + std::to_string(::getpid()));
};

TEST_F(EfaMissing, IsTheDevice) {
  plug_in("0000:00:05.0", "0x1d0f", "0xec20");  // Amazon's ordinary network card
  plug_in("0000:00:06.0", "0x15b3", "0xefa1");
  EXPECT_TRUE(efa::what_is_missing(found).starts_with("expected an EFA device, came none; attach"));
}

TEST_F(EfaMissing, IsTheDriver) {
  fs::create_directories(plug_in("0000:00:1c.0", "0x1d0f", "0xefa1") / "infiniband");
  plug_in("0000:00:1d.0", "0x1d0f", "0xefa2");
  EXPECT_TRUE(holds(efa::what_is_missing(found), "driver at EFA device 0000:00:1d.0, came none; `modprobe efa`"));
}

TEST_F(EfaMissing, IsTheProvider) {
  fs::create_directories(plug_in("0000:00:1d.0", "0x1d0f", "0xefa2") / "infiniband");
  found.has_provider = false;
  EXPECT_TRUE(efa::what_is_missing(found).starts_with(
      "expected libfabric 1.17 to have its provider efa at EFA device 0000:00:1d.0, it has none; install"));
}

TEST_F(EfaMissing, IsTheProviderBesideTheDevice) {
  EXPECT_FALSE(holds(efa::what_is_missing(found), "libfabric"));
  found.has_provider = false;
  EXPECT_TRUE(
      holds(efa::what_is_missing(found),
            "; either wants libfabric with its provider efa, which libfabric 1.17 has not: install Amazon's"));
}

TEST_F(EfaMissing, IsNothingThatCanBeSeen) {
  fs::create_directories(plug_in("0000:00:1d.0", "0x1d0f", "0xefa2") / "infiniband");
  EXPECT_TRUE(efa::what_is_missing(found).starts_with(
      "expected libfabric 1.17 to offer EFA device 0000:00:1d.0, it does not"));
}

TEST_F(EfaMissing, IsTheDeviceWhereTheKernelTellsNothing) {
  found.sys = "/nowhere";
  EXPECT_TRUE(efa::what_is_missing(found).starts_with("expected an EFA device, came none"));
}

}  // namespace
}  // namespace gin::test
