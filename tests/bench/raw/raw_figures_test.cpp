#include "tests/bench/raw/raw_figures.hpp"

#include <gtest/gtest.h>

#include "core/base/error.hpp"
#include "tests/bench/raw/two_processes.hpp"

namespace gin::bench {
namespace {

constexpr RawFigures reference{0.24, 4.8, 26.0};

TEST(RawFigures, AQuarterWorseIsStillQuietAndMoreIsBusy) {
  EXPECT_EQ(too_busy(reference, reference), "");
  EXPECT_EQ(too_busy({0.1, 10, 50}, reference), "");
  EXPECT_EQ(too_busy({0.29, 3.9, 21.0}, reference), "");
  EXPECT_EQ(too_busy({0.31, 4.8, 26.0}, reference),
            "machine too busy: raw half round trip is 0.31 us, over 25 % worse than 0.24 us");
  EXPECT_EQ(too_busy({0.24, 3.8, 26.0}, reference),
            "machine too busy: raw message rate is 3.8 Mmsg/s, over 25 % worse than 4.8 Mmsg/s");
  EXPECT_EQ(too_busy({0.24, 4.8, 20.0}, reference),
            "machine too busy: raw bandwidth is 20 GB/s, over 25 % worse than 26 GB/s");
}

TEST(RawFigures, EveryProviderThatNeedsNoHardwareHasAReference) {
  for (const ofi::Provider& provider : {ofi::shm(), ofi::tcp_rxm()}) EXPECT_NE(reference_of(provider), nullptr);
  EXPECT_EQ(reference_of({"nobody", {}}), nullptr);
}

TEST(TwoProcesses, WhatOneOfThemSaysWhenItFailsIsThrownAndTheOtherIsStopped) {
  const SharedMemory shared;
  try {
    run_two_processes(shared.page(), [](SharedPage& page, int number) {
      if (number == 1) throw Error(Code::failed, "the second gave up");
      for (page.sides[0].phase = 1; page.sides[0].phase != 2;) {
      }
    });
    FAIL() << "nobody was told";
  } catch (const Error& error) {
    EXPECT_STREQ(error.what(), "the second gave up");
  }
}

}  // namespace
}  // namespace gin::bench
