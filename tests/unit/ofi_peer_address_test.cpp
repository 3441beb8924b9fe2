#include "core/ofi/peer_address.hpp"

#include <gtest/gtest.h>

#include "core/ofi/ofi_wire.hpp"
#include "tests/unit/refusal.hpp"

namespace gin::test {
namespace {

ofi::PeerAddress sample() {
  return {"tcp", std::string("a\0name", 6), 0xfedcba9876543210, ~std::uint64_t{0}, 4096, 256};
}

TEST(PeerAddress, WhatIsWrittenIsRead) {
  EXPECT_EQ(ofi::read_address(ofi::write(sample()), Pe{3}), sample());
  EXPECT_EQ(ofi::read_address(ofi::write({}), Pe{3}), ofi::PeerAddress{});
}

TEST(PeerAddress, EveryOtherLengthIsRefusedAndThePeIsNamed) {
  const std::string whole = ofi::write(sample());
  for (std::size_t bytes = 0; bytes < whole.size(); ++bytes)
    EXPECT_TRUE(
        refusal([&] { ofi::read_address(whole.substr(0, bytes), Pe{41}); }).starts_with("address of PE 41: "))
        << bytes;
  EXPECT_EQ(
      refusal([&] { ofi::read_address(whole + "x", Pe{41}); }),
      "address of PE 41: expected names of 3 and 6 bytes, came 10 bytes for both; do all PEs run the same ginlab?");
}

TEST(PeerAddress, LengthsWhoseSumGoesRoundAreRefused) {
  std::string text = ofi::write(sample());
  // The two lengths are the last 16 of 56 bytes; -1 and +10 add up to the 9 that follow.
  for (std::size_t i = 40; i < 48; ++i) text[i] = '\xff';
  text[48] = 10;
  EXPECT_NE(refusal([&] { ofi::read_address(text, Pe{2}); }), "accepted");
}

TEST(PeerAddress, AnotherProgramsWordsAreRefused) {
  std::string text = ofi::write(sample());
  text[0] ^= 1;
  EXPECT_EQ(
      refusal([&] { ofi::read_address(text, Pe{0}); }),
      "address of PE 0: expected it to begin with gin-ofi1, came something else; do all PEs run the same ginlab?");
}

class Connecting : public testing::Test {
 protected:
  std::string refused(const std::vector<std::string>& addresses) {
    return refusal([&] { wire.connect(addresses, Pe{0}); });
  }
  std::vector<unsigned char> heap = std::vector<unsigned char>(4096);
  ofi::OfiWire wire{ofi::shm(), heap, 64};
};

TEST_F(Connecting, RefusesOnePeWhoseEntryIsCut) {
  const std::string mine = wire.address();
  const std::string said = refused({mine, mine, mine.substr(0, mine.size() - 1)});
  EXPECT_TRUE(said.starts_with("address of PE 2: expected names of ")) << said;
}

TEST_F(Connecting, RefusesAddressesInAnotherOrder) {
  std::vector<unsigned char> other_heap(4096);
  const ofi::OfiWire other(ofi::shm(), other_heap, 64);
  EXPECT_EQ(
      refused({other.address(), wire.address()}),
      "wire of PE 0: expected its own address among the 2 that were gathered, came another; were they gathered in"
      " the order of the PEs?");
}

TEST_F(Connecting, RefusesPesWithOtherSettings) {
  std::vector<unsigned char> larger(8192);
  const ofi::OfiWire other(ofi::shm(), larger, 64);
  const ofi::OfiWire by_tcp(ofi::tcp(), heap, 64);
  EXPECT_EQ(
      refused({wire.address(), other.address()}),
      "address of PE 1: expected a heap of bytes 4096 as at PE 0, came 8192; run all PEs with the same settings");
  ofi::OfiWire again(ofi::shm(), heap, 64);
  EXPECT_EQ(refusal([&] {
              again.connect({again.address(), by_tcp.address()}, Pe{0});
            }),
            "address of PE 1: expected provider " + ofi::read_address(again.address(), Pe{0}).provider +
                " as at PE 0, came " + ofi::read_address(by_tcp.address(), Pe{1}).provider +
                "; run all PEs with the same settings");
}

TEST_F(Connecting, RefusesPesWithAnotherLibfabric) {
  ofi::PeerAddress other = ofi::read_address(wire.address(), Pe{1});
  EXPECT_EQ(other.provider, "shm of libfabric " + ofi::library_version());
  other.provider = "shm of libfabric 0.1";
  const std::string said = refused({wire.address(), ofi::write(other)});
  EXPECT_TRUE(said.starts_with("address of PE 1: expected provider shm of libfabric ")) << said;
}

}  // namespace
}  // namespace gin::test
