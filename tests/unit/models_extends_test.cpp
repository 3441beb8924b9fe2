// Files that say only what differs: the base fills in the rest, whole numbers are replaced, each file answers for
// its own mistakes, and a chain has an end.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/load.hpp"
#include "tests/unit/refusal.hpp"
#include "tests/unit/temporary_file.hpp"

namespace gin::models {
namespace {

constexpr auto extended_base = "dgx-h100-cx7";

Json number(double value, const char* unit) {
  return {{"value", value}, {"unit", unit}, {"source", "a test's own"}, {"grade", "estimated"}};
}

Json part_of(const std::string& base) {
  return {{"schema", 1}, {"name", "mine"}, {"description", "Of my own."}, {"extends", base}};
}

Json faster_fetch() {
  Json part = part_of(extended_base);
  part["nic"]["wqe_fetch_ns"] = number(77, "ns");
  return part;
}

void expect_refused(const std::string& file, const std::vector<std::string>& words) {
  const std::string message = test::refusal([&] { load_profile(file); });
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  for (const auto& word : words) EXPECT_NE(message.find(word), std::string::npos) << word << " not in: " << message;
}

TEST(ExtendingFile, SaysWhatDiffersAndTheBaseSaysTheRest) {
  const test::TemporaryFile file("mine.json", faster_fetch().dump());
  const Profile mine = load_profile(file.path());
  const Profile base = load_profile(extended_base);
  EXPECT_EQ(mine.name, "mine");
  EXPECT_EQ(mine.description, "Of my own.");
  EXPECT_EQ(mine.nic.wqe_fetch, nanoseconds(77));
  EXPECT_EQ(mine.nic.transmit, base.nic.transmit);
  EXPECT_EQ(mine.gpu.load, base.gpu.load);
}

TEST(ExtendingFile, ReplacesANumberWithItsSourceAndGrade) {
  const test::TemporaryFile file("mine.json", faster_fetch().dump());
  const Json mine = profile_document(file.path());
  const Json base = profile_document(extended_base);
  EXPECT_EQ(mine["nic"]["wqe_fetch_ns"], number(77, "ns"));
  EXPECT_EQ(mine["nic"]["receive_ns"], base["nic"]["receive_ns"]);
}

TEST(ExtendingFile, ReplacesARuleOfAStack) {
  Json part = part_of("lean");
  part["queues"]["map"] = "by_agent";
  part["strong_signals"] = false;
  const test::TemporaryFile file("mine.json", part.dump());
  const Stack mine = load_stack(file.path());
  EXPECT_EQ(mine.queues.map, QueueMap::by_agent);
  EXPECT_FALSE(mine.strong_signals);
  EXPECT_EQ(mine.queues.depth, load_stack("lean").queues.depth);
}

TEST(ExtendingFile, TakesTheBasesPredictionUnlessItSaysItsOwn) {
  Json part = part_of("host-shm");
  EXPECT_EQ(load_profile(test::TemporaryFile("mine.json", part.dump()).path()).predicts, "shm");
  part["predicts"] = "";
  EXPECT_EQ(load_profile(test::TemporaryFile("mine.json", part.dump()).path()).predicts, "");
}

TEST(ExtendingFile, MayExtendAFileThatExtendsAnother) {
  const test::TemporaryFile middle("middle.json", faster_fetch().dump());
  Json top = part_of(middle.path());
  top["name"] = "top";
  top["nic"]["receive_ns"] = number(88, "ns");
  const test::TemporaryFile file("top.json", top.dump());
  const Profile profile = load_profile(file.path());
  EXPECT_EQ(profile.name, "top");
  EXPECT_EQ(profile.nic.wqe_fetch, nanoseconds(77));
  EXPECT_EQ(profile.nic.receive, nanoseconds(88));
  EXPECT_EQ(profile.nic.transmit, load_profile(extended_base).nic.transmit);
}

TEST(ExtendingFile, IsOverriddenLikeAnyOther) {
  const test::TemporaryFile file("mine.json", faster_fetch().dump());
  const Profile profile = load_profile(file.path(), {{"nic.wqe_fetch_ns", "5"}, {"nic.receive_ns", "6"}});
  EXPECT_EQ(profile.nic.wqe_fetch, nanoseconds(5));
  EXPECT_EQ(profile.nic.receive, nanoseconds(6));
  const std::string bad = test::refusal([&] { load_profile(file.path(), {{"nic.receive_ns", "-6"}}); });
  EXPECT_NE(bad.find("mine.json, with nic.receive_ns = -6: $.nic.receive_ns.value"), std::string::npos) << bad;
}

TEST(ExtendingFile, WhatItExtendsIsNoNumberToOverride) {
  const std::string bad = test::refusal([] { load_profile(extended_base, {{"extends", "host-shm"}}); });
  EXPECT_NE(bad.find("path of a number or rule to override, got \"extends\""), std::string::npos) << bad;
}

TEST(ExtendingFile, HasItsOwnNameDescriptionAndFormat) {
  for (const char* own : {"name", "description", "schema"}) {
    Json part = faster_fetch();
    part.erase(own);
    const test::TemporaryFile file("mine.json", part.dump());
    expect_refused(file.path(), {"mine.json: $." + std::string(own) + ": this key is required and missing"});
  }
}

TEST(ExtendingFile, EmptyTextExtendsNothing) {
  Json part = faster_fetch();
  part["extends"] = "";
  const test::TemporaryFile file("mine.json", part.dump());
  expect_refused(file.path(), {"mine.json: $.gpu.clock_hz: this key is required and missing"});
  part["extends"] = 7;
  const test::TemporaryFile number_file("number.json", part.dump());
  expect_refused(number_file.path(), {"number.json: $.extends: expected a text, got 7"});
}

TEST(ExtendingFile, UnknownBaseIsAnsweredWithTheNearest) {
  const test::TemporaryFile name("mine.json", part_of("dgx-h100-cx8").dump());
  expect_refused(name.path(),
                 {"mine.json: $.extends: profile \"dgx-h100-cx8\": expected the name of a shipped profile",
                  "did you mean \"dgx-h100-cx7\"?"});
  const test::TemporaryFile stack("mine.json", part_of("lean").dump());
  expect_refused(stack.path(), {"mine.json: $.extends: profile \"lean\""});
  const test::TemporaryFile file("mine.json", part_of(name.folder() + "/nowhere.json").dump());
  expect_refused(file.path(), {"mine.json: $.extends: ", "nowhere.json"});
}

TEST(ExtendingFile, CycleIsRefusedWithTheWholeWay) {
  const test::TemporaryFile first("first.json", "");
  const test::TemporaryFile second("second.json", part_of(first.path()).dump());
  std::ofstream(first.path()) << part_of(second.path()).dump();
  expect_refused(first.path(), {second.path() + ": $.extends: expected a profile that does not come back to itself",
                                first.path() + " extends " + second.path() + " extends " + first.path()});
  const test::TemporaryFile self("self.json", "");
  std::ofstream(self.path()) << part_of(self.path()).dump();
  expect_refused(self.path(), {self.path() + " extends " + self.path()});
}

TEST(ExtendingFile, MistakeIsToldWithTheFileThatItStandsIn) {
  Json part = faster_fetch();
  part["nic"]["wqe_fechns"] = number(1, "ns");
  const test::TemporaryFile wrong("wrong.json", part.dump());
  expect_refused(wrong.path(), {"wrong.json: $.nic.wqe_fechns: unknown key; did you mean \"wqe_fetch_ns\"?"});
  const test::TemporaryFile right("right.json", part_of(wrong.path()).dump());
  expect_refused(right.path(), {"wrong.json: $.nic.wqe_fechns: unknown key"});
  part["nic"].erase("wqe_fechns");
  part["nic"]["wqe_fetch_ns"] = {{"value", 5}};
  const test::TemporaryFile bare("bare.json", part.dump());
  expect_refused(bare.path(), {"bare.json: $.nic.wqe_fetch_ns.unit: this key is required and missing"});
}

TEST(ExtendingFile, PowersOfTwoAreAskedOfTheFileThatSaysThem) {
  Json part = part_of("lean");
  part["queues"]["depth"] = number(1000, "count");
  part["queues"]["depth"]["value"] = 1000;
  const test::TemporaryFile wrong("wrong.json", part.dump());
  Json top = part_of(wrong.path());
  top["queues"]["depth"] = number(0, "count");
  top["queues"]["depth"]["value"] = 1024;
  const test::TemporaryFile right("right.json", top.dump());
  const std::string message = test::refusal([&] { load_stack(right.path()); });
  EXPECT_NE(message.find("wrong.json: $.queues.depth.value: expected a power of two, got 1000; 1024"),
            std::string::npos)
      << message;
}

}  // namespace
}  // namespace gin::models
