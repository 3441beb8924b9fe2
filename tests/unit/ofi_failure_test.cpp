// What a provider says of a request that its target refuses is a status with the request's token. Only reads: of a write
// with a wrong key, libfabric 1.17 says that it is done, and of such a read its shm says nothing at all.
#include <gtest/gtest.h>

#include "core/ofi/peer_address.hpp"
#include "tests/unit/wire_kinds.hpp"

namespace gin::test {
namespace {

class OfiFailureOver : public OverEachWire {};

TEST_P(OfiFailureOver, AReadWithAKeyThatNobodyRegisteredFails) {
  WireEnd one(GetParam()), two(GetParam());
  ofi::PeerAddress wrong = ofi::read_address(two.wire.address(), Pe{1});
  wrong.key += 12345;
  one.wire.connect({one.wire.address(), ofi::write(wrong)}, Pe{0});
  two.wire.connect({one.wire.address(), two.wire.address()}, Pe{1});
  const WorkRequest request = request_to(1, Verb::read, 4096);
  bool posted = false;
  ASSERT_TRUE(WirePair::repeat([&] {
    one.step();
    two.step();
    posted = posted || one.wire.post(request, 7) == Post::accepted;
    return !one.failed.empty() || !one.done.empty();
  })) << "neither done nor failed";
  EXPECT_EQ(one.failed, std::vector<std::uint64_t>{7});
  EXPECT_STREQ(name(one.last), "retry exceeded") << "the target closes the connection";
}

INSTANTIATE_TEST_SUITE_P(Each, OfiFailureOver,
                         testing::Values(over("tcp", ofi::tcp()), over("tcp_rxm", ofi::tcp_rxm())), called);

}  // namespace
}  // namespace gin::test
