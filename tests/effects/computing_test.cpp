// Computing and communicating: how long work takes is its numbers, and what of a message it hides is the shorter of both.
#include <algorithm>

#include "tests/effects/laboratory.hpp"

namespace gin {
namespace {

using Sets = std::vector<scenario::Assignment>;

constexpr std::int64_t steps = 4;

/// One row; 4 ps a multiply-add of an SM.
std::int64_t time_of(const std::string& path, const std::string& order, std::int64_t operations,
                     const Sets& more = {}) {
  Sets sets = {{"path", path},
               {"params.order", order},
               {"params.operations", std::to_string(operations)},
               {"profile.gpu.sm_multiply_adds_per_second", "250000000000"},
               {"compare", "null"}};
  sets.insert(sets.end(), more.begin(), more.end());
  const trace::Result result = laboratory::run("scenarios/library/compute_while_sending.json", sets);
  EXPECT_TRUE(result.rows.at(0).verified);
  return result.rows.at(0).p50_ps();
}

/// What a million multiply-adds more take in each step, where they come before the message.
std::int64_t million(const Sets& more) {
  const std::int64_t few = 4'000'000, many = 5'000'000;
  return (time_of("gpu", "sequential", many, more) - time_of("gpu", "sequential", few, more)) / steps;
}

TEST(ComputingAndSending, WorkTakesItsNumbersToThePicosecond) {
  EXPECT_EQ(million({}), 4'000'000);
  EXPECT_EQ(million({{"launch.scope", "warp"}}), 4 * 4'000'000) << "one of four that an SM issues for at once";
  EXPECT_EQ(million({{"launch.scope", "thread"}}), 128 * 4'000'000) << "one lane of such a warp";
}

TEST(ComputingAndSending, AgentsBeyondTheSmsShareThem) {
  const Sets agents = {{"launch.agents", "6"}, {"params.bytes", "8"}};
  auto with_sms = [&](const char* count) {
    Sets sets = agents;
    sets.push_back({"profile.gpu.sm_count", count});
    return million(sets);
  };
  EXPECT_EQ(with_sms("6"), 4'000'000);
  EXPECT_EQ(with_sms("2"), 3 * 4'000'000);
}

TEST(ComputingAndSending, AKernelOfPathHostHasAllSms) {
  const std::int64_t more = 3'300'000'000;
  EXPECT_EQ(time_of("host", "sequential", 2 * more) - time_of("host", "sequential", more),
            steps * (more / 132) * 4);
}

TEST(ComputingAndSending, OverlappedIsShorterByWhatTheSmallerOfBothTakes) {
  struct Way {
    const char* path;
    std::int64_t sms, launches_ps, least_percent;
  };
  // A proxy is a look nearer or further when its command comes. On path host what it takes until a kernel runs is hidden as
  // well, and what the CPU does for a call is not. What is put is changed before, by lanes that nothing hides.
  for (const Way& way :
       {Way{"gpu", 1, 0, 75}, Way{"proxy", 1, steps * 100'000, 75}, Way{"host", 132, 10'000'000, 50}})
    for (const std::int64_t us : {4, 12, 100}) {  // a message takes about 12
      const std::int64_t computing = us * 1'000'000 * steps, operations = us * 250'000 * way.sms;
      const std::int64_t sequential = time_of(way.path, "sequential", operations);
      const std::int64_t saved = sequential - time_of(way.path, "overlapped", operations);
      const std::int64_t smaller = std::min(computing, sequential - computing);
      EXPECT_LE(saved, smaller + way.launches_ps) << way.path << " " << us;
      EXPECT_GE(saved * 100, smaller * way.least_percent) << way.path << " " << us;
    }
}

}  // namespace
}  // namespace gin
