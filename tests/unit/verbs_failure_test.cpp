// What a device says of a request that its target refuses is a status with the request's token, and nothing more goes there.
#include <gtest/gtest.h>

#include "core/verbs/peer_address.hpp"
#include "tests/unit/wire_kinds.hpp"

namespace gin::test {
namespace {

class VerbsFailure : public OverEachWire {
 protected:
  /// Two wires, of which the first was told something wrong of the second.
  void connect(void (*spoil)(verbs::PeerAddress&)) {
    one = std::make_unique<WireEnd>(GetParam());
    two = std::make_unique<WireEnd>(GetParam());
    verbs::PeerAddress wrong = verbs::read_address(two->wire.address(), Pe{1}, 2);
    spoil(wrong);
    one->wire.connect({one->wire.address(), verbs::write(wrong)}, Pe{0});
    two->wire.connect({one->wire.address(), two->wire.address()}, Pe{1});
  }
  /// A device may end the target's receive with the reason (Soft-RoCE does) or flush it (the one in software does): the first is
  /// the end of the target's wire, in an error that it throws.
  void step_target() {
    if (!two) return;
    try {
      two->step();
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("remote access error"), std::string::npos) << error.what();
      two.reset();
    }
  }
  /// How a request ended.
  CompletionStatus end_of(const WorkRequest& request) {
    one->done.clear();
    one->failed.clear();
    bool posted = false;
    EXPECT_TRUE(WirePair::repeat([&] {
      posted = posted || one->wire.post(request, 7) == Post::accepted;
      one->step();
      step_target();
      return !one->failed.empty() || !one->done.empty();
    })) << "neither done nor failed";
    EXPECT_EQ(one->failed.size() + one->done.size(), 1u);
    return one->failed.empty() ? CompletionStatus::ok : one->last;
  }
  std::unique_ptr<WireEnd> one;
  std::unique_ptr<WireEnd> two;
};

TEST_P(VerbsFailure, OfAWrongKeyIsARemoteAccessErrorAndThoseBehindItAreFlushed) {
  for (const Verb verb : {Verb::write, Verb::write_inline, Verb::read}) {
    connect([](verbs::PeerAddress& address) { address.key ^= 0x7f00; });
    EXPECT_EQ(end_of(request_to(1, verb, 32)), CompletionStatus::remote_access);
    EXPECT_EQ(end_of(request_to(1, Verb::send, 0)), CompletionStatus::flushed);
  }
}

TEST_P(VerbsFailure, OfAnAddressOutsideTheHeapIsARemoteAccessError) {
  connect([](verbs::PeerAddress& address) { address.base += WireEnd::heap_bytes - 16; });
  EXPECT_EQ(end_of(request_to(1, Verb::write, 16)), CompletionStatus::ok);
  EXPECT_EQ(end_of(request_to(1, Verb::write, 17)), CompletionStatus::remote_access);
}

INSTANTIATE_TEST_SUITE_P(Over, VerbsFailure, testing::Values(over_verbs()), called);

}  // namespace
}  // namespace gin::test
