// Members and their rendezvous over real sockets, in order and when everything goes wrong.
#include "core/bootstrap/member.hpp"

#include <gtest/gtest.h>

#include "tests/unit/refusal.hpp"
#include "tests/unit/small_job.hpp"

namespace gin::bootstrap {
namespace {

using std::chrono::milliseconds;
using test::refusal;
using test::SmallJob;

using Parts = std::vector<std::string>;

void expect_says(const std::string& sentence, const std::string& part) {
  EXPECT_PRED_FORMAT2(testing::IsSubstring, part, sentence);
}

/// Waits until the member knows that the job has failed.
std::string reason_at(Member& member) {
  return refusal([&] { member.all_gather("the end", "").take(); });
}

TEST(Bootstrap, EveryStepGivesEveryPartByRank) {
  SmallJob job(4);
  job.run([](Member& member) {
    for (int i = 0; i < 20; ++i) {
      const auto part = [&](std::uint32_t rank) { return std::string(rank * 3, static_cast<char>('a' + i)); };
      const std::vector<std::string> parts =
          member.all_gather("step " + std::to_string(i), part(member.rank())).take();
      EXPECT_EQ(parts, (Parts{"", part(1), part(2), part(3)}));
    }
    member.barrier("the last");
    member.leave("report of " + std::to_string(member.rank()));
  });
  const Outcome outcome = job.rendezvous().wait();
  EXPECT_EQ(outcome.failure, "");
  EXPECT_EQ(outcome.reports, (Parts{"report of 0", "report of 1", "report of 2", "report of 3"}));
  EXPECT_TRUE(job.rendezvous().finished());
}

TEST(Bootstrap, AJobOfOneNeedsNobody) {
  SmallJob job(1);
  const auto member = job.join(0);
  EXPECT_EQ(member->all_gather("keys", "mine").take(), (Parts{"mine"}));
  member->leave("");
  EXPECT_EQ(job.rendezvous().wait().failure, "");
  EXPECT_FALSE(member->aborted());
}

TEST(Bootstrap, LargePartsArriveWhole) {
  SmallJob job(3);
  job.run([](Member& member) {
    const auto part = [](std::uint32_t rank) {
      std::string bytes(std::size_t{1} << 20, '\0');
      for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>(i * (rank + 1) >> 3);
      return bytes;
    };
    const std::vector<std::string> parts = member.all_gather("heap", part(member.rank())).take();
    ASSERT_EQ(parts.size(), 3U);
    for (std::uint32_t rank = 0; rank < 3; ++rank) EXPECT_TRUE(parts[rank] == part(rank)) << rank;
    member.leave({});
  });
  EXPECT_EQ(job.rendezvous().wait().failure, "");
}

TEST(Bootstrap, SeveralStepsMayBeUnderWayAndAreTakenInAnyOrder) {
  SmallJob job(2);
  const auto members = job.join_all();
  Gathering first = members[0]->all_gather("first", "0");
  Gathering second = members[0]->all_gather("second", "1");
  members[1]->all_gather("first", "2");
  EXPECT_EQ(members[1]->all_gather("second", "3").take(), (Parts{"1", "3"}));
  EXPECT_EQ(second.take(), (Parts{"1", "3"}));
  EXPECT_EQ(first.take(), (Parts{"0", "2"}));
  EXPECT_TRUE(first.ready());
}

TEST(Bootstrap, MoreStepsUnderWayThanAreKeptAreRefused) {
  SmallJob job(2);
  const auto member = job.join(0);
  for (std::uint64_t i = 0; i < gathers_max; ++i) member->all_gather("many", "");
  EXPECT_EQ(refusal([&] { member->all_gather("many", ""); }),
            "step \"many\": expected at most 64 steps under way, came one more; take one before");
}

TEST(Bootstrap, OneThatJoinsLateIsWaitedFor) {
  SmallJob job(2);
  const auto early = job.join(0);
  Gathering gathering = early->all_gather("keys", "early");
  EXPECT_FALSE(gathering.ready());
  const auto late = job.join(1);
  EXPECT_EQ(late->all_gather("keys", "late").take(), (Parts{"early", "late"}));
  EXPECT_EQ(gathering.take(), (Parts{"early", "late"}));
}

TEST(Bootstrap, AMemberWaitsForARendezvousThatStartsLater) {
  auto options = test::rendezvous_of(1);
  Member::Options member_options;
  {
    const SmallJob before(options);  // for a port that is free
    member_options = before.options(0);
  }
  std::thread pe([&] { Member(member_options).leave("came"); });
  options.port =
      static_cast<std::uint16_t>(std::stoi(member_options.address.substr(member_options.address.rfind(':') + 1)));
  SmallJob job(options);
  EXPECT_EQ(job.rendezvous().wait().reports, (Parts{"came"}));
  pe.join();
}

TEST(Bootstrap, ARendezvousThatNeverComesIsNamedAfterTheDeadline) {
  Member::Options options;
  {
    const SmallJob before(1);
    options = before.options(0);
  }
  options.deadline = milliseconds(200);
  EXPECT_EQ(refusal([&] { const Member member(options); }),
            "bootstrap: expected PE 0 to join the rendezvous at " + options.address +
                " within 200 ms, came \"Connection refused\"; is its launcher or PE 0 running, and does this "
                "machine reach it?");
}

TEST(Bootstrap, ItWorksOverIpv6) {
  auto options = test::rendezvous_of(2);
  options.address = "::1";
  std::unique_ptr<SmallJob> job;
  try {
    job = std::make_unique<SmallJob>(options);
  } catch (const Error& error) {
    GTEST_SKIP() << error.what();
  }
  expect_says(job->rendezvous().endpoint(), "[::1]:");
  job->run([](Member& member) {
    member.barrier("here");
    member.leave({});
  });
  EXPECT_EQ(job->rendezvous().wait().failure, "");
}

/// Who must not get in, and with what words; the job of two that is there does not notice.
void expect_refused(const std::string& why, const std::function<void(Member::Options&)>& change) {
  SmallJob job(2);
  const auto zero = job.join(0);
  Member::Options options = job.options(1);
  change(options);
  EXPECT_EQ(refusal([&] { const Member member(options); }), "bootstrap: the rendezvous at " + options.address +
                                                                " refused PE " + std::to_string(options.rank) +
                                                                ": " + why);
  const auto one = job.join(1);
  Gathering gathering = zero->all_gather("keys", "a");
  EXPECT_EQ(one->all_gather("keys", "b").take(), (Parts{"a", "b"}));
  EXPECT_EQ(gathering.take(), (Parts{"a", "b"}));
  zero->leave({});
  one->leave({});
  EXPECT_EQ(job.rendezvous().wait().failure, "");
}

TEST(Bootstrap, APeerWithAnotherSecretIsRefusedAndTheJobGoesOn) {
  expect_refused(
      "expected the secret of this job, came another one; start all PEs with the secret that the launcher gave",
      [](Member::Options& options) { options.secret = "another"; });
}

TEST(Bootstrap, APeerOfAnotherVersionIsRefusedAndTheJobGoesOn) {
  expect_refused("expected ginlab 1.2.3, came 1.2.4; use one build of ginlab for all PEs",
                 [](Member::Options& options) { options.version = "1.2.4"; });
}

TEST(Bootstrap, ARankThatIsTakenIsRefusedAndTheJobGoesOn) {
  expect_refused("expected a rank that nobody has, came 0, which is taken; start each rank once",
                 [](Member::Options& options) { options.rank = 0; });
}

TEST(Bootstrap, APeerOfAJobOfAnotherSizeIsRefusedAndTheJobGoesOn) {
  expect_refused("expected a PE of a job of 2, came one of a job of 3; start all with one size",
                 [](Member::Options& options) { options.size = 3; });
}

TEST(Bootstrap, ARankBeyondTheSizeIsRefusedBeforeItConnects) {
  SmallJob job(2);
  Member::Options options = job.options(0);
  options.rank = 2;
  EXPECT_EQ(refusal([&] { const Member member(options); }),
            "bootstrap: expected a rank below 2, came 2; ranks count from 0");
}

TEST(Bootstrap, APeThatVanishesEndsTheOthersWithItsNameAndWhereItStood) {
  SmallJob job(3);
  auto members = job.join_all();
  members[1]->stand("iteration 4");
  std::vector<Gathering> gatherings;
  for (const auto& member : members) gatherings.push_back(member->all_gather("keys", ""));
  for (Gathering& gathering : gatherings) gathering.take();
  Gathering waiting = members[0]->all_gather("heap", "");
  members[1].reset();
  const std::string death = "PE 1 died: connection closed; it stood at: iteration 4; its last was step \"keys\"";
  EXPECT_EQ(refusal([&] { waiting.take(); }), "step \"heap\": " + death);
  EXPECT_TRUE(waiting.ready());
  EXPECT_TRUE(members[0]->aborted());
  EXPECT_EQ(members[0]->abort_reason(), death);
  expect_says(reason_at(*members[2]), death);
  EXPECT_EQ(job.rendezvous().wait().failure, death);
}

TEST(Bootstrap, APeThatGivesUpTellsEverybody) {
  SmallJob job(2);
  const auto members = job.join_all();
  members[1]->stand("reading the scenario");
  EXPECT_FALSE(members[1]->aborted());
  members[1]->abort("no such file: x.json");
  EXPECT_TRUE(members[1]->aborted());
  EXPECT_EQ(members[1]->abort_reason(), "PE 1 gave up: no such file: x.json");
  const std::string sentence = "PE 1 gave up: no such file: x.json; it stood at: reading the scenario";
  EXPECT_EQ(reason_at(*members[0]), "step \"the end\": " + sentence);
  EXPECT_EQ(job.rendezvous().wait().failure, sentence);
}

TEST(Bootstrap, WhatBreaksAtThisPeWaitsForTheDeathThatBrokeIt) {
  SmallJob job(3);
  auto members = job.join_all();
  EXPECT_FALSE(members[0]->fails_within(milliseconds(1)));
  members[1].reset();
  EXPECT_TRUE(members[0]->fails_within(milliseconds(60'000)));
  EXPECT_EQ(members[0]->abort_reason(), "PE 1 died: connection closed; it stood at: (it had not said)");
}

TEST(Bootstrap, APeKnowsWhetherItsReasonIsEverybodys) {
  SmallJob job(2);
  const auto members = job.join_all();
  EXPECT_FALSE(members[0]->heard_why());
  members[1]->abort("no such file");
  EXPECT_TRUE(members[1]->heard_why()) << "the rendezvous has said so to all, this one too";
  EXPECT_TRUE(members[0]->fails_within(milliseconds(60'000)));
  EXPECT_TRUE(members[0]->heard_why());

  SmallJob alone(1);
  const auto member = alone.join(0);
  alone.end_rendezvous();
  EXPECT_TRUE(member->fails_within(milliseconds(60'000)));
  EXPECT_FALSE(member->heard_why());
}

TEST(Bootstrap, APeKnowsTheAddressByWhichItReachesTheOthers) {
  SmallJob job(1);
  EXPECT_EQ(job.join(0)->local_address(), "127.0.0.1");
}

TEST(Bootstrap, AfterTheDeadlineOfAStepTheMissingAreNamed) {
  SmallJob job(3);
  Member::Options options = job.options(0);
  options.deadline = milliseconds(2000);
  Member zero(options);
  const auto one = job.join(1);
  const auto two = job.join(2);
  one->stand("loading");
  one->all_gather("keys", "");  // after it the rendezvous knows where PE 1 stands
  const std::string expected =
      "step \"heap\": expected all PEs within 2000 ms, missing: PEs 1, 2; PE 1: it stood at:"
      " loading; its last was step \"keys\"; PE 2: it stood at: (it had not said); its last"
      " was step \"keys\"";
  zero.all_gather("keys", "");
  two->all_gather("keys", "").take();
  EXPECT_EQ(refusal([&] { zero.all_gather("heap", "").take(); }), "step \"heap\": " + expected);
  EXPECT_EQ(job.rendezvous().wait().failure, expected);
}

TEST(Bootstrap, PesThatNeverJoinAreNamed) {
  auto options = test::rendezvous_of(3);
  options.join_within = milliseconds(500);
  SmallJob job(options);
  EXPECT_EQ(
      job.rendezvous().wait().failure,
      "rendezvous: expected 3 PEs within 500 ms, missing: PEs 0, 1, 2; have they been started, and do they reach"
      " this address?");
}

TEST(Bootstrap, WithoutItsRendezvousAMemberEnds) {
  SmallJob job(2);
  const auto member = job.join(0);
  Gathering gathering = member->all_gather("keys", "");
  const std::string address = job.rendezvous().endpoint();
  job.end_rendezvous();
  const std::string why = refusal([&] { gathering.take(); });
  expect_says(why, "step \"keys\": the rendezvous at " + address + " is gone (");
  expect_says(why, "has its launcher or PE 0 ended?");
  EXPECT_TRUE(member->aborted());
  expect_says(refusal([&] { member->leave("late"); }), "leave: the rendezvous at ");
}

TEST(Bootstrap, WhatTheLauncherSawIsSaidToAll) {
  SmallJob job(2);
  const auto members = job.join_all();
  members[1]->stand("the first put");
  members[1]->all_gather("keys", "");
  members[0]->all_gather("keys", "").take();
  job.rendezvous().died(1, "killed by signal 9");
  const std::string death = "PE 1 died: killed by signal 9; it stood at: the first put; its last was step \"keys\"";
  EXPECT_EQ(reason_at(*members[0]), "step \"the end\": " + death);
  EXPECT_EQ(job.rendezvous().wait().failure, death);
}

TEST(Bootstrap, ItsParentKnowsBetterHowAPeDiedThanItsConnection) {
  SmallJob job(2);
  auto members = job.join_all();
  members[1].reset();
  expect_says(reason_at(*members[0]), "PE 1 died: connection closed; it stood at: (it had not said)");
  job.rendezvous().died(1, "killed by signal 11");
  job.rendezvous().died(0, "exit code 1");  // an effect of the first
  EXPECT_EQ(job.rendezvous().wait().failure, "PE 1 died: killed by signal 11; it stood at: (it had not said)");
}

TEST(Bootstrap, APeThatDiesBeforeItJoinsIsNamed) {
  SmallJob job(2);
  const auto member = job.join(0);
  job.rendezvous().died(1, "exit code 2");
  EXPECT_EQ(reason_at(*member), "step \"the end\": PE 1 died: exit code 2; it had not joined");
}

TEST(Bootstrap, WhoComesAfterTheJobHasFailedKnowsThatItsReasonIsEverybodys) {
  SmallJob job(2);
  job.rendezvous().died(1, "killed by signal 9");
  try {
    job.join(0);
    FAIL() << "it was let in";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::said_by_another);
    expect_says(error.what(), "refused PE 0: the job has ended: PE 1 died: killed by signal 9; it had not joined");
  }
}

TEST(Bootstrap, OthersThatWaitForOneThatLeftAreTold) {
  SmallJob job(2);
  const auto members = job.join_all();
  members[1]->leave("done");
  EXPECT_EQ(
      reason_at(*members[0]),
      "step \"the end\": step \"the end\": expected all PEs, but PE 1 left before it; all PEs go through the same"
      " steps");
  EXPECT_FALSE(members[1]->aborted());
  EXPECT_EQ(refusal([&] { members[1]->all_gather("more", "").take(); }), "step \"more\": this PE has left the job");
}

TEST(Bootstrap, StepsInDifferentOrdersAreFound) {
  SmallJob job(2);
  const auto members = job.join_all();
  Gathering keys = members[0]->all_gather("keys", "");
  members[0]->all_gather("heap", "");
  members[1]->all_gather("heap", "");
  expect_says(refusal([&] { keys.take(); }), "all-gather 0: PE ");
  const std::string why = job.rendezvous().wait().failure;
  expect_says(why, "calls it \"keys\"");
  expect_says(why, "calls it \"heap\"");
  expect_says(why, "; all PEs go through the same steps in one order");
}

TEST(Bootstrap, WhatIsTooMuchTogetherIsRefusedWithTheStep) {
  auto options = test::rendezvous_of(2);
  options.frame_max = 4096;
  SmallJob job(options);
  const auto members = job.join_all();
  members[0]->all_gather("heap", std::string(3000, 'x'));
  expect_says(refusal([&] { members[1]->all_gather("heap", std::string(3000, 'y')).take(); }),
              "step \"heap\": expected at most 4096 bytes from all PEs together, came 6020; give less at a"
              " time");
}

TEST(Bootstrap, AMessageBeyondTheLimitEndsTheJobWithWhoSentIt) {
  auto options = test::rendezvous_of(1);
  options.frame_max = 4096;
  SmallJob job(options);
  const auto member = job.join(0);  // it believes in the usual limit
  expect_says(refusal([&] { member->all_gather("heap", std::string(5000, 'x')).take(); }),
              "PE 0 broke the protocol: expected a message of at most 4096 bytes, came one of 5020");
}

TEST(Bootstrap, SeveralThreadsMayStandAndAsk) {
  SmallJob job(2);
  const auto members = job.join_all();
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([&, i] {
      for (int n = 0; !members[0]->aborted(); ++n) members[0]->stand(std::to_string(i) + "." + std::to_string(n));
    });
  members[1]->abort("enough");
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace gin::bootstrap
