#include "core/ofi/probe.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "tests/unit/refusal.hpp"
#include "tests/unit/wire_kinds.hpp"

namespace gin::test {
namespace {

class ProbeOver : public testing::TestWithParam<ofi::Provider> {
 protected:
  void SetUp() override {
    if (const std::string why = missing(over("", GetParam())); !why.empty()) GTEST_SKIP() << why;
  }
};

TEST_P(ProbeOver, FindsThatEveryKindOfOperationWorks) {
  const ofi::Capabilities found = ofi::probe(GetParam());
  EXPECT_TRUE(found.write.works) << found.write.why;
  EXPECT_TRUE(found.write_inline.works) << found.write_inline.why;
  EXPECT_TRUE(found.empty_write.works) << found.empty_write.why;
  EXPECT_TRUE(found.read.works) << found.read.why;
  EXPECT_TRUE(found.send.works) << found.send.why;
}
INSTANTIATE_TEST_SUITE_P(Provider, ProbeOver, testing::Values(ofi::shm(), ofi::tcp(), ofi::tcp_rxm()));

TEST(Probe, AProviderThatIsNotThereIsRefusedWithAHint) {
  std::vector<unsigned char> heap(4096);
  const std::string said = refusal([&] { ofi::OfiWire({"nobody", {}}, heap, 64); });
  EXPECT_EQ(
      said,
      "fi_getinfo over nobody: expected it to work, came -61 (No data available); `fi_info -l` lists what this"
      " machine has; messages and remote memory access are needed");
}

TEST(Probe, WhatDoesNotWorkIsNamedWithWhatCame) {
  const ofi::Probed works{true, {}};
  const ofi::Probed hangs{false, "nothing happened for 2 s after it was accepted"};
  const auto said = [](const ofi::Capabilities& found) {
    return refusal([&] { ofi::require(found, {"some", {}}); });
  };
  EXPECT_EQ(said({works, works, works, works, works}), "accepted");
  EXPECT_EQ(
      said({hangs, works, works, works, works}),
      "wire over some: expected a write with four bytes for the target's CPU to work, came: nothing happened for"
      " 2 s after it was accepted; choose another provider");
  for (const ofi::Capabilities& found :
       {ofi::Capabilities{works, hangs, works, works, works}, ofi::Capabilities{works, works, hangs, works, works},
        ofi::Capabilities{works, works, works, hangs, works}, ofi::Capabilities{works, works, works, works, hangs}})
    EXPECT_NE(said(found), "accepted");
}

// libfabric 1.17 has such a provider: it is old, takes a write and tells neither side of it.
TEST(Probe, AProviderThatTakesAWriteAndNeverTellsOfItIsRefusedInsteadOfHanging) {
  const ofi::Provider sockets{"sockets", {}};
  const std::string said = refusal([&] { ofi::require(ofi::probe(sockets), sockets); });
  if (said.starts_with("fi_getinfo")) GTEST_SKIP() << said;
  EXPECT_EQ(
      said,
      "wire over sockets: expected a write with four bytes for the target's CPU to work, came: nothing happened"
      " for 2 s after it was accepted; choose another provider");
}

}  // namespace
}  // namespace gin::test
