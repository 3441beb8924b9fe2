// Virtual time puts on the wire what processes do: of the same programs, as many messages of operations and their answers;
// and no more questions and acknowledgements than the protocol has.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "tests/conformance/declared.hpp"
#include "tests/differential/left_bytes.hpp"
#include "tests/differential/placing.hpp"
#include "tests/fuzz/seeds.hpp"

namespace gin::differential {
namespace {

using Counts = std::map<std::string, std::int64_t>;

Counts counts_on(const Placing& placing, const Course& course) {
  LeftBytes left({placing.shape().n_pes, course.programs});
  LeftBytes::noted = &left;
  const trace::Row row = row_of(placing, course);
  LeftBytes::noted = nullptr;
  EXPECT_EQ(row.mismatch, "") << placing.name;
  Counts counts;
  for (const trace::Counter& counter : row.counters) counts[counter.name] = counter.value;
  return counts;
}

/// A machine as backends with processes have it: their times, their runtime, as many bytes of a send with its message.
Placing on_wire(const std::string& eager_max) {
  Placing placing;
  placing.profile = "host-shm";
  placing.stack = "ginlab-host";
  placing.overrides = {{"arrivals.eager_max_bytes", eager_max}};
  return placing;
}

/// One question makes one answer; an answer that nobody asked for stands for a quarter of a window, which is 128 with the
/// fewest bits that a layout gives to numbers.
void expect_few_questions(const Counts& counts, const std::string& where) {
  EXPECT_LE(counts.at("acknowledgements"), counts.at("questions") + counts.at("messages") / 64) << where;
  EXPECT_LE(counts.at("arrivals"), counts.at("messages") + counts.at("questions") + counts.at("acknowledgements"))
      << where;
  EXPECT_GT(counts.at("questions"), 0) << where;
}

class Messages : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (const std::string why = test::left_out(GetParam()); !why.empty()) GTEST_SKIP() << why;
  }
  static void expect_alike(Placing placing, const Placing& modelled, const Course& course) {
    placing.backend = GetParam();
    Placing emulated = modelled;
    emulated.backend = test::find_virtual_time()->name();
    const Counts here = counts_on(placing, course);
    const Counts there = counts_on(emulated, course);
    EXPECT_EQ(here.at("messages"), there.at("messages"));
    EXPECT_GT(here.at("messages"), 0);
    expect_few_questions(here, placing.backend);
    expect_few_questions(there, emulated.backend);
  }
};

std::vector<std::string> with_processes() {
  std::vector<std::string> names;
  for (const auto& backend : test::every_backend())
    if (backend->traits().has_processes) names.push_back(backend->name());
  return names;
}
std::string name_of(const testing::TestParamInfo<std::string>& info) {
  return test::word_of(info.param);
}
INSTANTIATE_TEST_SUITE_P(On, Messages, testing::ValuesIn(with_processes()), name_of);

Course some_programs() {
  return {.first = fuzz::seeds_of_this_run(10).first, .programs = 10};
}

TEST_P(Messages, AreThoseOfAMachineLikeThisInVirtualTime) {
  const Placing placing = on_wire("4096");
  expect_alike(placing, placing, some_programs());
}

TEST_P(Messages, OfAStrictWireAreThoseOfEfaInVirtualTime) {
  Placing placing = on_wire("4096");
  placing.test.degraded = true;
  Placing efa = on_wire("4096");
  efa.profile = "aws-p5-efa";
  efa.machine = {{"nic.rails", "1"}, {"nic.message_max_bytes", "8192"}};  // as Degraded has it
  expect_alike(placing, efa, some_programs());
}

}  // namespace
}  // namespace gin::differential
