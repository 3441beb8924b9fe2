// A process that opens a wire answers to signals as it did before. Says the most when run alone, as ctest does:
// handlers are set once, when libfabric is loaded.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <vector>

#include "core/ofi/ofi_wire.hpp"
#include "core/ofi/signals_kept.hpp"

namespace gin::test {
namespace {

void note(int) {}

void handle(int signal, void (*handler)(int)) {
  struct sigaction wanted {};
  wanted.sa_handler = handler;
  ASSERT_EQ(::sigaction(signal, &wanted, nullptr), 0);
}

void (*handler_of(int signal))(int) {
  struct sigaction found {};
  ::sigaction(signal, nullptr, &found);
  return found.sa_handler;
}

/// Ends as `body` says, or with its own number if that opens no wire.
int status_of(void (*body)()) {
  const pid_t pid = ::fork();
  if (pid == 0) {
    try {
      body();
    } catch (...) {
      ::_exit(99);
    }
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(pid, &status, 0);
  return status;
}

void open_a_wire() {
  std::vector<unsigned char> heap(4096);
  const ofi::OfiWire wire(ofi::shm(), heap, 64);
}

TEST(OfiSignals, HandlersAreTheSameAfterAWireWasOpened) {
  const int status = status_of([] {
    handle(SIGINT, note);
    handle(SIGTERM, SIG_IGN);
    void (*before[32])(int) = {};
    for (int i = 1; i < 32; ++i) before[i] = handler_of(i);
    open_a_wire();
    for (int i = 1; i < 32; ++i)
      if (handler_of(i) != before[i]) ::_exit(i);
  });
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0) << "the signal of this number is handled by somebody else now, 99: no wire";
}

TEST(OfiSignals, CtrlCStillEndsAProcessThatOpenedAWire) {
  const int status = status_of([] {
    handle(SIGINT, SIG_DFL);
    open_a_wire();
    ::raise(SIGINT);
  });
  ASSERT_TRUE(WIFSIGNALED(status)) << "it went on, or ended by its own means";
  EXPECT_EQ(WTERMSIG(status), SIGINT);
}

TEST(SignalsKept, WhatWasChangedInBetweenIsUndone) {
  handle(SIGUSR1, note);
  {
    const ofi::SignalsKept kept;
    handle(SIGUSR1, SIG_IGN);
  }
  EXPECT_EQ(handler_of(SIGUSR1), note);
  handle(SIGUSR1, SIG_DFL);
}

}  // namespace
}  // namespace gin::test
