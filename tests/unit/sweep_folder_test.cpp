// What a sweep leaves and finds again: whole lines, one sweep, one writer.
#include "sweep/folder.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/unit/made_result.hpp"
#include "tests/unit/refusal.hpp"
#include "tests/unit/temporary_file.hpp"

namespace gin::sweep {
namespace {

const SweepIdentity small{.ginlab = "1", .scenario = "s", .backend = "emulated", .points = 4, .rows = "00ff"};

SweepFolder::Options options_for(const std::string& path, const SweepIdentity& identity = small) {
  return {.path = path, .sweep = identity, .restart = false};
}

std::string refusal_of_folder(const SweepFolder::Options& options) {
  std::string message = test::refusal([&] { SweepFolder{options}; });
  const std::string quoted = "\"" + options.path + "\"";
  if (const auto at = message.find(quoted); at != message.npos) message.replace(at, quoted.size(), "DIR");
  return message;
}

std::string content(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream text;
  text << in.rdbuf();
  return text.str();
}

std::string failure(std::size_t point) {
  return failed_line(point, "why", {{"path", "gpu"}});
}

TEST(SweepFolder, GivesBackWhatWasAppended) {
  const test::TemporaryFile nearby("x", "");
  const std::string path = nearby.folder() + "/a/b";
  {
    SweepFolder folder(options_for(path));
    EXPECT_TRUE(folder.lines().empty());
    folder.append(failure(2));
    folder.append(line_of(0, PointState::done, "", made::row({{"path", "gpu"}}, 7)));
  }
  const auto lines = SweepFolder(options_for(path)).lines();
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].point, 2u);
  EXPECT_EQ(lines[0].reason, "why");
  EXPECT_FALSE(lines[0].row);
  EXPECT_EQ(lines[1].row->p50_ps(), 7);
}

TEST(SweepFolder, ALineThatWasNotWrittenToItsEndIsDropped) {
  const test::TemporaryFile nearby("x", "");
  const std::string path = nearby.folder() + "/s";
  SweepFolder(options_for(path)).append(failure(1));
  const std::string whole = content(path + "/points.jsonl");
  for (std::size_t torn = 1; torn < whole.size(); torn += 7) {
    std::ofstream(path + "/points.jsonl", std::ios::binary) << whole << whole.substr(0, torn);
    SweepFolder folder(options_for(path));
    EXPECT_EQ(folder.lines().size(), 1u);
    EXPECT_EQ(content(path + "/points.jsonl"), whole);
    folder.append(failure(3));
    EXPECT_EQ(folder.lines().size(), 2u);
  }
}

TEST(SweepFolder, ABrokenLineInTheMiddleIsRefusedWithItsPlace) {
  const test::TemporaryFile nearby("x", "");
  const std::string path = nearby.folder() + "/s";
  const auto why = [&](const std::string& lines) {
    SweepFolder folder(options_for(path));
    std::ofstream(path + "/points.jsonl", std::ios::binary) << lines;
    std::string message = test::refusal([&] { folder.lines(); });
    return message.starts_with(path + "/") ? message.substr(path.size() + 1) : message;
  };
  const auto sealed = [&](const std::string& object) { return why(with_checksum(object) + "\n"); };
  EXPECT_EQ(
      sealed("{\"point\":}"),
      "points.jsonl:1: $.point: broken JSON at line 1, column 10: unexpected ','; expected '[', '{', or a literal");
  EXPECT_EQ(sealed("{\"point\":-1,\"state\":\"done\",\"reason\":\"\"}"),
            "points.jsonl:1: $.point: expected the number of a point, got -1");
  EXPECT_EQ(sealed("{\"point\":0,\"state\":\"dune\",\"reason\":\"\"}"),
            "points.jsonl:1: $.state: expected \"done\", \"wrong\" or \"failed\", got \"dune\"");
  EXPECT_EQ(sealed("{\"point\":0,\"state\":\"done\"}"),
            "points.jsonl:1: $.reason: this key is required and missing");
  EXPECT_EQ(sealed("{\"point\":0,\"state\":\"done\",\"reason\":\"\"}"),
            "points.jsonl:1: $: expected the key \"axes\", it is missing");
  EXPECT_EQ(why(failure(4) + "\n"), "points.jsonl:1: $.point: expected one of 4 points, counted from 0, got 4");
}

