// A PE's protocol: whom it believes.
#include "core/bootstrap/seat.hpp"

#include <gtest/gtest.h>

#include "core/bootstrap/session.hpp"
#include "tests/unit/kept_line.hpp"

namespace gin::bootstrap {
namespace {

/// What a seat told, as words.
class Notes : public Sitter {
 public:
  void send(std::string frame) override { sent += frame; }
  void joined() override { heard += "joined;"; }
  void refused(const std::string& why) override { heard += "refused: " + why + ';'; }
  void gathered(Gathered&& all) override { heard += "gathered " + std::to_string(all.parts.size()) + ';'; }
  void aborted(const std::string& why) override { heard += "aborted: " + why + ';'; }
  void dismissed() override { heard += "dismissed;"; }
  void progressed() override { heard += "progressed;"; }

  std::string sent;
  std::string heard;
};

Seat::Who who() {
  return {0, 1, std::chrono::seconds(1), "the secret", "1", 5000};
}

/// A PE and its rendezvous, as far as welcome.
struct Joined {
  Joined() {
    seat.received(encode_challenge(nonce));
    Session session(job, line, nonce);
    session.received(notes.sent, Instant{});
    for (std::size_t i = 1; i < line.frames.size(); ++i)
      seat.received(framed(line.frames[i].kind, line.frames[i].body));
    EXPECT_EQ(notes.heard, "joined;");
    notes.heard.clear();
  }
  std::string after(const std::string& bytes) {
    seat.received(bytes);
    return notes.heard;
  }

  Nonce nonce = fresh_nonce();
  Job job{{1, "the secret", "1"}, Instant{}};
  test::KeptLine line;
  const Seat::Who pe = who();
  Notes notes;
  Seat seat{pe, fresh_nonce(), notes};
};

TEST(BootstrapSeat, ItHearsWhatTheRendezvousSays) {
  EXPECT_EQ(Joined().after(encode(Gathered{0, {"x"}})), "gathered 1;");
  EXPECT_EQ(Joined().after(encode_sentence(Kind::abort, "PE 7 died")), "aborted: PE 7 died;");
  EXPECT_EQ(Joined().after(framed(Kind::farewell, "") + framed(Kind::farewell, "")), "dismissed;");
  EXPECT_EQ(Joined().after(framed(Kind::heartbeat, "")), "");
  EXPECT_EQ(Joined().after(framed(Kind::progress, "")), "progressed;");
}

TEST(BootstrapSeat, ARendezvousWithoutTheSecretIsNotBelieved) {
  const Seat::Who pe = who();
  for (const std::string& answer :
       {encode_welcome(Proof{}), framed(Kind::heartbeat, ""), framed(Kind::welcome, "x")}) {
    Notes notes;
    Seat seat(pe, fresh_nonce(), notes);
    seat.received(encode_challenge(fresh_nonce()) + answer);
    EXPECT_EQ(notes.heard,
              "refused: the rendezvous broke the protocol: expected it to know the secret of this job,"
              " came no proof of that;");
    EXPECT_FALSE(seat.joined());
  }
}

TEST(BootstrapSeat, ItsOwnProofSentBackIsNoWelcome) {
  const Seat::Who pe = who();
  Notes notes;
  Seat seat(pe, fresh_nonce(), notes);
  seat.received(encode_challenge(fresh_nonce()));
  seat.received(encode_welcome(decode_hello(notes.sent.substr(header_bytes))->proof));
  EXPECT_FALSE(seat.joined());
}

TEST(BootstrapSeat, ARefusalIsPassedOnBeforeTheWelcomeOnly) {
  const Seat::Who pe = who();
  Notes notes;
  Seat seat(pe, fresh_nonce(), notes);
  seat.received(encode_sentence(Kind::refusal, "too many"));
  EXPECT_EQ(notes.heard, "refused: too many;");
  EXPECT_EQ(Joined().after(encode_sentence(Kind::refusal, "too many")),
            "aborted: the rendezvous broke the protocol: a message of kind 4, which a rendezvous does not send;");
}

TEST(BootstrapSeat, WhatIsMalformedEndsTheJobHere) {
  const std::string begin = "aborted: the rendezvous broke the protocol: ";
  EXPECT_EQ(Joined().after(framed(Kind::gathered, "x")), begin + "an all-gather that is malformed;");
  EXPECT_EQ(Joined().after(encode(Gathered{0, {"x", "y"}})), begin + "an all-gather that is malformed;");
  EXPECT_EQ(Joined().after(framed(Kind::gathered, std::string(5001, 'x'))),
            begin + "expected a message of at most 5000 bytes, came one of 5001;");
}

}  // namespace
}  // namespace gin::bootstrap
