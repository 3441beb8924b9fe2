// Which PEs share a process, and that all of them run at once.
#include "core/process/pe_threads.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <atomic>
#include <thread>

namespace gin {
namespace {

RC_GTEST_PROP(PesOfProcess, EachIsInOneProcessAndNoneHasTwoMoreThanAnother, ()) {
  const std::uint32_t n_pes = *rc::gen::inRange<std::uint32_t>(1, 200);
  const std::uint32_t processes = *rc::gen::inRange<std::uint32_t>(1, n_pes + 1);
  std::uint32_t next = 0;
  for (std::uint32_t index = 0; index < processes; ++index) {
    const PeRange pes = pes_of_process(index, processes, n_pes);
    RC_ASSERT(pes.begin == next);
    RC_ASSERT(pes.end > pes.begin);
    RC_ASSERT(pes.end - pes.begin - n_pes / processes <= 1u);
    for (std::uint32_t pe = pes.begin; pe < pes.end; ++pe) RC_ASSERT(process_of(pe, processes, n_pes) == index);
    next = pes.end;
  }
  RC_ASSERT(next == n_pes);
}

TEST(PesOfProcess, RunAtOnceAndTheWorstOutcomeIsTheProcesss) {
  std::atomic<int> there{0};
  const int status = on_threads({4, 7}, [&](std::uint32_t pe) {
    ++there;
    while (there.load() < 3) std::this_thread::yield();  // each waits for all others
    return static_cast<int>(pe);
  });
  EXPECT_EQ(status, 6);
}

}  // namespace
}  // namespace gin
