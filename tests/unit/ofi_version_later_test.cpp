// Compiles the branch for libfabric 2.x, whichever is installed.
#include <rdma/fabric.h>
#define GIN_OFI_HEADERS FI_VERSION(2, 0)
#include <gtest/gtest.h>

#include "core/ofi/ofi_version.hpp"

namespace gin::test {
namespace {

TEST(OfiVersion, TheLaterBranchAsksForItsOwnInterface) {
  EXPECT_EQ(ofi::api_version, FI_VERSION(2, 0));
}

}  // namespace
}  // namespace gin::test
