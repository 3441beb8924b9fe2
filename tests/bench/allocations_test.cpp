// Once a run is warm, its data path allocates nothing, on every path and in every kind of time.
#include "tests/bench/allocations.hpp"

#include <gtest/gtest.h>

#include <array>

#include "core/env/wall_env.hpp"
#include "tests/bench/bench_run.hpp"
#include "tests/bench/instant_wire.hpp"
#include "tests/conformance/asked.hpp"
#include "tests/unit/wire_operation.hpp"

namespace gin::bench {
namespace {

// The last warm-up iterations are looked at: measured ones also make samples and the critical path for the report.
constexpr std::uint64_t warmup = 100;
constexpr std::uint64_t iterations = 1;

/// What was allocated before the first agent began an iteration, and after the last one was through it.
struct Iteration {
  std::atomic<std::uint64_t> begin{~std::uint64_t{0}};
  std::atomic<std::uint64_t> end{0};
};
std::array<Iteration, warmup + iterations> watched;

/// A program whose iterations are watched. Reports and samples are made between them.
class Watched final : public ProgramInstance, public RunsIn<VirtualEnv>, public RunsIn<WallEnv> {
 public:
  explicit Watched(std::unique_ptr<ProgramInstance> program) : program_(std::move(program)) {}
  std::string name() const override { return program_->name(); }
  void plan(Plan& plan) override { program_->plan(plan); }
  void fill(const Memory& memory) const override { program_->fill(memory); }
  Bracket bracket() const override { return program_->bracket(); }
  Mismatch verify(const Memory& memory) const override { return program_->verify(memory); }
  void run(Context<VirtualEnv>& context, std::uint64_t iteration) const override { watch(context, iteration); }
  void run(Context<WallEnv>& context, std::uint64_t iteration) const override { watch(context, iteration); }

