// A provider is found by whichever of its names the libfabric of this machine knows.
#include "core/ofi/provider.hpp"

#include <gtest/gtest.h>

#include "core/ofi/endpoint.hpp"
#include "tests/unit/refusal.hpp"

namespace gin::test {
namespace {

TEST(OfiProvider, OneThatWasRenamedIsFoundAndCalledByTheNameThatIsKnownHere) {
  EXPECT_EQ(ofi::Endpoint({.name = "nobody", .later_name = "shm"}).provider.name, "shm");
  EXPECT_EQ(ofi::Endpoint({.name = "shm", .later_name = "nobody"}).provider.name, "shm");
  const std::string said = refusal([] { ofi::Endpoint({.name = "nobody", .later_name = "nobody else"}); });
  EXPECT_TRUE(said.starts_with("fi_getinfo over nobody or nobody else: ")) << said;
}

TEST(OfiProvider, TcpHasNoLayerAboveIt) {
  EXPECT_EQ(ofi::Endpoint(ofi::tcp()).provider.name.find(';'), std::string::npos);
}

}  // namespace
}  // namespace gin::test
