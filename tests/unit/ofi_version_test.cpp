// The branch of this machine's libfabric. The other one is in ofi_version_later_test.cpp.
#include "core/ofi/ofi_version.hpp"

#include <gtest/gtest.h>

namespace gin::test {
namespace {

TEST(OfiVersion, AsksForNoMoreThanTheHeadersHave) {
  EXPECT_LE(ofi::api_version, FI_VERSION(FI_MAJOR_VERSION, FI_MINOR_VERSION));
}

}  // namespace
}  // namespace gin::test