 private:
  template <class Env>
  void watch(Context<Env>& context, std::uint64_t iteration) const {
    Iteration& mine = watched[iteration];
    std::uint64_t nobody = ~std::uint64_t{0};
    mine.begin.compare_exchange_strong(nobody, allocations());
    in_environment<Env>(*program_).run(context, iteration);
    mine.end = allocations();
  }
  std::unique_ptr<ProgramInstance> program_;
};

ProgramEntry inner;

struct Case {
  std::string name;
  std::string backend;
  std::string file;
  std::vector<scenario::Assignment> sets;
};

const char* const why_skipped = "the sanitizer of this build has an allocator of its own, which is left in place";

class DataPath : public testing::TestWithParam<Case> {};

TEST_P(DataPath, AllocatesNothingOnceItIsWarm) {
  if (!allocations_are_counted()) GTEST_SKIP() << why_skipped;
  const Case& c = GetParam();
  const Programs programs = all_programs();
  std::vector<scenario::Assignment> sets = c.sets;
  sets.push_back({"measure.warmup", std::to_string(warmup)});
  sets.push_back({"measure.iterations", std::to_string(iterations)});
  scenario::Scenario scenario = first_row(programs, c.file, sets);
  test::ask_for_everything(scenario);
  inner = program_named(programs, scenario.program);
  ProgramEntry entry = inner;
  entry.make = [](const Values& values) -> std::unique_ptr<ProgramInstance> {
    return std::make_unique<Watched>(inner.make(values));
  };
  for (Iteration& one : watched) {
    one.begin = ~std::uint64_t{0};
    one.end = 0;
  }
  for (const auto& backend : make_backends())
    if (backend->name() == c.backend) {
      const trace::Row row = backend->run({scenario, entry, scenario.seed, {}});
      EXPECT_TRUE(row.mismatch.empty()) << row.mismatch;
    }
  for (std::uint64_t i = warmup - 4; i < warmup; ++i)
    EXPECT_EQ(watched[i].end, watched[i].begin) << "in iteration " << i;
}

TEST(Allocations, EveryKindIsCounted) {
  if (!allocations_are_counted()) GTEST_SKIP() << why_skipped;
  const std::uint64_t before = allocations();
  const auto by_new = std::make_unique<int>(1);
  struct alignas(64) Line {
    int number = 1;
  };
  const auto aligned = std::make_unique<Line>();
  const std::unique_ptr<void, void (*)(void*)> by_calloc(std::calloc(1, 100), std::free);
  Arena arena;
  EXPECT_NE(arena.take(100), nullptr);
  // A compiler may leave out what nobody else sees.
  for (const void* volatile escaped :
       {static_cast<const void*>(by_new.get()), static_cast<const void*>(aligned.get()),
        static_cast<const void*>(by_calloc.get())})
    EXPECT_NE(escaped, nullptr);
  EXPECT_GE(allocations() - before, 4U);
}

TEST(Allocations, AFabricOverAWireMakesNoneOnceItIsWarm) {
  if (!allocations_are_counted()) GTEST_SKIP() << why_skipped;
  InstantPair pair;
  std::uint64_t tag = 0;
  const auto post = [&](const Operation& operation) {
    ASSERT_EQ(pair.source.post({operation, 0, ++tag}), Post::accepted);
  };
  const auto hop = [&] {
    post(test::with_signal(test::put(1, 1024, 2048, 8), 64, Amo::add, 1));
    post(test::with_signal(test::put(1, 1024, 2048, 16), 64, Amo::set, tag));
    post(test::fetch(1, 72, 80, Amo::add, 1));
    pair.source.request_completions();
    Completion completions[16];
    for (int look = 0; look < 3; ++look) {
      pair.source.progress();
      pair.target.progress();
      pair.source.poll(completions);
    }
  };
  for (int i = 0; i < 5000; ++i) hop();
  const std::uint64_t before = allocations();
  for (int i = 0; i < 5000; ++i) hop();
  EXPECT_EQ(allocations(), before);
  EXPECT_TRUE(pair.source.idle());
}

using Sets = std::vector<scenario::Assignment>;

Case puts(const char* name, const char* path, const Sets& more = {}) {
  Sets sets = {{"path", path}, {"cluster.nodes", "16"}, {"payload", "real"}};
  if (std::string(path) == "pointer")
    sets = {{"path", path}, {"cluster.nodes", "1"}, {"cluster.gpus_per_node", "16"}, {"payload", "real"}};
  sets.insert(sets.end(), more.begin(), more.end());
  return {name, "emulated", "tests/bench/all_to_all.json", sets};
}
Case on_threads(const char* name, const char* path) {
  return {
      name, "memory", "tests/bench/all_to_all.json", {{"path", path}, {"cluster.nodes", "4"}, {"payload", "real"}}};
}
Case signals(const char* name, const char* path) {
  return {name, "emulated", "tests/effects/pipeline.json", {{"path", path}}};
}
Case gets(const char* name, const char* path) {
  return {name, "emulated", "tests/effects/transpose.json", {{"path", path}}};
}
const Sets large = {{"params.bytes", "5000"}, {"launch.agents", "4"}};

INSTANTIATE_TEST_SUITE_P(All, DataPath,
                         testing::Values(puts("GpuPuts", "gpu"), puts("GpuLargePuts", "gpu", large),
                                         puts("ProxyPuts", "proxy"), puts("ProxyLargePuts", "proxy", large),
                                         puts("PointerPuts", "pointer"), puts("PointerLargePuts", "pointer", large),
                                         signals("GpuSignals", "gpu"), signals("ProxySignals", "proxy"),
                                         gets("GpuGets", "gpu"), gets("ProxyGets", "proxy"),
                                         on_threads("GpuPutsOnThreads", "gpu"),
                                         on_threads("ProxyPutsOnThreads", "proxy")),
                         [](const auto& one) { return std::string(one.param.name); });

}  // namespace
}  // namespace gin::bench
