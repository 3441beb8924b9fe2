// How GPUs are connected, as NVML says (nvml/), and what is said where PEs on them cannot work in each other's memory.
#include "core/topology/gpu_links.hpp"

#include <gtest/gtest.h>

namespace gin::topology {
namespace {

constexpr const char* first = "0000:01:00.0";
constexpr const char* second = "0000:02:00.0";
constexpr const char* third = "0000:03:00.0";

TEST(GpuLinks, AreThoseThatAreUpAndAsFastAsTheSlowest) {
  const GpuLibrary library(GINLAB_TEST_NVML);
  EXPECT_EQ(sentence(library.links(first)), "17 NVLinks of 20.0 GB/s");
  EXPECT_EQ(sentence(library.links(second)), "17 NVLinks");
  EXPECT_EQ(sentence(library.links(third)), "no NVLinks");
}

TEST(GpuLinks, TheLibrarySaysWhatKeepsTwoApart) {
  const GpuLibrary library(GINLAB_TEST_NVML);
  EXPECT_EQ(library.why_apart(first, second), "");
  EXPECT_EQ(library.why_apart(first, third), "the chipset does not let GPUs reach each other");
}

TEST(GpuLinks, OfAGpuThatIsNotThereOrWithoutTheLibraryNothingIsKnown) {
  const GpuLibrary library(GINLAB_TEST_NVML);
  EXPECT_EQ(library.links("0000:09:00.0").active, 0u);
  EXPECT_EQ(library.why_apart(first, "0000:09:00.0"), "");
  for (const char* file : {"no_such_library.so", "libm.so.6"}) {
    const GpuLibrary none(file);
    EXPECT_EQ(none.links(first).active, 0u) << file;
    EXPECT_EQ(none.why_apart(first, third), "") << file;
  }
}

TEST(GpuPair, IsRefusedWithWhatItLacksAndWhatToDo) {
  EXPECT_EQ(lack_of({.one = 0, .other = 1, .loads_and_stores = true, .atomics = true}), "");
  EXPECT_EQ(
      lack_of({.one = 0, .other = 1, .loads_and_stores = true, .atomics = false}),
      "GPUs 0 and 1: expected loads, stores and atomics in each other's memory, came loads and stores alone, as across PCIe; let "
      "CUDA_VISIBLE_DEVICES name one GPU, or GPUs with NVLink between them");
  EXPECT_EQ(
      lack_of({.one = 0, .other = 2, .why_apart = "the driver's settings forbid it"}),
      "GPUs 0 and 2: expected loads, stores and atomics in each other's memory, came no way to it, since the driver's settings forbid "
      "it; let CUDA_VISIBLE_DEVICES name one GPU, or GPUs with NVLink between them");
}

}  // namespace
}  // namespace gin::topology
