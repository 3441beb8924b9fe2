#include "core/ofi/tidy_up.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "core/ofi/ofi_wire.hpp"
#include "tests/unit/temporary_file.hpp"

namespace gin::test {
namespace {

/// The number of a process that is no more.
pid_t gone() {
  const pid_t pid = ::fork();
  if (pid == 0) ::_exit(0);
  ::waitpid(pid, nullptr, 0);
  return pid;
}

TEST(TidyUp, FilesOfDeadProcessesOfThisUserGoAndAllOthersStay) {
  const TemporaryFile other("unrelated", "");
  const std::string uid = std::to_string(::geteuid());
  const std::string dead = std::to_string(gone());
  const std::filesystem::path folder = other.folder();
  const auto make = [&](const std::string& name) { std::ofstream(folder / name) << "x"; };
  make(dead + ":" + uid + ":0");
  make(dead + ":" + uid + ":17");
  make(std::to_string(::getpid()) + ":" + uid + ":0");
  make(dead + ":" + std::to_string(::geteuid() + 1) + ":0");
  make(dead + ":" + uid);
  make("0:" + uid + ":0");
  make("-" + dead + ":" + uid + ":0");
  make(dead + "x:" + uid + ":0");
  EXPECT_EQ(ofi::tidy_up(folder), 2u);
  const auto left = std::distance(std::filesystem::directory_iterator(folder), {});
  EXPECT_EQ(left, 7);
  EXPECT_EQ(ofi::tidy_up(folder), 0u);
}

TEST(TidyUp, AProcessThatHasEndedIsGoneAlsoWhenNobodyHasAskedHow) {
  const TemporaryFile other("unrelated", "");
  const pid_t ended = ::fork();
  if (ended == 0) ::_exit(0);
  siginfo_t how{};
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(ended), &how, WEXITED | WNOWAIT), 0);
  std::ofstream(std::filesystem::path(other.folder()) /
                (std::to_string(ended) + ":" + std::to_string(::geteuid()) + ":0"))
      << "x";
  EXPECT_EQ(ofi::tidy_up(other.folder()), 1u);
  EXPECT_EQ(::waitpid(ended, nullptr, 0), ended);
}

/// What libfabric 1.17 makes for EFA, of a layout and a process.
void make_by_address(const std::filesystem::path& file, char layout, pid_t pid) {
  const char head[4] = {layout, 0, 1, 0};
  std::ofstream(file, std::ios::binary).write(head, 4).write(reinterpret_cast<const char*>(&pid), 4);
}

TEST(TidyUp, FilesThatAreNamedByAddressGoWhenTheProcessThatTheyNameIsGone) {
  const TemporaryFile other("unrelated", "");
  const std::filesystem::path folder = other.folder();
  const pid_t dead = gone();
  const auto named = [&](const std::string& key, uid_t uid) {
    char digits[8];
    std::snprintf(digits, sizeof digits, "%04x", uid);
    return folder / ("fe80::253:5600:1:1_0001_" + key + "_" + digits);
  };
  make_by_address(named("000a3fcc", ::geteuid()), 4, dead);
  make_by_address(named("00000001", ::geteuid()), 4, ::getpid());
  make_by_address(named("00000002", ::geteuid()), 5, dead);
  make_by_address(named("00000003", ::geteuid() + 1), 4, dead);
  make_by_address(named("00000004", ::geteuid()), 4, 0);
  make_by_address(named("0005", ::geteuid()), 4, dead);
  std::ofstream(named("00000006", ::geteuid())) << "x";
  EXPECT_EQ(ofi::tidy_up(folder), 1u);
  EXPECT_FALSE(std::filesystem::exists(named("000a3fcc", ::geteuid())));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder), {}), 7);
}

TEST(TidyUp, AFolderThatIsNotThereHoldsNothing) {
  EXPECT_EQ(ofi::tidy_up("/proc/nothing-of-the-kind"), 0u);
}

TEST(TidyUp, WhatAKilledProcessLeavesIsRemoved) {
  int told[2];
  ASSERT_EQ(::pipe(told), 0);
  const pid_t pid = ::fork();
  if (pid == 0) {
    try {
      std::vector<unsigned char> heap(4096);
      const ofi::OfiWire wire(ofi::shm(), heap, 64);
      (void)!::write(told[1], "x", 1);
      ::pause();
    } catch (...) {
    }
    ::_exit(1);
  }
  ::close(told[1]);
  char word = 0;
  const bool opened = ::read(told[0], &word, 1) == 1;
  ::close(told[0]);
  const auto left = [&] {
    unsigned count = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/dev/shm"))
      count += entry.path().filename().string().starts_with(std::to_string(pid) + ":");
    return count;
  };
  // While it lives: as soon as it is dead, another job on this machine may tidy up too.
  const unsigned there = left();
  ::kill(pid, SIGKILL);
  ::waitpid(pid, nullptr, 0);
  if (!opened) GTEST_SKIP() << "the shm provider does not run here";
  EXPECT_GT(there, 0u) << "nothing is left, so there is nothing to test";
  ofi::tidy_up();
  EXPECT_EQ(left(), 0u);
}

}  // namespace
}  // namespace gin::test
