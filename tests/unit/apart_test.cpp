#include "core/run/apart.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>

#include "core/base/error.hpp"

namespace gin {
namespace {

TEST(Apart, WhatIsFoundThereIsSaidHereAndNothingElseIsChanged) {
  int looks = 0;
  EXPECT_EQ(apart([&] { return "looked " + std::to_string(++looks); }), "looked 1");
  EXPECT_EQ(looks, 0);
}

TEST(Apart, AllOfALongAnswerComes) {
  const std::string text(1 << 20, 'a');  // many times what a pipe holds
  EXPECT_EQ(apart([&] { return text; }), text);
}

TEST(Apart, AnErrorIsItsText) {
  EXPECT_EQ(apart([]() -> std::string { throw Error(Code::unavailable, "no NIC"); }), "no NIC");
}

TEST(Apart, WhoeverSaysNothingIsKilledAfterAWhile) {
  const auto waits = []() -> std::string {
    for (;;) ::pause();
  };
  EXPECT_EQ(apart(waits, std::chrono::milliseconds(50)),
            "expected an answer from a process of its own within 0.05 s, came none; it was killed");
}

TEST(Apart, ADeathIsSaid) {
  const auto dies = []() -> std::string {
    ::signal(SIGTERM, SIG_DFL);
    ::kill(::getpid(), SIGTERM);
    return "";
  };
  EXPECT_EQ(apart(dies), "expected an answer from a process of its own, it was killed by signal 15 (Terminated)");
  EXPECT_EQ(apart([]() -> std::string { ::_exit(3); }),
            "expected an answer from a process of its own, it ended with exit status 3");
}

}  // namespace
}  // namespace gin
