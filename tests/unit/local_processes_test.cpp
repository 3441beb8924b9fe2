#include "core/run/local_processes.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <map>

namespace gin {
namespace {

using namespace std::chrono_literals;
using Start = LocalProcesses::Start;

void nobody(const LocalProcesses::Death&) {}

/// Watches until `count` have died.
std::map<std::uint32_t, std::string> deaths(LocalProcesses& processes, std::size_t count) {
  std::map<std::uint32_t, std::string> all;
  processes.watch([&] { return all.size() == count; },
                  [&](const LocalProcesses::Death& death) { all[death.rank] = death.how; });
  return all;
}

TEST(LocalProcesses, AllHearWhatTheyAreTold) {
  LocalProcesses processes(3, [](std::uint32_t, const Start& start) { return start() == "here: 1" ? 0 : 1; });
  processes.tell("here: 1");
  EXPECT_TRUE(processes.wait(60s, nobody));
  processes.watch([] { return true; }, [](const LocalProcesses::Death&) { FAIL(); });
}

TEST(LocalProcesses, WhoEndsBadlyIsNamedWithItsStatus) {
  LocalProcesses processes(3, [](std::uint32_t rank, const Start&) { return rank == 1 ? 7 : 0; });
  const auto found = deaths(processes, 1);
  EXPECT_EQ(found.at(1), "ended with exit status 7");
}

TEST(LocalProcesses, WhoIsKilledIsNamedWithTheSignal) {
  LocalProcesses processes(2, [](std::uint32_t, const Start& start) { return start().empty() ? 1 : 0; });
  kill(processes.pid(1), SIGKILL);
  EXPECT_EQ(deaths(processes, 1).at(1), "killed by signal 9 (Killed)");
}

TEST(LocalProcesses, NobodyOutlivesThem) {
  pid_t pid = 0;
  {
    LocalProcesses processes(1, [](std::uint32_t, const Start&) {
      for (;;) pause();
      return 0;
    });
    pid = processes.pid(0);
    EXPECT_EQ(kill(pid, 0), 0);
  }
  EXPECT_EQ(kill(pid, 0), -1);
}

TEST(LocalProcesses, WaitingEndsWithItsPatience) {
  LocalProcesses processes(1, [](std::uint32_t, const Start& start) { return start().empty() ? 1 : 0; });
  EXPECT_FALSE(processes.wait(1ms, nobody));
}

}  // namespace
}  // namespace gin