TEST(SweepFolder, ALineThatWasEditedIsNotBelieved) {
  const test::TemporaryFile nearby("x", "");
  const std::string path = nearby.folder() + "/s";
  SweepFolder folder(options_for(path));
  folder.append(failure(0));
  folder.append(failure(1));
  const std::string whole = content(path + "/points.jsonl");
  const std::size_t second = whole.find('\n') + 1;
  for (std::size_t at = second; at + 1 < whole.size(); ++at) {
    std::string edited = whole;
    edited[at] = edited[at] == '0' ? '1' : '0';
    std::ofstream(path + "/points.jsonl", std::ios::binary) << edited;
    EXPECT_NE(test::refusal([&] { folder.lines(); }).find("points.jsonl:2: expected a line as the sweep wrote it"),
              std::string::npos)
        << edited;
  }
  std::ofstream(path + "/points.jsonl", std::ios::binary) << "{\"point\":0,\"state\":\"failed\",\"reason\":\"\"}\n";
  EXPECT_NE(test::refusal([&] { folder.lines(); }).find("whose checksum is missing"), std::string::npos);
}

TEST(SweepFolder, WhatIsNoPlainFileIsRefused) {
  for (const char* name : {"sweep.json", "points.jsonl"}) {
    const test::TemporaryFile nearby("x", "");
    const std::string path = nearby.folder() + "/s";
    if (std::string(name) == "points.jsonl") SweepFolder(options_for(path)).append(failure(0));
    std::filesystem::create_directories(path);
    std::filesystem::remove(path + "/" + name);
    ASSERT_EQ(::mkfifo((path + "/" + name).c_str(), 0600), 0);
    EXPECT_NE(test::refusal([&] { SweepFolder folder(options_for(path)); }).find("a pipe or a device"),
              std::string::npos)
        << name;
  }
}

TEST(SweepFolder, IsThatOfOneSweepOnly) {
  const test::TemporaryFile nearby("x", "");
  const std::string path = nearby.folder() + "/s";
  SweepFolder(options_for(path)).append(failure(1));
  const std::string advice = "; name another folder, or throw away what is there with --restart";
  const auto other = [&](auto change) {
    SweepIdentity identity = small;
    change(identity);
    return refusal_of_folder(options_for(path, identity));
  };
  EXPECT_EQ(other([](SweepIdentity& s) { s.ginlab = "2"; }),
            "sweep --out DIR: expected a folder of this sweep (ginlab \"2\"), got one of another (\"1\")" + advice);
  EXPECT_EQ(
      other([](SweepIdentity& s) { s.backend = "shm"; }),
      "sweep --out DIR: expected a folder of this sweep (backend \"shm\"), got one of another (\"emulated\")" +
          advice);
  EXPECT_EQ(other([](SweepIdentity& s) { s.points = 5; }),
            "sweep --out DIR: expected a folder of this sweep (points 5), got one of another (4)" + advice);
  EXPECT_EQ(other([](SweepIdentity& s) { s.rows = "00fe"; }),
            "sweep --out DIR: expected a folder of this sweep, got one whose points differ from these in a value" +
                advice);
  EXPECT_EQ(SweepFolder(options_for(path)).lines().size(), 1u);
}

TEST(SweepFolder, RestartThrowsAwayWhatASweepLeftAndNothingElse) {
  const test::TemporaryFile nearby("x", "");
  const std::string path = nearby.folder() + "/s";
  SweepFolder(options_for(path)).append(failure(1));
  for (const char* name : {"/result.json", "/points.csv", "/notes.txt"}) std::ofstream(path + name) << "x";
  SweepIdentity other = small;
  other.points = 9;
  SweepFolder::Options options = options_for(path, other);
  options.restart = true;
  EXPECT_TRUE(SweepFolder(options).lines().empty());
  for (const char* name : {"/result.json", "/points.csv"}) EXPECT_FALSE(std::ifstream(path + name)) << name;
  EXPECT_EQ(content(path + "/notes.txt"), "x");
}

TEST(SweepFolder, WhatSomebodyElseLeftIsNotTouched) {
  const test::TemporaryFile nearby("result.json", "{}");
  SweepFolder::Options options = options_for(nearby.folder());
  const std::string why =
      "sweep --out DIR: expected a new folder or that of a sweep, got one with a result.json of something else";
  EXPECT_EQ(refusal_of_folder(options), why);
  options.restart = true;
  EXPECT_EQ(refusal_of_folder(options), why);
  EXPECT_EQ(content(nearby.path()), "{}");
  EXPECT_EQ(refusal_of_folder(options_for(nearby.path())),
            "sweep --out DIR: expected a folder or a place to make one, got: Not a directory");
}

TEST(SweepFolder, TwoProcessesDoNotWriteToOne) {
  const test::TemporaryFile nearby("x", "");
  const SweepFolder folder(options_for(nearby.folder() + "/s"));
  const pid_t child = fork();
  if (child == 0) {
    const std::string why = refusal_of_folder(options_for(nearby.folder() + "/s"));
    const std::string expected =
        "sweep --out DIR: expected a folder of its own, got one that another sweep is writing to "
        "(process " +
        std::to_string(getppid()) + "); wait for it or name another";
    _exit(why == expected ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

}  // namespace
}  // namespace gin::sweep
