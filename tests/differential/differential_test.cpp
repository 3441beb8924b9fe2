// The same programs on every backend leave the same bytes in every window: those of the sequential model, and those
// that virtual time left.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "core/base/digest.hpp"
#include "core/base/error.hpp"
#include "core/bootstrap/identity.hpp"
#include "tests/conformance/declared.hpp"
#include "tests/differential/cover.hpp"
#include "tests/differential/left_bytes.hpp"
#include "tests/differential/placing.hpp"
#include "tests/differential/script_sequence.hpp"
#include "tests/fuzz/seeds.hpp"

namespace gin::differential {
namespace {

Course course_of_this_run() {
  const char* text = std::getenv("GINLAB_DIFFERENTIAL_PROGRAMS");
  const std::uint64_t programs = text ? std::stoull(text) : 25;
  const fuzz::Seeds seeds = fuzz::seeds_of_this_run(programs);
  return {.first = seeds.first, .programs = programs, .same = seeds.count < programs};
}

/// Runs a placing; returns what went wrong, in a sentence, and leaves the digests in `left`.
std::string wrong_on(const Placing& placing, const Course& course, LeftBytes& left) {
  LeftBytes::noted = &left;
  std::string wrong;
  try {
    wrong = row_of(placing, course).mismatch;
  } catch (const Error& error) {
    wrong = error.what();
  }
  LeftBytes::noted = nullptr;
  return wrong.empty() ? "" : fmt::format("{}, backend {}: {}", placing.name, placing.backend, wrong);
}

/// A PE that somebody else started has noted its own bytes only.
bool is_noted_here(std::uint32_t pe) {
  const auto who = bootstrap::identity_from(bootstrap::environment);
  return !who || who->rank == pe;
}

/// Where two runs left different bytes, or where nobody looked: in-process backends stop at the first PE that is
/// wrong.
std::string first_difference(const LeftBytes& here, const LeftBytes& there, const Course& course) {
  std::string unseen;
  for (std::uint32_t pe = 0; pe < here.pes(); ++pe) {
    if (!is_noted_here(pe)) continue;
    for (std::uint64_t program = 0; program < here.programs(); ++program)
      for (std::uint32_t i = 0; i < fuzz::area_count; ++i) {
        const LeftBytes::Spot spot{pe, program, static_cast<fuzz::Area>(i)};
        const std::uint64_t one = here.at(spot);
        const std::uint64_t other = there.at(spot);
        const std::string where = fmt::format("PE {}: program {} (seed {}), {}", pe, program + 1,
                                              course.seed(program), fuzz::area_names[i]);
        if (one == 0 || other == 0)
          unseen = where + ": nothing noted";
        else if (one != other)
          return fmt::format("{}: digest {} here, {} there", where, hex16(one), hex16(other));
      }
  }
  return unseen;
}

/// How to get one program alone; of one that runs alone, the program itself.
std::string advice(const Placing& placing, const Course& course) {
  if (course.same) return fuzz::listing(ScriptSequence::script(placing.shape(), course.first, placing.signals));
  return fmt::format("{} programs after one start, one an iteration. The one of seed N, again and again: {}",
                     course.programs, fuzz::repeat_command("differential_tests", "N"));
}

std::string name_of(const testing::TestParamInfo<Placing>& info) {
  return info.param.name;
}

std::string backend_of(const testing::TestParamInfo<std::string>& info) {
  return test::word_of(info.param);
}
/// Those that have placings, each once.
std::vector<std::string> placed_backends() {
  std::vector<std::string> names;
  for (const Placing& placing : placings())
    if (names.empty() || names.back() != placing.backend) names.push_back(placing.backend);
  return names;
}

class Differential : public testing::TestWithParam<Placing> {
 protected:
  void SetUp() override {
    if (const std::string why = test::left_out(GetParam().backend); !why.empty()) GTEST_SKIP() << why;
  }
};
INSTANTIATE_TEST_SUITE_P(On, Differential, testing::ValuesIn(placings()), name_of);
INSTANTIATE_TEST_SUITE_P(Covered, Differential, testing::ValuesIn(covered()), name_of);

TEST_P(Differential, LeavesTheBytesOfTheModelAndOfVirtualTime) {
  const Placing& placing = GetParam();
  for (const Course& course : runs_of(placing, course_of_this_run())) {
    const LeftBytes::Size size{placing.shape().n_pes, course.programs};
    LeftBytes here(size);
    LeftBytes there(size);
    EXPECT_EQ(wrong_on(placing, course, here), "") << advice(placing, course);
    EXPECT_EQ(wrong_on(emulated_like(placing), course, there), "") << advice(placing, course);
    EXPECT_EQ(first_difference(here, there, course), "") << advice(placing, course);
  }
}

/// The check itself, on each backend: one bit in one program of many.
class SpoiledByte : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (const std::string why = test::left_out(GetParam()); !why.empty()) GTEST_SKIP() << why;
  }
};
INSTANTIATE_TEST_SUITE_P(On, SpoiledByte, testing::ValuesIn(placed_backends()), backend_of);

TEST_P(SpoiledByte, IsNamedByBackendProgramWindowAndIndex) {
  Placing placing;
  placing.name = "Spoiled";
  placing.backend = GetParam();
  const Course right{.first = 11, .programs = 3};
  Course spoiled = right;
  spoiled.spoiled = 12;
  const LeftBytes::Size size{placing.shape().n_pes, right.programs};
  LeftBytes here(size);
  LeftBytes there(size);
  const std::string wrong = wrong_on(placing, spoiled, here);
  const std::string begin =
      fmt::format("Spoiled, backend {}: PE 1: program 2 (seed 12), board[7]: expected 0x", GetParam());
  EXPECT_EQ(wrong.substr(0, begin.size()), begin);
  EXPECT_EQ(wrong_on(placing, right, there), "");
  // In a job that was started by hand each process has the bytes of its own PE.
  const auto who = bootstrap::identity_from(bootstrap::environment);
  if (who && who->rank != 1) return;
  const std::string different = first_difference(here, there, right);
  const std::string about = "PE 1: program 2 (seed 12), board: digest ";
  EXPECT_EQ(different.substr(0, about.size()), about);
}

}  // namespace
}  // namespace gin::differential
