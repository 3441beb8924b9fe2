// What PEs tell each other of their queue pairs comes out as it went in, and anything else is refused by name.
#include "core/verbs/peer_address.hpp"

#include <gtest/gtest.h>

#include "core/base/error.hpp"

namespace gin::verbs {
namespace {

PeerAddress verbs_address() {
  PeerAddress address;
  address.is_infiniband = 1;
  address.lid = 7;
  address.mtu = 5;
  address.reads_answered = 16;
  address.base = 0x7f0012340000;
  address.key = 0xfedcba98;
  address.heap_bytes = 1 << 20;
  address.eager_max = 2048;
  for (std::size_t i = 0; i < address.gid.size(); ++i) address.gid[i] = static_cast<std::uint8_t>(0xf0 + i);
  address.queue_pairs = {17, 0xffffff, 19};
  return address;
}

std::string refusal_of(const std::string& text, std::uint32_t n_pes) {
  try {
    read_address(text, Pe{2}, n_pes);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::failed);
    return error.what();
  }
  return "";
}

TEST(VerbsPeerAddress, ComesOutAsItWentIn) {
  EXPECT_EQ(read_address(write(verbs_address()), Pe{2}, 3), verbs_address());
}

TEST(VerbsPeerAddress, OfAnotherJobOrAnotherProgramIsRefused) {
  const std::string text = write(verbs_address());
  EXPECT_EQ(refusal_of(text, 4).rfind("address of PE 2: expected ", 0), 0u);
  EXPECT_NE(refusal_of(text.substr(1), 3), "");
  std::string other = text;
  other[0] = 'G';
  EXPECT_EQ(refusal_of(other, 3).rfind("address of PE 2: expected it to begin with ", 0), 0u);
}

}  // namespace
}  // namespace gin::verbs
