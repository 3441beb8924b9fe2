// Points handed out to worker processes: each comes back once, whatever becomes of the worker.
#include "sweep/foreman.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <map>

#include "core/base/error.hpp"
#include "sweep/rank.hpp"
#include "tests/unit/temporary_file.hpp"

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

std::deque<std::size_t> first_ones(std::size_t count) {
  std::deque<std::size_t> points;
  for (std::size_t i = 0; i < count; ++i) points.push_back(i);
  return points;
}

TEST(Foreman, EveryPointComesBackOnceWithItsLine) {
  for (const std::size_t workers : {1, 3, 20}) {
    const Outcome outcome =
        foreman_run({.points = first_ones(50), .workers = workers, .at_once_max = workers}, answer);
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
  const Outcome outcome = foreman_run({.points = first_ones(6), .workers = 2, .at_once_max = 2}, work);
  for (std::size_t point = 0; point < 6; ++point)
    EXPECT_EQ(outcome.lines.at(point).size(), 1 + 200'000 * (point + 1));
}

TEST(Foreman, APointThatTakesItsWorkerDownIsLostAndTheOthersAreNot) {
  const PointWork work = [](std::size_t point) {
    if (point == 3) ::raise(SIGKILL);
    if (point == 5) _exit(7);
    return answer(point);
  };
  const Outcome outcome = foreman_run({.points = first_ones(20), .workers = 2, .at_once_max = 2}, work);
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
  const Outcome outcome = foreman_run({.points = first_ones(10), .workers = 4, .at_once_max = 1}, work);
  for (const auto& [point, line] : outcome.lines) EXPECT_EQ(line, answer(point));
  for (const int end : mark) close(end);
}

/// Points that say when they begin, to a foreman that is busy with the line of one of them.
class ForemanThatIsBusy : public testing::Test {
 protected:
  /// Points that began by the time the line of `busy_with` is taken down, up to `at_most`; waits so long for each.
  int begun(std::size_t busy_with, useconds_t point_takes, int at_most, int within_ms) {
    int seen = 0;
    foreman_run(
        {.points = first_ones(20), .workers = 1, .at_once_max = 1},
        [&](std::size_t point) {
          if (write(began_[1], "b", 1) != 1) return std::string();
          usleep(point_takes);
          return answer(point);
        },
        [&](std::size_t point) {
          pollfd mark{.fd = began_[0], .events = POLLIN, .revents = 0};
          char token = 0;
          if (point != busy_with) return;
          while (seen < at_most && poll(&mark, 1, within_ms) == 1)
            seen += static_cast<int>(read(began_[0], &token, 1));
        });
    return seen;
  }

  void SetUp() override { ASSERT_EQ(pipe(began_), 0); }
  void TearDown() override {
    for (const int end : began_) close(end);
  }
  int began_[2] = {-1, -1};
};

TEST_F(ForemanThatIsBusy, ItsWorkerHasAnotherShortPointWaiting) {
  EXPECT_EQ(begun(5, 0, 8, 20'000), 8);  // 6 and 7 too
}

TEST_F(ForemanThatIsBusy, NothingWaitsBehindALongPoint) {
  EXPECT_EQ(begun(1, 60'000, 4, 300), 3);  // 2, which the worker was given at once, and not 3
}

TEST(Foreman, AnInterruptLetsPointsUnderWayEndAndBeginsNoOther) {
  // Over the line of point 1 the foreman is so busy that those of 2 and 3 come together: the interrupt after 2 holds
  // for what is handed out after 3, too.
  const auto on_done = [](std::size_t point) {
    if (point == 1) usleep(20'000);
    if (point == 2) ::raise(SIGINT);
  };
  const Outcome outcome = foreman_run({.points = first_ones(50), .workers = 1, .at_once_max = 1}, answer, on_done);
  EXPECT_EQ(outcome.end, SweepEnd::interrupted);
  EXPECT_LE(outcome.interrupted_with, 2u);
  EXPECT_GE(outcome.lines.size(), 3u);
  EXPECT_LE(outcome.lines.size(), 5u);
}

TEST(Foreman, ASecondInterruptDoesNotWait) {
  const PointWork work = [](std::size_t point) {
    if (point > 0) sleep(60);
    return answer(point);
  };
  const Outcome outcome =
      foreman_run({.points = first_ones(3), .workers = 1, .at_once_max = 1}, work, [](std::size_t) {
        ::raise(SIGINT);
        ::raise(SIGTERM);
      });
  EXPECT_EQ(outcome.end, SweepEnd::interrupted);
  EXPECT_EQ(outcome.lines.size(), 1u);
  EXPECT_TRUE(outcome.lost.empty());
}

/// Another rank: a process that joins and works until it is told to end.
class OtherRank {
 public:
  OtherRank(const MeetingPlace& place, const PointWork& work) : pid_(fork()) {
    if (pid_ != 0) return;
    _exit(work_for(join(place, std::chrono::seconds{60}), work) ? 0 : 1);
  }
  int end() const {
    int status = 0;
    waitpid(pid_, &status, 0);
    return status;
  }

 private:
  pid_t pid_;
};

class ForemanOfRanks : public testing::Test {
 protected:
  MeetingPlace place(std::uint32_t rank) const {
    return {.file = nearby_.folder() + "/meeting.json", .who = {.rank = rank, .size = 2}, .rows = "00ff"};
  }
  /// Where more than one point may be under way, the worker of this rank waits in its first one until the other
  /// rank has said that it has one too.
  Outcome run(std::size_t at_once_max, const PointWork& rank_work) {
    const OtherRank rank(place(1), [&](std::size_t point) {
      const ssize_t said = write(there_[1], "t", 1);
      return said == 1 ? rank_work(point) : "";
    });
    Meeting meeting(place(0));
    bool waits = at_once_max > 1;
    const Outcome outcome =
        foreman_run({.points = first_ones(20), .workers = 1, .at_once_max = at_once_max, .meeting = &meeting},
                    [&](std::size_t) {
                      char token = 0;
                      if (waits && read(there_[0], &token, 1) != 1) return "";
                      waits = false;
                      return "{here}";
                    });
    rank_status_ = rank.end();
    return outcome;
  }

  void SetUp() override { ASSERT_EQ(pipe(there_), 0); }
  void TearDown() override {
    for (const int end : there_) close(end);
  }

  test::TemporaryFile nearby_{"x", ""};
  int there_[2] = {-1, -1};
  int rank_status_ = -1;
};

TEST_F(ForemanOfRanks, ARankTakesItsShareAndIsToldTheEnd) {
  const Outcome outcome = run(2, [](std::size_t) { return "{there}"; });
  EXPECT_EQ(outcome.lines.size(), 20u);
  std::map<std::string, int> by;
  for (const auto& [point, line] : outcome.lines) ++by[line];
  EXPECT_GT(by["{here}"], 0);
  EXPECT_GT(by["{there}"], 0);
  EXPECT_EQ(rank_status_, 0);
}

TEST_F(ForemanOfRanks, OneAtATimeIsOneOnAllRanks) {
  for (const auto& [point, line] : run(1, [](std::size_t) { return "{there}"; }).lines) EXPECT_EQ(line, "{here}");
  EXPECT_EQ(rank_status_, 0);
}

TEST_F(ForemanOfRanks, APointThatCrashesOnARankIsLostAndTheRankGoesOn) {
  const Outcome outcome = run(2, [](std::size_t point) -> std::string {
    if (point % 2 == 1) ::raise(SIGKILL);
    return "{there}";
  });
  EXPECT_EQ(outcome.lines.size() + outcome.lost.size(), 20u);
  for (const auto& [point, why] : outcome.lost)
    EXPECT_EQ(why, "its worker process is gone: killed by signal 9 (Killed)");
  EXPECT_EQ(rank_status_, 0);
}

TEST_F(ForemanOfRanks, ARankThatDiesGivesItsPointBack) {
  const Outcome outcome = run(2, [](std::size_t) {
    kill(getppid(), SIGKILL);
    return "{there}";
  });
  EXPECT_EQ(outcome.lines.size(), 20u);
  EXPECT_TRUE(outcome.lost.empty());
  EXPECT_TRUE(WIFSIGNALED(rank_status_));
}

}  // namespace
}  // namespace gin::sweep
