// Door and guest believe each other once both have shown that they know the secret, and not a moment earlier.
#include "core/bootstrap/admission.hpp"

#include <gtest/gtest.h>

namespace gin::bootstrap {
namespace {

const std::string known = "the secret of the ranks";

Hello rank_of(std::uint32_t rank) {
  return {.nonce = fresh_nonce(), .proof = {}, .rank = rank, .size = 3, .deadline_ms = 0, .version = "points"};
}

Frame frame_of(const std::string& bytes) {
  FrameReader reader(hello_max);
  reader.feed(bytes);
  return reader.next().value();
}

TEST(BootstrapAdmission, BothBelieveAndTheDoorKnowsWhoCame) {
  Door door(known, fresh_nonce());
  Guest guest(known, rank_of(2));
  const std::string hello = guest.answer_to(frame_of(door.challenge())).value();
  EXPECT_EQ(door.refusal_of(frame_of(hello)), "");
  EXPECT_EQ(door.guest().rank, 2U);
  EXPECT_EQ(door.guest().version, "points");
  EXPECT_TRUE(guest.believes(frame_of(door.welcome())));
}

TEST(BootstrapAdmission, NeitherBelievesWhoHasAnotherSecret) {
  Door door(known, fresh_nonce());
  Guest guest("another", rank_of(1));
  const std::string hello = guest.answer_to(frame_of(door.challenge())).value();
  EXPECT_NE(door.refusal_of(frame_of(hello)), "");
  EXPECT_EQ(door.guest().size, 0U) << "nothing is kept of what was not proved";
  EXPECT_FALSE(guest.believes(frame_of(door.welcome())));
}

TEST(BootstrapAdmission, AWelcomeBeforeTheChallengeIsNone) {
  const Guest guest(known, rank_of(1));
  EXPECT_FALSE(guest.believes(frame_of(encode_welcome(Proof{}))));
}

TEST(BootstrapAdmission, OnlyAChallengeIsAnswered) {
  Guest guest(known, rank_of(1));
  EXPECT_FALSE(guest.answer_to(frame_of(framed(Kind::challenge, "short"))));
  EXPECT_FALSE(guest.answer_to(frame_of(framed(Kind::word, std::string(sizeof(Nonce), 'x')))));
}

}  // namespace
}  // namespace gin::bootstrap
