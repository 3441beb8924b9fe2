#include "core/bootstrap/messages.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "core/bootstrap/body.hpp"

namespace gin::bootstrap {
namespace {

std::string body_of(const std::string& frame) {
  return frame.substr(header_bytes);
}

/// A body is taken whole and not in part: every beginning of it is refused, and so is more than it.
template <class Decode>
void expect_nothing_but(const std::string& body, Decode decode) {
  EXPECT_TRUE(decode(body));
  for (std::size_t bytes = 0; bytes < body.size(); ++bytes) EXPECT_FALSE(decode(body.substr(0, bytes))) << bytes;
  EXPECT_FALSE(decode(body + "x"));
}

TEST(BootstrapMessages, AHelloComesBackAndNothingShorterOrLongerIsOne) {
  const Hello hello{fresh_nonce(), proof_of("key", "said"), 7, 9, 1000, "1.2.3"};
  const std::string body = body_of(encode(hello));
  const std::optional<Hello> again = decode_hello(body);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->nonce, hello.nonce);
  EXPECT_EQ(again->proof, hello.proof);
  EXPECT_EQ(again->rank, 7U);
  EXPECT_EQ(again->size, 9U);
  EXPECT_EQ(again->deadline_ms, 1000U);
  EXPECT_EQ(again->version, "1.2.3");
  expect_nothing_but(body, decode_hello);
}

TEST(BootstrapMessages, TheLongestHelloFitsWhereHellosAreRead) {
  Hello hello;
  hello.version.assign(version_max, 'v');
  EXPECT_LE(body_of(encode(hello)).size(), hello_max);
  EXPECT_TRUE(decode_hello(body_of(encode(hello))));
  hello.version += 'v';
  EXPECT_FALSE(decode_hello(body_of(encode(hello))));
}

TEST(BootstrapMessages, ChallengeAndWelcomeAreAsLongAsTheyAre) {
  expect_nothing_but(body_of(encode_challenge(fresh_nonce())), decode_challenge);
  expect_nothing_but(body_of(encode_welcome(proof_of("key", "said"))), decode_welcome);
}

TEST(BootstrapMessages, EveryPartComesBack) {
  EXPECT_TRUE(rc::check([](std::uint64_t number, const std::vector<std::string>& parts) {
    const std::string body = body_of(encode(Gathered{number, parts}));
    std::size_t bytes = 0;
    for (const std::string& part : parts) bytes += part.size();
    RC_ASSERT(body.size() == gathered_bytes(parts.size(), bytes));
    const std::optional<Gathered> again = decode_gathered(body);
    RC_ASSERT(again.has_value());
    RC_ASSERT(again->number == number);
    RC_ASSERT(again->parts == parts);
  }));
  expect_nothing_but(body_of(encode(Gathered{3, {"a", "", "bc"}})), decode_gathered);
}

TEST(BootstrapMessages, ACountThatLiesReservesNothing) {
  EXPECT_FALSE(decode_gathered(BodyWriter().u64(0).u32(UINT32_MAX).take()));
  EXPECT_FALSE(decode_gathered(BodyWriter().u64(0).u32(2).u32(0).take()));
}

TEST(BootstrapMessages, AGatherMayCarryNothingAndItsNameIsLimited) {
  const std::optional<Gather> again =
      decode_gather(body_of(encode(Gather{5, "keys", std::string("\0x", 2), 65000})));
  ASSERT_TRUE(again);
  EXPECT_EQ(again->number, 5U);
  EXPECT_EQ(again->step, "keys");
  EXPECT_EQ(again->within_ms, 65000U);
  EXPECT_EQ(again->bytes, std::string("\0x", 2));
  EXPECT_TRUE(decode_gather(body_of(encode(Gather{0, std::string(step_max, 's'), ""}))));
  EXPECT_FALSE(decode_gather(body_of(encode(Gather{0, std::string(step_max + 1, 's'), ""}))));
  EXPECT_FALSE(decode_gather(BodyWriter().u64(0).u32(0).u32(5).raw("keys").take()));
}

TEST(BootstrapMessages, SentencesAreCutAndSteerNoTerminal) {
  EXPECT_EQ(decode_sentence("red\x1b[31m\nand\x7f"), "red?[31m?and?");
  const std::string frame = encode_sentence(Kind::stand, std::string(sentence_max + 1, 's'));
  EXPECT_EQ(frame.size(), header_bytes + sentence_max);
  EXPECT_FALSE(decode_sentence(std::string(sentence_max + 1, 's')));
}

TEST(BootstrapMessages, AProofIsHmacSha256) {
  // Test case 2 of RFC 4231.
  const Proof proof = proof_of("Jefe", "what do ya want for nothing?");
  constexpr unsigned char expected[] = {0x5b, 0xdc, 0xc1, 0x46, 0xbf, 0x60, 0x75, 0x4e, 0x6a, 0x04, 0x24,
                                        0x26, 0x08, 0x95, 0x75, 0xc7, 0x5a, 0x00, 0x3f, 0x08, 0x9d, 0x27,
                                        0x39, 0x83, 0x9d, 0xec, 0x58, 0xb9, 0x64, 0xec, 0x38, 0x43};
  for (std::size_t i = 0; i < proof.size(); ++i) EXPECT_EQ(static_cast<unsigned char>(proof[i]), expected[i]) << i;
}

TEST(BootstrapMessages, AProofIsForOneHelloToOneChallengeAndNeverAWelcome) {
  const Nonce challenge = fresh_nonce();
  const Hello hello{fresh_nonce(), {}, 1, 2, 3, "4"};
  const Proof proof = proof_of_hello("secret", challenge, hello);
  EXPECT_TRUE(same(proof, proof_of_hello("secret", challenge, hello)));
  const auto differs = [&](auto change) {
    Hello other = hello;
    change(other);
    return !same(proof, proof_of_hello("secret", challenge, other));
  };
  EXPECT_TRUE(differs([](Hello& other) { ++other.nonce[15]; }));
  EXPECT_TRUE(differs([](Hello& other) { ++other.rank; }));
  EXPECT_TRUE(differs([](Hello& other) { ++other.size; }));
  EXPECT_TRUE(differs([](Hello& other) { ++other.deadline_ms; }));
  EXPECT_TRUE(differs([](Hello& other) { other.version += '4'; }));
  EXPECT_FALSE(same(proof, proof_of_hello("secreT", challenge, hello)));
  EXPECT_FALSE(same(proof, proof_of_hello("secret", fresh_nonce(), hello)));
  EXPECT_FALSE(same(proof, proof_of_welcome("secret", challenge, hello)));
}

TEST(BootstrapMessages, SecretsAndNoncesAreNotGivenTwice) {
  EXPECT_EQ(fresh_secret().size(), 32U);
  EXPECT_NE(fresh_secret(), fresh_secret());
  EXPECT_NE(fresh_nonce(), fresh_nonce());
}

}  // namespace
}  // namespace gin::bootstrap
