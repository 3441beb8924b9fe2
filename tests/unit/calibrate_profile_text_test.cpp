// What was measured is a profile that loads, has the numbers that were measured, says how, and leaves the rest to its base.
#include "calibrate/profile_text.hpp"

#include <gtest/gtest.h>

#include "models/load.hpp"
#include "tests/unit/temporary_file.hpp"

namespace gin {
namespace {

calibrate::Calibration measured() {
  return {"2 x Some GPU, CUDA 13.0",
          {{"gpu", "load_ns", "ns", "dependent loads", 178.125, 178, 179.5},
           {"gpu", "sm_count", "count", "what the driver says", 7, 7, 7},
           {"nvlink", "read_bytes_per_second", "bytes_per_second", "all read", 369005762547.8, 1e9, 4e11}},
          {}};
}

TEST(CalibratedProfile, HasWhatWasMeasuredAndItsBaseForTheRest) {
  const std::string text = profile_text(measured(), {"here", "h200-nvlink", "2026-11-27"});
  const test::TemporaryFile file("here.json", text);
  const models::Profile here = models::load_profile(file.path());
  const models::Profile base = models::load_profile("h200-nvlink");
  EXPECT_EQ(here.name, "here");
  EXPECT_EQ(here.predicts, "nvlink");
  EXPECT_EQ(here.gpu.load.ps, 178'125);
  EXPECT_EQ(here.gpu.sm_count, 7);
  EXPECT_EQ(here.nvlink.read.bytes_per_second, 369'005'762'548);
  EXPECT_EQ(here.gpu.fence_system.ps, base.gpu.fence_system.ps);
}

TEST(CalibratedProfile, SaysOfEachNumberHowItWasMeasuredAndHowFarItSpreads) {
  const std::string text = profile_text(measured(), {"here", "h200-nvlink", "2026-11-27"});
  EXPECT_NE(
      text.find(
          "measured on 2 x Some GPU, CUDA 13.0, ginlab calibrate, 2026-11-27: dependent loads; between 178 and 179.5"),
      std::string::npos);
  EXPECT_NE(text.find("what the driver says\""), std::string::npos);  // which has no spread
}

}  // namespace
}  // namespace gin
