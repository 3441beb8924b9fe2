// Wrong programs are shown wrong within a hundred seeds, by the API's rules everywhere and by a machine's where it does not keep
// the order; and right ones never are.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <tuple>

#include "core/base/error.hpp"
#include "core/run/program_of.hpp"
#include "models/load.hpp"
#include "models/rules/rules.hpp"
#include "tests/adversary/mistakes.hpp"
#include "tests/adversary/placing.hpp"
#include "tests/covering_array.hpp"

namespace gin::adversary {
namespace {

using scenario::Adversary;
using scenario::Path;

constexpr const char* mistakes[] = {"bare_signal", "flag_by_value",  "later_signal", "early_reuse",
                                    "lane_stores", "source_changed", "newest_put",   "other_flush",
                                    "newest_get",  "line_flags",     "put_and_send", "send_returned"};
constexpr std::int64_t sizes[] = {8, 4096, 1 << 20};
constexpr Path paths[] = {Path::pointer, Path::gpu, Path::gpu_cpu_doorbell, Path::proxy, Path::host};
constexpr const char* path_names[] = {"pointer", "gpu", "gpu-cpu-doorbell", "proxy", "host"};
constexpr std::uint64_t seeds_most = 100;

/// One way of a program to be wrong, and where it runs.
struct Case {
  std::size_t mistake;
  std::size_t size;
  std::size_t path;
  std::string profile;
  std::string stack;
};

scenario::Scenario scenario_of(const Case& at) {
  scenario::Scenario s;
  const bool near = paths[at.path] == Path::pointer;
  s.cluster = {near ? 1 : 2, near ? 2 : 1, at.profile};
  s.paths = {paths[at.path], near ? Path::gpu : paths[at.path]};
  s.stack = at.stack;
  s.launch.agents = 2;
  s.test.livelock_calls = 1'000'000;
  s.test.late_one_in = 1;
  s.params.set("which", std::string(mistakes[at.mistake]));
  s.params.set("bytes", sizes[at.size]);
  s.params.set("rounds", std::int64_t{at.mistake == Mistakes::early_reuse ? 6 : 3});
  return s;
}

/// What a machine keeps all the same, by hand (litmus_table.cpp has the rules): kept, not kept, or a matter of what lies
/// between that this test does not ask.
enum class Kept { yes, no, unasked };
Kept kept_by_machine(const Case& at) {
  const scenario::Scenario s = scenario_of(at);
  const models::Pairing m = rules::pairing_of(s);
  if (at.mistake >= Mistakes::newest_put) return Kept::unasked;  // most machines keep more than the API does
  if (at.mistake == Mistakes::early_reuse)
    return Kept::no;  // a race between agents, which nothing between them orders
  if (paths[at.path] == Path::pointer) {
    const bool drained = at.mistake == Mistakes::later_signal || at.mistake == Mistakes::source_changed;
    return drained ? Kept::yes : Kept::no;
  }
  if (at.mistake == Mistakes::source_changed)
    return sizes[at.size] > 32 ? Kept::no : Kept::unasked;  // short ones are inlined
  const bool spreads = m.stack.queues.map == models::QueueMap::round_robin && m.stack.queues.per_peer > 1;
  const PostRules post = rules::of_library(m).queues.post;
  if (rules::stands_on_wire(m, s)) return Kept::unasked;
  // A proxy with no budget for more takes the next command when this one is done.
  if (paths[at.path] == Path::proxy && sizes[at.size] >= m.stack.proxy.budget_bytes.count) return Kept::unasked;
  if (!post.may_overtake() && !spreads) return Kept::yes;
  if (!post.numbered && !post.counted && paths[at.path] != Path::gpu) return Kept::unasked;
  if (at.mistake == Mistakes::flag_by_value) return Kept::no;
  if (m.stack.strong_signals) return Kept::yes;
  return post.signals == UnorderedSignals::receiver_count && (post.numbered || spreads) ? Kept::no : Kept::unasked;
}

std::string place_of(const Case& at) {
  return std::string(mistakes[at.mistake]) + " of " + std::to_string(sizes[at.size]) + " bytes, path " +
         path_names[at.path] + ", profile " + at.profile + ", stack " + at.stack;
}

/// The first seed at which it is wrong, a hang among that; 0: none.
std::uint64_t first_wrong(const Case& at, Adversary adversary, bool mended, std::uint64_t seeds) {
  static const ProgramEntry program = program_entry<Mistakes>();
  scenario::Scenario s = scenario_of(at);
  s.test.adversary = adversary;
  s.params.set("mended", std::int64_t{mended});
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    try {
      if (!run(s, program, seed).verified) return seed;
    } catch (const Error& error) {
      if (error.exit_code() == 2) throw;
      return seed;
    }
  }
  return 0;
}

bool runs(const Case& at) {
  if (at.mistake == Mistakes::lane_stores && paths[at.path] != Path::pointer) return false;
  if (at.mistake == Mistakes::line_flags && sizes[at.size] == 8) return false;  // a word is there or not
  static std::map<std::string, bool> known;
  const bool pairs_up = at.mistake >= Mistakes::put_and_send;  // which not every library's proxies do
  const auto [one, is_new] =
      known.try_emplace(at.profile + at.stack + path_names[at.path] + (pairs_up ? " pairs" : ""), true);
  if (!is_new) return one->second;
  try {
    Case small = at;
    small.mistake = pairs_up ? Mistakes::put_and_send : Mistakes::bare_signal;
    small.size = 0;
    first_wrong(small, Adversary::none, true, 1);
  } catch (const Error&) {
    one->second = false;  // that library has no such path, or that machine no such NIC
  }
  return one->second;
}

std::vector<Case> cases() {
  const auto profiles = models::shipped_profiles();
  const auto stacks = models::shipped_stacks();
  const auto case_of = [&](const test::Levels& at) {
    return Case{at[0], at[1], at[2], profiles[at[3]].name, stacks[at[4]].name};
  };
  std::vector<test::Levels> product;
  const std::size_t counts[] = {std::size(mistakes), std::size(sizes), std::size(paths), profiles.size(),
                                stacks.size()};
  test::Levels at(5, 0);
  for (bool more = true; more;) {
    if (runs(case_of(at))) product.push_back(at);
    more = false;
    for (std::size_t i = at.size(); i-- > 0 && !more;) {
      more = ++at[i] < counts[i];
      if (!more) at[i] = 0;
    }
  }
  std::vector<Case> some;
  for (const test::Levels& levels : test::covering_array(product)) some.push_back(case_of(levels));
  return some;
}

std::uint64_t seeds_of_right_ones() {
  const char* const asked = std::getenv("GINLAB_ADVERSARY_SEEDS");
  return asked ? std::strtoull(asked, nullptr, 10) : 10;
}

TEST(MistakesPairwise, ShowByTheContractEverywhere) {
  for (const Case& at : cases())
    EXPECT_NE(first_wrong(at, Adversary::contract, false, seeds_most), 0U) << place_of(at);
}
TEST(MistakesPairwise, ShowOnAMachineThatDoesNotKeepTheOrder) {
  for (const Case& at : cases()) {
    const Kept kept = kept_by_machine(at);
    if (kept == Kept::no) {
      EXPECT_NE(first_wrong(at, Adversary::machine, false, seeds_most), 0U) << place_of(at);
    } else if (kept == Kept::yes) {
      EXPECT_EQ(first_wrong(at, Adversary::machine, false, seeds_of_right_ones()), 0U) << place_of(at);
    }
  }
}
/// A program that is right runs as often as it is asked to; each by itself, so that many cores share it.
class MendedMistakes : public ::testing::TestWithParam<std::tuple<std::size_t, Adversary>> {};

TEST_P(MendedMistakes, DoNotShow) {
  const std::size_t mistake = std::get<0>(GetParam());
  const Adversary adversary = std::get<1>(GetParam());
  for (const Case& at : cases()) {
    if (at.mistake != mistake) continue;
    EXPECT_EQ(first_wrong(at, adversary, true, seeds_of_right_ones()), 0U) << place_of(at);
  }
}

std::string name_of(const ::testing::TestParamInfo<MendedMistakes::ParamType>& info) {
  const std::size_t mistake = std::get<0>(info.param);
  const Adversary adversary = std::get<1>(info.param);
  return std::string(mistakes[mistake]) + (adversary == Adversary::machine ? "_machine" : "_contract");
}
INSTANTIATE_TEST_SUITE_P(Pairwise, MendedMistakes,
                         ::testing::Combine(::testing::Range(std::size_t{0}, std::size(mistakes)),
                                            ::testing::Values(Adversary::machine, Adversary::contract)),
                         name_of);

}  // namespace
}  // namespace gin::adversary
