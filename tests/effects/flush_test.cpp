// A system fence behind a doorbell reads back over PCIe. PEs of the second node ring for those of the first, twice, and then
// signal each other over NVLink, so slowly that nothing else decides when all is there.
#include "tests/effects/items.hpp"
#include "tests/effects/laboratory.hpp"

namespace gin {
namespace {

std::int64_t flushed(const std::vector<scenario::Assignment>& sets) {
  laboratory::Items items = laboratory::items_of(laboratory::run("tests/effects/flush.json", sets).rows.at(0));
  return items["pcie.flush"];
}

TEST(Flush, OneFenceReadsBackBehindAnyNumberOfDoorbells) {
  EXPECT_EQ(flushed({}), nanoseconds(700).ps);
  EXPECT_EQ(flushed({{"override.profile.pcie.gpu_read_host_ns", "1500"}}), nanoseconds(1500).ps);
}

TEST(Flush, WithoutADoorbellThereIsNothingToReadBack) {
  EXPECT_EQ(flushed({{"cluster.nodes", "1"}}), 0);
}

TEST(Flush, ACommandInTheGpusOwnMemoryNeverCrossedPcie) {
  const auto by_proxy = [](const char* ring_memory) {
    return flushed({{"path.other_node", "proxy"},
                    {"override.stack.proxy.push_ns", "2000"},  // so that those who push are the last
                    {"override.stack.proxy.ring_memory", ring_memory}});
  };
  EXPECT_EQ(by_proxy("host"), nanoseconds(700).ps);
  EXPECT_EQ(by_proxy("gpu"), 0);
}

}  // namespace
}  // namespace gin
