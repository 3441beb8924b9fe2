// Points handed out to worker processes: each comes back once, whatever becomes of the worker.
#include "sweep/foreman.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <csignal>
#include <map>

#include "core/base/error.hpp"

namespace gin::sweep {
namespace {

struct Outcome {
  std::map<std::size_t, std::string> lines;
  std::map<std::size_t, std::string> lost;
  SweepEnd end = SweepEnd::all_points;
  std::size_t interrupted_with = 99;
};

Outcome foreman_run(Foreman::Options options, const PointWork& work,
                    const std::function<void(std::size_t)>& on_done = nullptr) {
  Outcome outcome;
  const auto once = [](auto& map, std::size_t point, const std::string& text) {
    EXPECT_TRUE(map.emplace(point, text).second) << point << " came twice";
  };
  Foreman foreman(std::move(options),
                  {.work = work,
                   .done =
                       [&](std::size_t point, const std::string& line) {
                         once(outcome.lines, point, line);
                         if (on_done) on_done(point);
                       },
                   .lost = [&](std::size_t point, const std::string& why) { once(outcome.lost, point, why); },
                   .now_and_then = [] {},
                   .interrupted = [&](std::size_t under_way) { outcome.interrupted_with = under_way; }});
  outcome.end = foreman.run();
  return outcome;
}

std::string answer(std::size_t point) {
  return "{" + std::to_string(point) + "}";
}

std::deque<std::size_t> first(std::size_t count) {
  std::deque<std::size_t> points;
  for (std::size_t i = 0; i < count; ++i) points.push_back(i);
  return points;
}

TEST(Foreman, EveryPointComesBackOnceWithItsLine) {
  for (const std::size_t workers : {1, 3, 20}) {
    const Outcome outcome = foreman_run({.points = first(50), .workers = workers, .at_once_max = workers}, answer);
    ASSERT_EQ(outcome.lines.size(), 50u);
    for (const auto& [point, line] : outcome.lines) EXPECT_EQ(line, answer(point));
    EXPECT_TRUE(outcome.lost.empty());
    EXPECT_EQ(outcome.end, SweepEnd::all_points);
  }
}

TEST(Foreman, WithoutPointsThereIsNothingToDo) {
  EXPECT_TRUE(foreman_run({.points = {}, .workers = 2, .at_once_max = 2}, answer).lines.empty());
}

TEST(Foreman, LongLinesComeWhole) {
  const PointWork work = [](std::size_t point) { return "{" + std::string(200'000 * (point + 1), 'x'); };
  const Outcome outcome = foreman_run({.points = first(6), .workers = 2, .at_once_max = 2}, work);
  for (std::size_t point = 0; point < 6; ++point)
    EXPECT_EQ(outcome.lines.at(point).size(), 1 + 200'000 * (point + 1));
}

TEST(Foreman, APointThatTakesItsWorkerDownIsLostAndTheOthersAreNot) {
  const PointWork work = [](std::size_t point) {
    if (point == 3) raise(SIGKILL);
    if (point == 5) _exit(7);
    return answer(point);
  };
  const Outcome outcome = foreman_run({.points = first(20), .workers = 2, .at_once_max = 2}, work);
  EXPECT_EQ(outcome.lines.size(), 18u);
  EXPECT_EQ(outcome.lost,
            (std::map<std::size_t, std::string>{{3, "its worker process is gone: killed by signal 9 (Killed)"},
                                                {5, "its worker process is gone: ended with exit status 7"}}));
}

TEST(Foreman, NoMoreThanTheLimitAreUnderWay) {
  // Each point leaves a mark while it runs; a second one that sees it says so.
  int mark[2];
  ASSERT_EQ(pipe(mark), 0);
  const PointWork work = [&](std::size_t point) {
    char token = 't';
    const bool alone = read(mark[0], &token, 1) == 1;
    usleep(1000);
    return write(mark[1], &token, 1) == 1 && alone ? answer(point) : "{}";
  };
  ASSERT_EQ(write(mark[1], "t", 1), 1);
  const Outcome outcome = foreman_run({.points = first(10), .workers = 4, .at_once_max = 1}, work);
  for (const auto& [point, line] : outcome.lines) EXPECT_EQ(line, answer(point));
  for (const int end : mark) close(end);
}

TEST(Foreman, AnInterruptLetsPointsUnderWayEndAndBeginsNoOther) {
  const auto interrupt = [](std::size_t) { raise(SIGINT); };
  const Outcome outcome =
      foreman_run({.points = first(50), .workers = 1, .at_once_max = 1}, answer, [&](std::size_t point) {
        if (point == 2) interrupt(point);
      });
  EXPECT_EQ(outcome.end, SweepEnd::interrupted);
  EXPECT_LE(outcome.interrupted_with, 1u);
  EXPECT_GE(outcome.lines.size(), 3u);
  EXPECT_LE(outcome.lines.size(), 4u);
}

TEST(Foreman, ASecondInterruptDoesNotWait) {
  const PointWork work = [](std::size_t point) {
    if (point > 0) sleep(60);
    return answer(point);
  };
  const Outcome outcome = foreman_run({.points = first(3), .workers = 1, .at_once_max = 1}, work, [](std::size_t) {
    raise(SIGINT);
    raise(SIGTERM);
  });
  EXPECT_EQ(outcome.end, SweepEnd::interrupted);
  EXPECT_EQ(outcome.lines.size(), 1u);
  EXPECT_TRUE(outcome.lost.empty());
}

}  // namespace
}  // namespace gin::sweep
