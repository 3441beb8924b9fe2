// What of this machine's memory a run may take, on machines made of files.
#include "core/run/memory_room.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tests/unit/refusal.hpp"
#include "tests/unit/temporary_file.hpp"

namespace gin {
namespace {

constexpr std::uint64_t gib = std::uint64_t{1} << 30;

/// A machine whose kernel says that 24,000,000 KiB are available.
class ToldMachine {
 public:
  ToldMachine() { put("/proc/meminfo", "MemTotal: 32000000 kB\nMemFree: 1000 kB\nMemAvailable: 24000000 kB\n"); }
  void put(const std::string& file, const std::string& text) const {
    const std::filesystem::path path = root_.folder() + file;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  MemoryRoom room() const { return memory_room(root_.folder()); }

 private:
  test::TemporaryFile root_{"x", ""};
};

TEST(MemoryRoom, IsWhatTheKernelCallsAvailable) {
  const ToldMachine machine;
  EXPECT_EQ(machine.room().bytes, 24'000'000 * std::uint64_t{1024});
  EXPECT_EQ(machine.room().by, "MemAvailable of /proc/meminfo");
}

TEST(MemoryRoom, IsLessWhereAGroupOrOneAroundItAllowsLess) {
  const ToldMachine machine;
  machine.put("/proc/self/cgroup", "0::/jobs/one\n");
  machine.put("/sys/fs/cgroup/jobs/one/memory.max", "max\n");
  machine.put("/sys/fs/cgroup/jobs/one/memory.current", "1000\n");
  EXPECT_EQ(machine.room().by, "MemAvailable of /proc/meminfo");
  machine.put("/sys/fs/cgroup/jobs/memory.max", std::to_string(4 * gib));
  machine.put("/sys/fs/cgroup/jobs/memory.current", std::to_string(3 * gib));
  machine.put("/sys/fs/cgroup/jobs/memory.stat", "anon 5\ninactive_file " + std::to_string(gib) + "\n");
  EXPECT_EQ(machine.room().bytes, 2 * gib);
  EXPECT_TRUE(machine.room().by.ends_with("/sys/fs/cgroup/jobs/memory.max"));
}

TEST(MemoryRoom, APathThatIsNoneEndsToo) {
  const ToldMachine machine;
  for (const char* line : {"0::jobs", "0::", "0::/", "0::/../jobs", ":memory:", "nonsense"}) {
    machine.put("/proc/self/cgroup", line);
    EXPECT_EQ(machine.room().by, "MemAvailable of /proc/meminfo") << line;
  }
}

TEST(MemoryRoom, KnowsTheFirstVersionOfControlGroups) {
  const ToldMachine machine;
  machine.put("/proc/self/cgroup", "5:cpu:/\n4:memory:/box\n");
  machine.put("/sys/fs/cgroup/memory/box/memory.limit_in_bytes", std::to_string(gib));
  machine.put("/sys/fs/cgroup/memory/box/memory.usage_in_bytes", std::to_string(2 * gib));
  EXPECT_EQ(machine.room().bytes, 0U);
}

/// A plan of a bulk window of 2 GiB and one of words.
HeapPlan large_plan(const Launch& launch) {
  HeapPlan plan(launch);
  plan.window<unsigned char>("block", 2 * gib);
  plan.words<std::uint64_t>("flags", 128);
  return plan;
}

TEST(HeapsThatFit, RefuseTheSumByWindowAndSayWhatWouldFit) {
  const Launch launch;
  const HeapPlan plan = large_plan(launch);
  EXPECT_EQ(
      test::refusal([&] {
        heaps_that_fit(plan, {.pes = 32}, {24 * gib, "MemAvailable of /proc/meminfo"});
      }),
      "memory: expected at most 21.5 GiB of heaps (nine tenths of what MemAvailable of /proc/meminfo leaves), got "
      "64.0 GiB: 32 PEs with 2.0 GiB each (block 2.0 GiB, flags 1.0 KiB, control words 4.0 KiB); 10 PEs of this "
      "size fit, or windows of 33 % of it; backend emulated with payload phantom stores no bulk data");
}

TEST(HeapsThatFit, PhantomBulkIsNotStored) {
  const Launch launch;
  const HeapPlan plan = large_plan(launch);
  const MemoryRoom little{gib, "a test"};
  const SymmetricHeaps::Size size = heaps_that_fit(plan, {.pes = 32, .phantom = true}, little);
  EXPECT_EQ(size.pes, 32U);
  EXPECT_EQ(size.bytes, plan.heap_bytes()) << "its addresses are reserved all the same";
  EXPECT_NE(test::refusal([&] { heaps_that_fit(plan, {}, little); }), "");
}

}  // namespace
}  // namespace gin
