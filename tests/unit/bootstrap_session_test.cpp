// The rendezvous's protocol with told time: what a peer may say when, and what the job makes of it.
#include "core/bootstrap/session.hpp"

#include <gtest/gtest.h>

#include "core/bootstrap/body.hpp"
#include "tests/unit/kept_line.hpp"

namespace gin::bootstrap {
namespace {

using std::chrono::milliseconds;

const Instant start{};
const std::string secret = "the secret";

/// One connection; as a PE with a deadline of ten seconds if it says hello.
struct Peer {
  explicit Peer(Job& job) : session(job, line, nonce) {}

  static Hello hello_of(std::uint32_t rank, std::uint32_t size) { return {{}, {}, rank, size, 10'000, "1"}; }
  std::string hello(Hello hello) const {
    hello.proof = proof_of_hello(secret, nonce, hello);
    return encode(hello);
  }
  void join(std::uint32_t rank, std::uint32_t size) { session.received(hello(hello_of(rank, size)), start); }
  Kind last_kind() const { return line.frames.back().kind; }
  const std::string& last_said() const { return line.frames.back().body; }

  Nonce nonce = fresh_nonce();
  test::KeptLine line;
  Session session;
};

Job job_of(std::uint32_t size) {
  JoinRules rules;
  rules.size = size;
  rules.secret = secret;
  rules.version = "1";
  return Job(rules, start);
}

void expect_refusal(const Peer& peer, const std::string& why) {
  EXPECT_EQ(peer.last_kind(), Kind::refusal);
  EXPECT_EQ(peer.last_said(), why);
  EXPECT_TRUE(peer.line.finished);
  EXPECT_TRUE(peer.session.over());
}

TEST(BootstrapSession, ItChallengesFirstAndWelcomesWithAProofOfItsOwn) {
  Job job = job_of(1);
  Peer peer(job);
  EXPECT_EQ(peer.last_kind(), Kind::challenge);
  EXPECT_EQ(decode_challenge(peer.last_said()), peer.nonce);
  peer.join(0, 1);
  EXPECT_EQ(peer.last_kind(), Kind::welcome);
  EXPECT_EQ(decode_welcome(peer.last_said()), proof_of_welcome(secret, peer.nonce, Peer::hello_of(0, 1)));
  EXPECT_TRUE(peer.session.joined());
}

TEST(BootstrapSession, AHelloThatWasOverheardIsWorthNothing) {
  Job job = job_of(2);
  Peer honest(job);
  Peer thief(job);
  thief.session.received(honest.hello(Peer::hello_of(1, 2)), start);
  expect_refusal(thief,
                 "expected the secret of this job, came another one; start all PEs with the secret that the"
                 " launcher gave");
  honest.join(1, 2);
  EXPECT_TRUE(honest.session.joined());
}

TEST(BootstrapSession, AHelloWithOneBitChangedIsRefused) {
  for (std::size_t bit = 0; bit < 8 * (16 + 32 + 4 + 4 + 4); ++bit) {
    Job job = job_of(2);
    Peer peer(job);
    std::string hello = peer.hello(Peer::hello_of(0, 2));
    hello[header_bytes + bit / 8] ^= static_cast<char>(1 << bit % 8);
    peer.session.received(hello, start);
    EXPECT_FALSE(peer.session.joined()) << bit;
    EXPECT_EQ(peer.last_kind(), Kind::refusal) << bit;
  }
}

TEST(BootstrapSession, OneThatIsNotAPeOfTheJobIsRefusedWithTheReason) {
  Job job = job_of(2);
  Peer beyond(job);
  beyond.join(2, 2);
  expect_refusal(beyond, "expected a rank below 2, came 2; ranks count from 0");
  Peer hasty(job);
  Hello hello = Peer::hello_of(0, 2);
  hello.deadline_ms = 0;
  hasty.session.received(hasty.hello(hello), start);
  expect_refusal(hasty, "expected a deadline of a millisecond or more, came 0");
}

TEST(BootstrapSession, WhoSaysSomethingElseThanHelloIsRefused) {
  Job job = job_of(2);
  for (const Kind kind : {Kind::challenge, Kind::welcome, Kind::gather, Kind::leave, Kind::abort, Kind{77}}) {
    Peer peer(job);
    peer.session.received(framed(kind, "something"), start);
    expect_refusal(peer, "expected a hello, came something else; is this a PE of ginlab?");
  }
  EXPECT_FALSE(job.failed());
}

TEST(BootstrapSession, BeforeTheHelloAKilobyteIsTheMost) {
  Job job = job_of(2);
  Peer peer(job);
  peer.session.received(framed(Kind::hello, std::string(hello_max + 1, 'x')).substr(0, header_bytes), start);
  expect_refusal(peer, "expected a message of at most 1024 bytes, came one of 1025");
  const std::size_t said = peer.line.frames.size();
  for (int i = 0; i < 1000; ++i) peer.session.received(std::string(1000, 'x'), start);
  EXPECT_EQ(peer.line.frames.size(), said);
  EXPECT_LT(peer.session.room(), 3000U);
}

TEST(BootstrapSession, APeThatBreaksTheProtocolEndsTheJobWithItsName) {
  const auto failure = [](const std::string& bytes) {
    Job job = job_of(2);
    Peer peer(job), other(job);
    peer.join(0, 2);
    other.join(1, 2);
    peer.session.received(bytes, start);
    EXPECT_EQ(other.last_kind(), Kind::abort);
    EXPECT_EQ(other.last_said(), job.outcome().failure);
    EXPECT_TRUE(other.line.finished);
    const std::string text = job.outcome().failure;
    return text.substr(0, text.find("; it stood"));
  };
  const std::string begin = "PE 0 broke the protocol: ";
  EXPECT_EQ(failure(framed(Kind::heartbeat, "x")), begin + "a heartbeat that says something");
  EXPECT_EQ(failure(framed(Kind::progress, "x")), begin + "a sign of progress that says something");
  EXPECT_EQ(failure(framed(Kind::gather, "x")), begin + "an all-gather that is malformed");
  EXPECT_EQ(failure(framed(Kind::hello, "")), begin + "a message of kind 2, which a PE does not send");
  EXPECT_EQ(failure(framed(Kind{77}, "")), begin + "a message of kind 77, which a PE does not send");
  EXPECT_EQ(failure(framed(Kind::stand, std::string(sentence_max + 1, 's'))),
            begin + "expected at most 4096 bytes of text, came more");
  EXPECT_EQ(failure("other bytes than frames"),
            begin + "expected a frame of ginlab's bootstrap, came other bytes; is this another program's port?");
  const std::string numbers = "expected its all-gather number 0 and at most 64 at a time, came number ";
  EXPECT_EQ(failure(encode(Gather{1, "keys", ""})), begin + numbers + "1");
  EXPECT_EQ(failure(encode(Gather{UINT64_MAX, "keys", ""})), begin + numbers + "18446744073709551615");
}

TEST(BootstrapSession, NoPeRunsFurtherAheadThanStepsAreKept) {
  Job job = job_of(2);
  Peer peer(job);
  peer.join(0, 2);
  for (std::uint64_t i = 0; i < gathers_max; ++i) peer.session.received(encode(Gather{i, "keys", "1234"}), start);
  EXPECT_FALSE(job.failed());
  EXPECT_EQ(job.kept(), 4 * gathers_max);
  peer.session.received(encode(Gather{gathers_max, "keys", ""}), start);
  EXPECT_TRUE(job.failed());
  EXPECT_EQ(job.kept(), 0U);
}

TEST(BootstrapSession, StepsThatBelongTogetherBearOneName) {
  Job job = job_of(2);
  Peer zero(job), one(job);
  zero.join(0, 2);
  one.join(1, 2);
  zero.session.received(encode(Gather{0, "keys", ""}), start);
  one.session.received(encode(Gather{0, "heap", ""}), start);
  EXPECT_EQ(job.outcome().failure,
            "all-gather 0: PE 0 calls it \"keys\", PE 1 calls it \"heap\"; all PEs go through the"
            " same steps in one order");
}

TEST(BootstrapSession, APeThatIsSilentForItsDeadlineIsDead) {
  Job job = job_of(2);
  Peer silent(job), other(job);
  silent.join(0, 2);
  other.join(1, 2);
  silent.session.received(encode_sentence(Kind::stand, "a loop"), start);
  other.session.received(framed(Kind::heartbeat, ""), start + milliseconds(9000));
  job.tick(start + milliseconds(9999));
  EXPECT_FALSE(job.failed());
  job.tick(start + milliseconds(10'000));
  EXPECT_EQ(job.outcome().failure, "PE 0 died: silent for 10000 ms; it stood at: a loop");
  EXPECT_EQ(other.last_said(), job.outcome().failure);
  other.session.closed("connection closed", start + milliseconds(10'001));
  EXPECT_FALSE(job.over(start + milliseconds(10'001))) << "it may only have been stopped";
  EXPECT_TRUE(job.over(start + milliseconds(12'000)));
}

TEST(BootstrapSession, HeartbeatsGoOutEverySecond) {
  Job job = job_of(1);
  Peer peer(job);
  peer.join(0, 1);
  const std::size_t said = peer.line.frames.size();
  for (int i = 1; i <= 60; ++i) job.tick(start + milliseconds(50 * i));
  EXPECT_EQ(peer.line.frames.size(), said + 3);
  EXPECT_EQ(peer.last_kind(), Kind::heartbeat);
}

TEST(BootstrapSession, AStepThatLastsNamesWhoIsMissingAtTheDeadlineOfItsFirst) {
  Job job = job_of(3);
  Peer zero(job), one(job);
  zero.join(0, 3);
  one.join(1, 3);
  one.session.received(encode(Gather{0, "keys", "x"}), start + milliseconds(100));
  job.tick(start + milliseconds(9900));
  zero.session.received(encode_sentence(Kind::stand, "reading"), start + milliseconds(9900));
  one.session.received(framed(Kind::heartbeat, ""), start + milliseconds(9900));
  job.tick(start + milliseconds(10'099));
  EXPECT_FALSE(job.failed());
  job.tick(start + milliseconds(10'100));
  EXPECT_EQ(job.outcome().failure,
            "step \"keys\": expected all PEs within 10000 ms, missing: PEs 0, 2; PE 0: it stood"
            " at: reading; PE 2: it had not joined");
}

TEST(BootstrapSession, WhoWaitsInAStepWaitsFromTheLatestSignOfProgressOn) {
  Job job = job_of(2);
  Peer zero(job), one(job);
  zero.join(0, 2);
  one.join(1, 2);
  one.session.received(encode(Gather{0, "end of iteration 1", "", 15'000}), start);
  for (int second = 1; second <= 40; ++second) {
    const Instant now = start + milliseconds(1000 * second);
    if (second <= 20) zero.session.received(framed(Kind::progress, ""), now);
    zero.session.received(framed(Kind::heartbeat, ""), now);
    one.session.received(framed(Kind::heartbeat, ""), now);
    job.tick(now);
    EXPECT_EQ(job.failed(), second >= 35) << second;
    if (second == 10 || second == 30) {
      EXPECT_EQ(one.last_kind(), second == 10 ? Kind::progress : Kind::heartbeat)
          << "who waits is told, of news only";
    }
  }
  EXPECT_EQ(job.outcome().failure,
            "step \"end of iteration 1\": expected all PEs within 15000 ms, missing: PE 0; PE 0: it stood at: (it "
            "had not said)");
}

TEST(BootstrapSession, OfALongStandTheBeginningIsShown) {
  Job job = job_of(1);
  Peer peer(job);
  peer.join(0, 1);
  peer.session.received(encode_sentence(Kind::stand, std::string(1000, 's')), start);
  peer.session.closed("connection closed", start);
  EXPECT_EQ(job.outcome().failure,
            "PE 0 died: connection closed; it stood at: " + std::string(stand_max, 's') + "...");
}

TEST(BootstrapSession, OnceTheJobHasFailedNobodyJoinsAnyMore) {
  Job job = job_of(2);
  job.fail("the launcher was interrupted", start);
  Peer peer(job);
  peer.join(0, 2);
  expect_refusal(peer, "the job has ended: the launcher was interrupted");
  EXPECT_TRUE(job.over(start));
}

TEST(BootstrapSession, AfterAFailureALeaveIsAGoingLikeAnyOther) {
  Job job = job_of(2);
  Peer zero(job), one(job);
  zero.join(0, 2);
  one.join(1, 2);
  zero.session.closed("connection closed", start);
  one.session.received(framed(Kind::leave, "report"), start);
  EXPECT_TRUE(job.over(start));
  EXPECT_EQ(one.last_kind(), Kind::abort);
  EXPECT_EQ(job.outcome().reports, std::vector<std::string>(2)) << "a report counts when everybody could leave";
}

}  // namespace
}  // namespace gin::bootstrap
