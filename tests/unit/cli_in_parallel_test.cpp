// Work on many cores comes out as on one: in order, and with the first failure in order.
#include "cli/in_parallel.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <csignal>
#include <thread>

#include "core/base/error.hpp"
#include "tests/unit/refusal.hpp"

namespace gin::cli {
namespace {

InParallel pieces(std::size_t count, std::size_t jobs, std::function<std::int64_t(std::size_t)> value_of) {
  return {.command = "test",
          .count = count,
          .jobs = jobs,
          .value_of = std::move(value_of),
          .name_of = [](std::size_t piece) { return "piece " + std::to_string(piece); }};
}

/// The first pieces are the last to be done.
void dawdle(std::size_t piece) {
  if (piece < 2) std::this_thread::sleep_for(std::chrono::milliseconds(50));
}

TEST(InParallel, ValuesAreInTheOrderOfThePiecesWhoeverWasDoneFirst) {
  const auto square = [](std::size_t piece) {
    dawdle(piece);
    return static_cast<std::int64_t>(piece * piece);
  };
  const std::vector<std::int64_t> squares = {0, 1, 4, 9, 16, 25, 36};
  EXPECT_EQ(in_parallel(pieces(7, 3, square)), squares);
  EXPECT_EQ(in_parallel(pieces(7, 1, square)), squares);
  EXPECT_EQ(in_parallel(pieces(7, 0, square)), squares);
  EXPECT_TRUE(in_parallel(pieces(0, 3, square)).empty());
}

TEST(InParallel, TheFirstFailureInOrderIsThrownAsItWas) {
  const auto odd_ones_fail = [](std::size_t piece) -> std::int64_t {
    dawdle(piece);
    if (piece % 2 == 1) throw Error(Code::wrong_data, "no " + std::to_string(piece) + "\nand why");
    return 0;
  };
  try {
    in_parallel(pieces(8, 3, odd_ones_fail));
    ADD_FAILURE() << "expected an error, came values";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "no 1\nand why");
    EXPECT_EQ(error.code(), Code::wrong_data);
  }
}

TEST(InParallel, APieceThatEndsItsProcessIsNamed) {
  const auto crash = [](std::size_t piece) -> std::int64_t {
    if (piece == 2) std::raise(SIGKILL);
    return 0;
  };
  EXPECT_EQ(test::refusal([&] { in_parallel(pieces(4, 2, crash)); }),
            "piece 2: its worker process is gone: killed by signal 9 (Killed)");
}

}  // namespace
}  // namespace gin::cli
